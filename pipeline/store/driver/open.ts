import { existsSync } from 'node:fs'
import type { Kysely } from 'kysely'
import { isPostgresAddress } from '../../contract/database.ts'
import { NoStore } from './faults.ts'
import { appliedMigrations, migrate } from './migrate.ts'
import type { Tables } from './schema.ts'

export type Store = Kysely<Tables>

/**
 * Opens the store at a SQLite file's path or a `postgres://` address, creates it if there is none, and migrates it.
 * Throws StoreRefusal.
 */
export async function openStore(address: string, now: number): Promise<Store> {
  const db = await connect(address, { readonly: false })
  try {
    await migrate(db, now)
    return db
  } catch (fault) {
    await db.destroy()
    throw fault
  }
}

/** Opens and migrates an existing store. Throws StoreRefusal, and creates nothing, if there is none. */
export async function openExistingStore(address: string, now: number): Promise<Store> {
  if (!isPostgresAddress(address) && !existsSync(address)) throw new NoStore()
  const db = await openStoreForReading(address)
  const applied = await appliedMigrations(db).finally(() => db.destroy())
  if (applied.length === 0) throw new NoStore()
  return openStore(address, now)
}

/** The same for a command that writes nothing: an empty store in memory if there is none. */
export async function openExistingOrEmpty(address: string, now: number): Promise<Store> {
  return openExistingStore(address, now).catch((fault: unknown) => {
    if (fault instanceof NoStore) return openStore(':memory:', now)
    throw fault
  })
}

/** Opens an existing store read-only. Throws StoreRefusal if there is none. */
export async function openStoreForReading(address: string): Promise<Store> {
  return connect(address, { readonly: true })
}

/** Loads only the driver that the address needs. */
async function connect(address: string, how: { readonly: boolean }): Promise<Store> {
  if (isPostgresAddress(address)) return (await import('./open-postgres.ts')).openPostgres(address, how)
  return (await import('./open-sqlite.ts')).openSqlite(address, how)
}
