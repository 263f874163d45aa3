import { randomBytes } from 'node:crypto'
import { Client } from 'pg'

/** The server under test, the beginning of the names of this run's databases, and the one of them that is copied. */
export interface Databases {
  readonly address: string
  readonly prefix: string
  readonly template: string
  /** What a store of this version says of its migrations. */
  readonly migrations: string
}

/** The migrations that a database has had. */
export const MIGRATIONS = "select string_agg(name, ',' order by name) as names from migrations"

/** This process's free databases; creating one takes 30 times as long as emptying one. */
const free: string[] = []

/** The address of an empty store for exclusive use until it is given back. */
export async function takeDatabase({ address, prefix, template }: Databases): Promise<string> {
  const known = free.pop()
  if (known !== undefined) return known
  const name = `${prefix}${randomBytes(8).toString('hex')}`
  await onServer(address, `create database ${name} template ${template} strategy file_copy`)
  return databaseAddress(address, name)
}

/** Empties the database, even while others are connected, and keeps it for later tests if it still has this version's migrations. */
export async function giveBack(database: string, { migrations }: Databases): Promise<void> {
  const [kept] = await onServer(
    database,
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    // Tables that refer to others were made after them.
    `do $$ declare name text; begin
      for name in select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'migrations' order by oid desc loop
        execute format('delete from %I', name);
      end loop; end $$`,
    'delete from pgboss.job',
    MIGRATIONS,
  )
  if (kept?.names === migrations) free.push(database)
}

/** The address of another database of the server. */
export function databaseAddress(address: string, name: string): string {
  const url = new URL(address)
  url.pathname = `/${name}`
  return url.href
}

/** Runs statements at an address, one after the other, and gives the rows of the last. */
export async function onServer(address: string, ...statements: string[]): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: address })
  await client.connect()
  try {
    let rows: Record<string, unknown>[] = []
    for (const statement of statements) rows = (await client.query<Record<string, unknown>>(statement)).rows
    return rows
  } finally {
    await client.end()
  }
}
