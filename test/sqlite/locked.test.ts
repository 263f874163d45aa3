import SqliteDatabase from 'better-sqlite3'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { takeLease } from '../../pipeline/store/driver/leases.ts'
import { inSharedTransaction } from '../../pipeline/store/driver/transaction.ts'
import { BODY, customer, start } from '../server/customer.ts'
import { freshApp } from '../server/fresh-app.ts'
import { assertErrorShape } from '../support/checks/error-shape.ts'
import { failingFirst } from '../support/store/failing-store.ts'
import { freshStore } from '../support/store/store.ts'

test('a store that another process has locked is 503 for a start, which has started nothing §4.1.15 §7.503', async () => {
  const { db, database } = await freshStore()
  const ada = await customer(db, { credits: 1 })
  const { send } = await freshApp({ db })
  await sql`pragma busy_timeout = 0`.execute(db)
  const other = new SqliteDatabase(database)
  onTestFinished(() => void other.close())
  other.exec('begin immediate')
  const response = await send('/v1/reports', start(ada, BODY, 'retry-0123456789abcdef'))
  await assertErrorShape(response, 503)
  expect(response.headers.get('retry-after')).toBe('5')
  expect((await send('/v1/reports', { headers: ada.headers })).status).toBe(200)
  other.exec('rollback')
  expect((await send('/v1/reports', start(ada, BODY, 'retry-0123456789abcdef'))).status).toBe(202)
})

test('a locked store fails all work that waits together, which would wait for the lock one after the other', async () => {
  const { db } = await freshStore()
  const locked = failingFirst(db, 1, 'SQLITE_BUSY')
  const take = (name: string) => inSharedTransaction(locked, (trx) => takeLease(trx, { name, holder: 'me' }, 0))
  const settled = await Promise.allSettled(['a', 'b'].map(take))
  expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await db.selectFrom('leases').selectAll().execute()).toEqual([])
})
