import { setImmediate } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { operations } from '../../../pipeline/contract/operations.ts'
import { deleteAccount } from '../../../pipeline/store/accounts/accounts.ts'
import { revokeKey } from '../../../pipeline/store/accounts/keys.ts'
import { openStore } from '../../../pipeline/store/driver/open.ts'
import { assertErrorShape } from '../../support/checks/error-shape.ts'
import { freshDatabase } from '../../support/store/store.ts'
import { bearer, customer } from '../customer.ts'
import { freshApp, NOON } from '../fresh-app.ts'

const KEYED = operations.filter((operation) => operation.auth === 'key')
const PUBLIC = operations.filter((operation) => operation.auth === 'none')

async function assertNoKey(response: Response) {
  expect(response.headers.get('www-authenticate')).toBe('Bearer')
  return assertErrorShape(response, 401)
}

describe('an operation that needs a key', () => {
  test.each(KEYED.map(({ id, method, path }) => [id, method, path.replace('{slug}', 'x')] as const))(
    '%s is 401 without one §4.0.1 §5.1.2 §7.401',
    async (_, method, path) => {
      const { get } = await freshApp()
      await assertNoKey(await get(path, {}, method))
    },
  )

  test('is 401 with a key that is malformed, unknown, or sent another way, and does not repeat it §5.4.1', async () => {
    const { db, get } = await freshApp()
    const { key } = await customer(db)
    for (const authorization of [
      `Bearer ${key.slice(0, -1)}`,
      `Bearer ${key}x`,
      `Bearer svc_${'0'.repeat(30)}`,
      `Bearer ${key.toUpperCase()}`,
      `Bearer ${key}, Bearer ${key}`,
      `Bearer ${key} ${key}`,
      `Basic ${key}`,
      key,
      'Bearer',
      'Bearer ',
      `Bearer${key}`,
      "Bearer ' or 1=1",
    ]) {
      const response = await get('/v1/reports', { authorization })
      const body = await assertNoKey(response)
      expect(JSON.stringify(body), authorization).not.toContain(key.slice(4, 12))
    }
  })

  test.each(['Bearer', 'bearer', 'BEARER'])('takes the scheme as %s §5.2', async (scheme) => {
    const { db, get } = await freshApp()
    const { key } = await customer(db)
    expect((await get('/v1/reports', { authorization: `${scheme} ${key}` })).status).toBe(200)
  })

  test('is 401 from the moment the key is revoked §5.4.2', async () => {
    const { db, get } = await freshApp()
    const { keyId, headers } = await customer(db)
    expect((await get('/v1/reports', headers)).status).toBe(200)
    await revokeKey(db, keyId, NOON)
    await assertNoKey(await get('/v1/reports', headers))
  })

  test('is 401 at the next request after another process has revoked the key §5.6.2', async () => {
    const database = await freshDatabase()
    const [db, other] = [await openStore(database, NOON), await openStore(database, NOON)]
    onTestFinished(async () => void (await Promise.all([db.destroy(), other.destroy()])))
    const { get } = await freshApp({ db }, database)
    const { keyId, headers } = await customer(db)
    expect((await get('/v1/reports', headers)).status).toBe(200)
    await revokeKey(other, keyId, NOON)
    // A request of another process comes in a later turn of the event loop.
    await setImmediate()
    await assertNoKey(await get('/v1/reports', headers))
  })

  test('is 401 from the moment the account is gone §5.4.3', async () => {
    const { db, get } = await freshApp()
    const { account, headers } = await customer(db)
    expect((await get('/v1/reports', headers)).status).toBe(200)
    await deleteAccount(db, account.email, NOON)
    await assertNoKey(await get('/v1/reports', headers))
  })
})

test.each(PUBLIC.map(({ id, path }) => [id, path.replace('{slug}', 'x')] as const))(
  '%s needs no key, and a wrong one does no harm §5.1.1',
  async (_, path) => {
    const { get } = await freshApp()
    expect((await get(path)).status).not.toBe(401)
    expect((await get(path, bearer('svc_wrong'))).status).not.toBe(401)
  },
)
