import autocannon from 'autocannon'
import Database from 'better-sqlite3'
import type { Ratio } from './fan-out.ts'
import type { SeededReport } from './seed.ts'

const STARTS = 4_000
const CONNECTIONS = 10

/**
 * Durable starts over HTTP, ten at a time, against a loop that writes the rows that are left of them, one transaction a
 * start, with bare better-sqlite3 into a copy of the store as it was before.
 */
export async function benchStarts(
  url: string,
  reports: readonly SeededReport[],
  { database, copy }: { readonly database: string; readonly copy: string },
): Promise<Ratio> {
  const since = Date.now()
  let next = 0
  const startedAt = performance.now()
  // autocannon itself ends on the next whole second.
  let answeredAt = startedAt
  const onResponse = () => {
    answeredAt = performance.now()
  }
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    amount: STARTS,
    requests: [
      {
        method: 'POST',
        path: '/v1/reports',
        setupRequest: (request) => ({ ...request, ...start(next++) }),
        onResponse,
      },
    ],
  })
  const ours = STARTS / ((answeredAt - startedAt) / 1_000)
  if (result.statusCodeStats?.['202']?.count !== STARTS)
    throw new Error(`not every start was new: ${JSON.stringify(result.statusCodeStats)}, ${result.errors} errors`)
  const bare = writeSameRows(database, copy, since)
  return {
    name: 'durable starts over HTTP over a bare loop that writes the same rows',
    ratio: ours / bare,
    // A start reads the account, its limits and earlier starts in a dozen queries, where the loop only writes.
    bound: { least: 0.15 },
    detail: `${ours.toFixed(0)} starts/s against ${bare.toFixed(0)}`,
  }

  function start(at: number) {
    const { keys } = reports[at % reports.length] ?? { keys: [] }
    return {
      headers: {
        authorization: `Bearer ${keys[Math.floor(at / reports.length) % keys.length]}`,
        'content-type': 'application/json',
        'idempotency-key': `bench-start-number-${at}`,
      },
      body: JSON.stringify({
        domain: `product${at}.example`,
        category: 'CRM software',
        description: 'A CRM for small teams.',
        funding: 'credits',
      }),
    }
  }
}

type Row = Record<string, string | number | null>

/** The tables in which a start makes a row, each before what refers to it, and the column of their time. */
const TABLES = {
  reports: 'created_at',
  credit_entries: 'at',
  key_starts: 'at',
  starts: 'created_at',
  jobs: 'created_at',
}

/** Starts a second of a loop that writes into `copy` what starts since a time (epoch ms) left in `database`. */
function writeSameRows(database: string, copy: string, since: number): number {
  const made = new Database(database, { readonly: true })
  // They are in the order of insertion: a start inserted into each table once, so that the rows at one place are its own.
  const perTable = Object.entries(TABLES).map(([table, time]) => {
    return {
      table,
      rows: made.prepare<[number], Row>(`select * from ${table} where ${time} >= ? order by rowid`).all(since),
    }
  })
  made.close()
  for (const { table, rows } of perTable)
    if (rows.length !== STARTS) throw new Error(`${STARTS} starts left ${rows.length} rows in ${table}`)

  const db = new Database(copy)
  db.pragma('foreign_keys = ON')
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = FULL')
  db.pragma('secure_delete = ON')
  const touch = db.prepare<[Row]>('update accounts set touched_at = $created_at where id = $account_id')
  const inserts = perTable.map(({ table, rows }) => {
    const columns = Object.keys(rows[0] ?? {})
    const values = columns.map((column) => `$${column}`)
    return { rows, insert: db.prepare<[Row]>(`insert into ${table} (${columns}) values (${values})`) }
  })
  const start = db.transaction((at: number) => {
    for (const [which, { rows, insert }] of inserts.entries()) {
      const row = rows[at]
      if (row === undefined) throw new Error('the tables have the same number of rows')
      if (which === 0) touch.run({ created_at: row.created_at ?? 0, account_id: row.account_id ?? '' })
      insert.run(row)
    }
  })
  const startedAt = performance.now()
  for (let at = 0; at < STARTS; at += 1) start(at)
  const perSecond = STARTS / ((performance.now() - startedAt) / 1_000)
  db.close()
  return perSecond
}
