import { randomInt } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { sql } from 'kysely'
import { isPostgresAddress } from '../../contract/database.ts'
import { codeOf, StoreRefusal, StoreUnopened } from '../driver/faults.ts'
import { appliedMigrations, pendingMigrations } from '../driver/migrate.ts'
import { openStoreForReading, type Store } from '../driver/open.ts'
import { isPostgres } from '../driver/schema.ts'

/** How long to wait for other writers to TO. */
const LOCK_WAIT = '3s'
/** PostgreSQL's code for a lock that was not free in time. */
const LOCK_NOT_AVAILABLE = '55P03'

/** Rethrows a refusal with the name of the store it is about. */
export function about(end: 'FROM' | 'TO'): (fault: unknown) => never {
  return (fault) => {
    if (fault instanceof StoreUnopened) throw new StoreRefusal(`${end} can't be opened (${fault.why}).`)
    if (fault instanceof StoreRefusal) throw new StoreRefusal(fault.message.replace(/^The store\b/, end))
    throw fault
  }
}

/** Throws StoreRefusal if FROM is not a store of this version, or a process is working on it. */
export async function refuseSource(from: Store, now: number): Promise<void> {
  if ((await appliedMigrations(from)).length === 0) throw new StoreRefusal('FROM holds no store.')
  const pending = await pendingMigrations(from).catch(about('FROM'))
  if (pending.length > 0)
    throw new StoreRefusal(
      `FROM lacks ${pending.join(', ')}: \`./svc store migrate\` brings its schema up to date, with \`--database\` for FROM.`,
    )
  const held = await from
    .selectFrom('leases')
    .select('name')
    .where('expires_at', '>', now)
    .orderBy('name')
    .executeTakeFirst()
  if (held !== undefined)
    throw new StoreRefusal(
      `A process is working on ${held.name} in FROM; stop every process that uses it (after a kill, wait a minute), then copy.`,
    )
}

/**
 * Throws StoreRefusal if TO is FROM or can't become a copy, as it holds other data or another version's store. It
 * creates and writes nothing.
 */
export async function refuseTarget(from: Store, addresses: { from: string; to: string }): Promise<void> {
  const { to } = addresses
  if (await isSameFile(addresses)) throw new StoreRefusal('FROM and TO are the same store.')
  if (!isPostgresAddress(to) && (await fileOf(to)) === undefined) return
  await using db = await openStoreForReading(to).catch(about('TO'))
  if (isPostgres(db)) {
    if (await isSameDatabase(from, db)) throw new StoreRefusal('FROM and TO are the same store.')
    const { rows } = await sql<{ encoding: string }>`select current_setting('server_encoding') as encoding`.execute(db)
    if (rows[0]?.encoding !== 'UTF8')
      throw new StoreRefusal("TO can't hold every text; make its database with encoding 'UTF8'.")
  }
  if ((await ownTables(db)).length === 0) return
  if ((await appliedMigrations(db)).length === 0) throw new StoreRefusal(OTHER_DATA)
  const pending = await pendingMigrations(db).catch(about('TO'))
  if (pending.length > 0 && (await hasData(db))) throw new StoreRefusal(OTHER_DATA)
}

export const OTHER_DATA = 'TO holds other data, and a copy overwrites nothing; name an empty database or a new file.'

/** Locks out other writers until the transaction ends; call it first. */
export async function takeTarget(trx: Store): Promise<void> {
  await trx.updateTable('leases').set({ holder: '' }).where('name', '=', '').execute()
  if (!isPostgres(trx)) return
  await sql`set local lock_timeout = ${sql.lit(LOCK_WAIT)}`.execute(trx)
  const tables = (await ownTables(trx)).map((name) => sql.table(name))
  try {
    await sql`lock table ${sql.join(tables)} in share row exclusive mode`.execute(trx)
  } catch (fault) {
    if (codeOf(fault) !== LOCK_NOT_AVAILABLE) throw fault
    throw new StoreRefusal('Another process is writing to TO; stop every process that uses it, then copy.')
  }
}

/** Whether the store holds any data; leases and migrations don't count. */
export async function hasData(db: Store): Promise<boolean> {
  for (const name of await ownTables(db)) {
    if (name === 'migrations' || name === 'leases') continue
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(db)
    if (rows.length > 0) return true
  }
  return false
}

/** The database's tables; on PostgreSQL, those of the current schema. */
async function ownTables(db: Store): Promise<string[]> {
  const tables = await db.introspection.getTables()
  const schema = isPostgres(db)
    ? (await sql<{ name: string }>`select current_schema() as name`.execute(db)).rows[0]?.name
    : undefined
  return tables.filter((table) => !table.isView && table.schema === schema).map(({ name }) => name)
}

async function isSameFile({ from, to }: { from: string; to: string }): Promise<boolean> {
  if (isPostgresAddress(from) || isPostgresAddress(to)) return false
  const [one, other] = await Promise.all([fileOf(from), fileOf(to)])
  return one !== undefined && one === other
}

/** The file's identity, whatever path leads to it. */
async function fileOf(path: string): Promise<string | undefined> {
  // Other problems are reported when it is opened.
  const found = await stat(path, { bigint: true }).catch(() => undefined)
  return found && `${found.dev}/${found.ino}`
}

/** Compares databases by a lock, as one database can have many addresses. */
async function isSameDatabase(from: Store, to: Store): Promise<boolean> {
  if (!isPostgres(from)) return false
  const lock = randomInt(2 ** 47)
  await sql`select pg_advisory_xact_lock(${lock}::bigint)`.execute(from)
  const { rows } = await sql<{ free: boolean }>`select pg_try_advisory_xact_lock(${lock}::bigint) as free`.execute(to)
  return rows[0]?.free === false
}
