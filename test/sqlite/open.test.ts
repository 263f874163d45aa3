import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openStore, openStoreForReading } from '../../pipeline/store/driver/open.ts'
import { openAtOnce } from '../support/store/contend.ts'
import { freshFolder, freshStore } from '../support/store/store.ts'

test('processes that open an empty store at once apply each migration once', async () => {
  const database = join(freshFolder(), 'svc.db')
  await openAtOnce(database, 4)
  const db = await openStore(database, 1)
  const names = await db.selectFrom('migrations').select('name').execute()
  await db.destroy()
  expect(names.length).toBeGreaterThan(0)
  expect(new Set(names.map((row) => row.name)).size).toBe(names.length)
})

test('a file that is not a store is refused in a sentence', async () => {
  const folder = freshFolder()
  await expect(openStore(folder, 1)).rejects.toThrow("The store can't be opened")
  await expect(openStoreForReading(`${folder}/none.db`)).rejects.toThrow("The store can't be opened")
})

test('a store is durable, checks its references and wipes what is deleted', async () => {
  const { db } = await freshStore()
  const pragma = async (name: string) => (await sql.raw<Record<string, unknown>>(`pragma ${name}`).execute(db)).rows[0]
  expect(await pragma('journal_mode')).toEqual({ journal_mode: 'wal' })
  expect(await pragma('foreign_keys')).toEqual({ foreign_keys: 1 })
  expect(await pragma('secure_delete')).toEqual({ secure_delete: 1 })
  expect(await pragma('synchronous')).toEqual({ synchronous: 2 })
})
