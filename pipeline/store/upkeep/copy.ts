import { sql } from 'kysely'
import { codeOf, StoreRefusal } from '../driver/faults.ts'
import type { Store } from '../driver/open.ts'
import { openStore, openStoreForReading } from '../driver/open.ts'
import { isPostgres } from '../driver/schema.ts'
import { COPIED } from './copied-tables.ts'
import { about, anyRow, OTHER_DATA, refuseSource, refuseTarget, takeTarget } from './copy-ends.ts'
import type { TableDigest } from './table-rows.ts'
import { countRows, digesting, insertRows, rowsOf } from './table-rows.ts'

/** What was copied, table by table, as both stores hold it. */
export interface Copy {
  readonly tables: readonly TableDigest[]
  /** False where TO held all of it already, and nothing was written. */
  readonly written: boolean
  /** Reports whose sealed provider keys stayed in FROM alone. */
  readonly sealedLeftOut: number
}

/** Is told how much there is to do, and whenever some of it is done. */
export interface CountProgress {
  begin(all: number): void
  done(some: number): void
}

interface CopyScope {
  readonly now: number
  /** Ends the copy between two pages. */
  readonly stop: AbortSignal
  /** Of the rows to copy and to check, both together. */
  readonly progress: CountProgress
}

/**
 * Copies the store at one address, as it is at one moment, to another, which is a new file, an empty database or that copy
 * already; each is SQLite or PostgreSQL. All is written and read again in one transaction there: it is whole or nothing,
 * wherever it is cut off. Leases and sealed provider keys are left out. Throws StoreRefusal where it may not be done; throws
 * the reason of `stop` when that came first.
 */
export async function copyStore(addresses: { from: string; to: string }, scope: CopyScope): Promise<Copy> {
  const from = await openStoreForReading(addresses.from).catch(about('FROM'))
  try {
    // SQLite's transactions see one moment anyway.
    return await from
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (snapshot) => {
        await refuseSource(snapshot, scope.now)
        await refuseTarget(snapshot, addresses)
        const to = await openStore(addresses.to, scope.now).catch(about('TO'))
        try {
          return await to.transaction().execute((trx) => copyInto(snapshot, trx, scope))
        } finally {
          await to.destroy()
        }
      })
  } finally {
    await from.destroy()
  }
}

async function copyInto(from: Store, to: Store, scope: CopyScope): Promise<Copy> {
  await takeTarget(to)
  const written = !(await anyRow(to))
  if (!written) await refuseOtherCounts(from, to)
  let total = 0
  for (const table of COPIED) total += await countRows(from, table)
  scope.progress.begin(2 * total)
  const tables: TableDigest[] = []
  for (const table of COPIED) tables.push(await readThrough(from, table, scope, written ? to : undefined))
  for (const [at, table] of COPIED.entries()) {
    const there = await readThrough(to, table, scope)
    const { rows, sha256 } = tables[at] ?? there
    if (there.rows === rows && there.sha256 === sha256) continue
    if (!written) throw new StoreRefusal(OTHER_DATA)
    throw new StoreRefusal(`TO did not keep ${table.name} as it is in FROM; nothing of it was kept.`)
  }
  // Until it is told, the planner takes every table for an empty one.
  if (written && isPostgres(to)) await sql`analyze`.execute(to)
  return { tables, written, sealedLeftOut: await countSealed(from) }
}

/** Reads a table to its end, into the other store where one is given. */
async function readThrough(
  db: Store,
  table: (typeof COPIED)[number],
  { stop, progress }: CopyScope,
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

/** Without reading them all. */
async function refuseOtherCounts(from: Store, to: Store): Promise<void> {
  for (const table of COPIED)
    if ((await countRows(from, table)) !== (await countRows(to, table))) throw new StoreRefusal(OTHER_DATA)
}

/** A row that breaks a rule of the schema can be in a damaged store alone. */
function refusing(table: string): (fault: unknown) => never {
  return (fault) => {
    if (!/^(23\d\d\d$|SQLITE_CONSTRAINT)/.test(codeOf(fault))) throw fault
    throw new StoreRefusal(`A row of ${table} in FROM breaks the schema: \`./svc store check\` says what is wrong.`)
  }
}

async function countSealed(db: Store): Promise<number> {
  const { count } = await db
    .selectFrom('sealed_keys')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
