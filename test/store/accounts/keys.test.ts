import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { createKey, findKey, listKeys, MAX_KEYS, revokeKey } from '../../../pipeline/store/accounts/keys.ts'
import type { Store } from '../../../pipeline/store/driver/open.ts'
import { newAccount } from '../../support/accounts.ts'
import { contend } from '../../support/store/contend.ts'
import { findStored, freshStore } from '../../support/store/store.ts'

async function keyOf(db: Store, accountId: string, label: string | null = null, now = 0) {
  const created = await createKey(db, accountId, label, now)
  if (created === 'tooMany') throw new Error('the account has ten keys')
  return created
}

test('a key has its prefix and at least 160 random bits, and leads to its account §5.3', async () => {
  const { db } = await freshStore()
  const { id: accountId } = await newAccount(db)
  const { id, key } = await keyOf(db, accountId)
  const [, secret = ''] = /^svc_([0-9A-Za-z]+)$/.exec(key) ?? []
  expect(secret.length * Math.log2(62)).toBeGreaterThanOrEqual(160)
  expect(await findKey(db, key)).toEqual({ keyId: id, accountId })
})

test('keys use the whole alphabet at every position', async () => {
  const { db } = await freshStore()
  const { id: accountId } = await newAccount(db)
  let seen = ''
  for (let made = 0; made < 60; made += 1) {
    const { id, key } = await keyOf(db, accountId)
    seen += key.slice(4)
    await revokeKey(db, id, 1)
  }
  // 1800 draws of 62 characters: a character of a fair source is missing once in 8e10.
  expect(new Set(seen).size).toBe(62)
})

test('only a fingerprint and the last four characters are in any file of the store §5.5.2', async () => {
  const { db, database } = await freshStore()
  const { key } = await keyOf(db, (await newAccount(db)).id, 'nightly-job-of-the-agency')
  const [row] = await db.selectFrom('api_keys').selectAll().execute()
  expect(row).toMatchObject({
    fingerprint: createHash('sha256').update(key).digest('hex'),
    last_four: key.slice(-4),
  })
  expect(row?.label).toBe('nightly-job-of-the-agency')
  expect(await findStored(db, database, 'nightly-job-of-the-agency')).not.toEqual([])
  expect(await findStored(db, database, key)).toEqual([])
})

test('a malformed key is unknown without a look into the store', async () => {
  const { db } = await freshStore()
  const { key } = await keyOf(db, (await newAccount(db)).id)
  const last = key.endsWith('a') ? 'b' : 'a'
  expect(await findKey(db, `${key.slice(0, -1)}${last}`)).toBeUndefined()
  await db.destroy()
  for (const malformed of ['', 'svc_', key.slice(0, -1), `${key}a`, ` ${key}`, `${key}\n`, key.replace('svc_', 'SVC_')])
    expect(await findKey(db, malformed)).toBeUndefined()
  await expect(findKey(db, key)).rejects.toThrow()
})

test('a revoked key is unknown at once, stays listed, and is revoked once §5.6.2', async () => {
  const { db } = await freshStore()
  const { id: accountId } = await newAccount(db)
  const first = await keyOf(db, accountId, 'nightly job', 1_000)
  const second = await keyOf(db, accountId, null, 2_000)
  expect(await revokeKey(db, first.id, 3_000)).toBe(true)
  expect(await revokeKey(db, first.id, 4_000)).toBe(false)
  expect(await revokeKey(db, 'nobody', 4_000)).toBe(false)
  expect(await findKey(db, first.key)).toBeUndefined()
  expect(await findKey(db, second.key)).toEqual({ keyId: second.id, accountId })
  expect(await listKeys(db, accountId)).toEqual([
    { id: first.id, label: 'nightly job', lastFour: first.key.slice(-4), createdAt: 1_000, revokedAt: 3_000 },
    { id: second.id, label: null, lastFour: second.key.slice(-4), createdAt: 2_000, revokedAt: null },
  ])
})

test('an account lists only its own keys', async () => {
  const { db } = await freshStore()
  const [ada, bob] = [await newAccount(db), await newAccount(db, 'bob@agency.example')]
  await keyOf(db, ada.id)
  expect(await listKeys(db, bob.id)).toEqual([])
})

test('ten keys may be active, and revoking one makes room §5.6.1', async () => {
  const { db } = await freshStore()
  const [ada, bob] = [await newAccount(db), await newAccount(db, 'bob@agency.example')]
  const made = await Promise.all(Array.from({ length: MAX_KEYS + 5 }, () => createKey(db, ada.id, null, 0)))
  const created = made.filter((each) => each !== 'tooMany')
  expect([MAX_KEYS, created.length]).toEqual([10, 10])
  expect(await createKey(db, bob.id, null, 0)).not.toBe('tooMany')
  await revokeKey(db, created[0]?.id ?? '', 1)
  expect(await createKey(db, ada.id, null, 2)).not.toBe('tooMany')
  expect(await createKey(db, ada.id, null, 2)).toBe('tooMany')
})

test('processes that create keys at once make ten together', async () => {
  const { db, database } = await freshStore()
  // There are many accounts, because each is contended for only until it has its ten.
  const ids: string[] = []
  for (let at = 0; at < 25; at += 1) ids.push((await newAccount(db, `a${at}@agency.example`)).id)
  const made = await contend(
    database,
    2,
    `const { createKey } = await load('pipeline/store/accounts/keys.ts')
     const made = []
     for (const id of ${JSON.stringify(ids)})
       for (let at = 0; at < 10; at += 1)
         if ((await createKey(db, id, null, 0)) !== 'tooMany') made.push(id)
     return made`,
  )
  expect(made.flat().sort()).toEqual(ids.flatMap((id) => Array(10).fill(id)).sort())
  for (const id of ids) expect(await listKeys(db, id)).toHaveLength(10)
})

test('a deleted account gets no key', async () => {
  const { db } = await freshStore()
  await expect(createKey(db, 'nobody', null, 0)).rejects.toThrow(/foreign key/i)
})
