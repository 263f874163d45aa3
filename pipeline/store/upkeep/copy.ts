import { sql } from 'kysely'
import { codeOf, StoreRefusal } from '../driver/faults.ts'
import { openStore, openStoreForReading, type Store } from '../driver/open.ts'
import { countRows } from '../driver/queries.ts'
import { isPostgres } from '../driver/schema.ts'
import { COPIED } from './copied-tables.ts'
import { about, hasData, OTHER_DATA, refuseSource, refuseTarget, takeTarget } from './copy-ends.ts'
import { countTable, digesting, insertRows, rowsOf, type TableDigest } from './table-rows.ts'

/** A finished copy. */
export interface Copy {
  readonly tables: readonly TableDigest[]
  /** False if TO already held the same data. */
  readonly written: boolean
  /** The number of reports whose sealed provider keys were not copied. */
  readonly sealedLeftOut: number
}

/** Receives the total amount of work, then each part done. */
export interface CountProgress {
  begin(all: number): void
  done(some: number): void
}

interface CopyOptions {
  readonly now: number
  /** Stops the copy between two pages. */
  readonly stop: AbortSignal
  /** Counts rows copied and rows checked. */
  readonly progress: CountProgress
}

/**
 * Copies a snapshot of one store, without leases and sealed provider keys, to a new file, an empty database or an earlier
 * copy of the same data, and verifies it; all in one transaction. Throws StoreRefusal, or the reason of `stop`.
 */
export async function copyStore(addresses: { from: string; to: string }, options: CopyOptions): Promise<Copy> {
  await using from = await openStoreForReading(addresses.from).catch(about('FROM'))
  // SQLite's transactions read a snapshot anyway.
  return await from
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (snapshot) => {
      await refuseSource(snapshot, options.now)
      await refuseTarget(snapshot, addresses)
      await using to = await openStore(addresses.to, options.now).catch(about('TO'))
      return await to.transaction().execute((trx) => copyInto(snapshot, trx, options))
    })
}

async function copyInto(from: Store, to: Store, options: CopyOptions): Promise<Copy> {
  await takeTarget(to)
  const written = !(await hasData(to))
  if (!written) await refuseOtherCounts(from, to)
  let total = 0
  for (const table of COPIED) total += await countTable(from, table)
  options.progress.begin(2 * total)
  const tables: TableDigest[] = []
  for (const table of COPIED) tables.push(await readThrough(from, table, options, written ? to : undefined))
  for (const [at, table] of COPIED.entries()) {
    const there = await readThrough(to, table, options)
    const { rows, sha256 } = tables[at] ?? there
    if (there.rows === rows && there.sha256 === sha256) continue
    if (!written) throw new StoreRefusal(OTHER_DATA)
    throw new StoreRefusal(`TO did not store ${table.name} as it is in FROM; nothing was copied.`)
  }
  // Without this the planner takes every table for empty.
  if (written && isPostgres(to)) await sql`analyze`.execute(to)
  return { tables, written, sealedLeftOut: await countRows(from.selectFrom('sealed_keys')) }
}

/** Reads a whole table, and writes it to `into` if given. */
async function readThrough(
  db: Store,
  table: (typeof COPIED)[number],
  { stop, progress }: CopyOptions,
  into?: Store,
): Promise<TableDigest> {
  const digest = digesting()
  for await (const rows of rowsOf(db, table)) {
    stop.throwIfAborted()
    digest.add(rows)
    if (into !== undefined) await insertRows(into, table, rows).catch(refusing(table.name))
    progress.done(rows.length)
  }
  return digest.digest(table.name)
}

/** Compares row counts before reading all rows. */
async function refuseOtherCounts(from: Store, to: Store): Promise<void> {
  for (const table of COPIED)
    if ((await countTable(from, table)) !== (await countTable(to, table))) throw new StoreRefusal(OTHER_DATA)
}

/** Only a damaged store has rows that violate a constraint. */
function refusing(table: string): (fault: unknown) => never {
  return (fault) => {
    if (!/^(23\d\d\d$|SQLITE_CONSTRAINT)/.test(codeOf(fault))) throw fault
    throw new StoreRefusal(`A row of ${table} in FROM breaks the schema: \`./svc store check\` says what is wrong.`)
  }
}
