import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrate } from '../../pipeline/store/migrate.ts'
import { openStore, openStoreForReading } from '../../pipeline/store/open.ts'
import { freshFolder, freshStore } from '../support/store.ts'

const run = promisify(execFile)

test('opening twice applies nothing the second time', async () => {
  const { db } = await freshStore()
  expect(await migrate(db, 1)).toEqual([])
})

test('processes that open an empty store at once apply each migration once', async () => {
  const database = join(freshFolder(), 'svc.db')
  const script = `
    import { openStore } from ${JSON.stringify(new URL('../../pipeline/store/open.ts', import.meta.url).href)}
    await (await openStore(process.argv[1], 1)).destroy()`
  const open = () => run(process.execPath, ['--input-type=module', '-e', script, database])
  await Promise.all([open(), open(), open(), open()])
  const db = await openStore(database, 1)
  const names = await db.selectFrom('migrations').select('name').execute()
  await db.destroy()
  expect(names.length).toBeGreaterThan(0)
  expect(new Set(names.map((row) => row.name)).size).toBe(names.length)
})

test('a store of a newer version is refused by the name of its migration', async () => {
  const { db, database } = await freshStore()
  await db.insertInto('migrations').values({ name: '9999-the-future', applied_at: 1 }).execute()
  await expect(openStore(database, 1)).rejects.toThrow('migration 9999-the-future')
})

test('what is no store is refused in a sentence', async () => {
  const folder = freshFolder()
  await expect(openStore(folder, 1)).rejects.toThrow("The store can't be opened")
  await expect(openStore('postgres://localhost/svc', 1)).rejects.toThrow('PostgreSQL is not supported yet')
  expect(() => openStoreForReading(`${folder}/none.db`)).toThrow("The store can't be opened")
})

test('a store is durable, checks its references and wipes what is deleted', async () => {
  const { db } = await freshStore()
  const pragma = async (name: string) => (await sql.raw<Record<string, unknown>>(`pragma ${name}`).execute(db)).rows[0]
  expect(await pragma('journal_mode')).toEqual({ journal_mode: 'wal' })
  expect(await pragma('foreign_keys')).toEqual({ foreign_keys: 1 })
  expect(await pragma('secure_delete')).toEqual({ secure_delete: 1 })
  expect(await pragma('synchronous')).toEqual({ synchronous: 2 })
})
