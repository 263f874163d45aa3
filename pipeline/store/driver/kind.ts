import type { Kysely } from 'kysely'
import { PostgresAdapter } from 'kysely'
import type { Tables } from './schema.ts'

/** Whether the store, or a transaction in it, is PostgreSQL's; otherwise it is SQLite's. */
export function isPostgres(db: Kysely<Tables>): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter
}
