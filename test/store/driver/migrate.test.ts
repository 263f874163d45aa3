import { expect, test } from 'vitest'
import { migrate } from '../../../pipeline/store/driver/migrate.ts'
import { openStore } from '../../../pipeline/store/driver/open.ts'
import { freshStore } from '../../support/store/store.ts'

test('opening twice applies nothing the second time', async () => {
  const { db } = await freshStore()
  expect(await migrate(db, 1)).toEqual([])
})

test("a newer version's store is refused by the name of its migration", async () => {
  const { db, database } = await freshStore()
  await db.insertInto('migrations').values({ name: '9999-the-future', applied_at: 1 }).execute()
  await expect(openStore(database, 1)).rejects.toThrow('migration 9999-the-future')
})

test('the tables of a run of a month in an early store are made anew', async () => {
  const { db } = await freshStore()
  const columns = async () => (await db.introspection.getTables()).filter(({ name }) => name.startsWith('batch'))
  const fresh = await columns()
  for (const table of ['batch_calls', 'batch_categories', 'batches']) await db.schema.dropTable(table).execute()
  await db.schema
    .createTable('batches')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .execute()
  for (const table of ['batch_categories', 'batch_reservations'])
    await db.schema
      .createTable(table)
      .addColumn('batch_id', 'text', (c) => c.references('batches.id'))
      .execute()
  await db.deleteFrom('migrations').where('name', '=', '0011-month-budget').execute()
  expect(await migrate(db, 1)).toEqual(['0011-month-budget'])
  expect(await columns()).toEqual(fresh)
})
