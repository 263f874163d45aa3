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
