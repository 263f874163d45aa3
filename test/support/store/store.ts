import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import { inject, onTestFinished } from 'vitest'
import { isPostgresAddress } from '../../../pipeline/contract/database.ts'
import { openStore, type Store } from '../../../pipeline/store/driver/open.ts'
import { findMarker, findMarkerIn } from '../marker.ts'
import { giveBack, takeDatabase } from './postgres-databases.ts'

/** A folder of its own for one test, removed after it. */
export function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'svc-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A folder of its own for one test with an empty store in it, where a command without `--database` looks. */
export async function folderWithStore(): Promise<string> {
  const folder = freshFolder()
  await (await openStore(join(folder, 'data', 'svc.db'), 0)).destroy()
  return folder
}

/** The address of an empty store for one test, of the kind under test: a path in the folder, or a PostgreSQL database. */
export async function freshDatabase(folder?: string): Promise<string> {
  const postgres = inject('postgres')
  if (postgres === undefined) return join(folder ?? freshFolder(), 'svc.db')
  const database = await takeDatabase(postgres)
  onTestFinished(() => giveBack(database, postgres))
  return database
}

/** An empty store for one test; `database` is its address, `folder` where SQLite's file is. */
export async function freshStore(now = 0): Promise<{ db: Store; database: string; folder: string }> {
  const folder = freshFolder()
  const database = await freshDatabase(folder)
  const db = await openStore(database, now)
  onTestFinished(() => db.destroy())
  return { db, database, folder }
}

/** Every row of every table of ours, by table. */
export async function everyRow(db: Store): Promise<Map<string, unknown[]>> {
  const rows = new Map<string, unknown[]>()
  for (const { name, schema } of await db.introspection.getTables())
    if (schema !== 'pgboss')
      rows.set(name, (await sql`select * from ${sql.table(name)} order by 1, 2`.execute(db)).rows)
  return rows
}

/** Where a secret marker stands in the store, whole or in part: in SQLite's files, or in PostgreSQL's rows. */
export async function findStored(db: Store, database: string, marker: string): Promise<string[]> {
  if (!isPostgresAddress(database)) return findMarker(dirname(database), marker)
  const jobs = (await sql`select * from pgboss.job`.execute(db)).rows
  const rows = [...(await everyRow(db)).set('pgboss.job', jobs)].map(([table, all]) => ({
    table,
    text: JSON.stringify(all),
  }))
  return rows.filter(({ text }) => findMarkerIn(text, marker) !== undefined).map(({ table }) => table)
}
