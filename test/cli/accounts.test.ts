import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { returnCredit, spendCredit } from '../../pipeline/store/accounts/credits.ts'
import { createKey, findKey } from '../../pipeline/store/accounts/keys.ts'
import { openStore } from '../../pipeline/store/driver/open.ts'
import { dueMail, queueMail } from '../../pipeline/store/upkeep/outbox.ts'
import { newReport } from '../support/accounts.ts'
import { svc } from '../support/process/svc.ts'
import { freshFolder } from '../support/store/store.ts'

const EMAIL = 'ada@agency.example'
const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)

/** A folder with an empty store, and `svc` in it: the JSON that a command prints, after checking that it did nothing else. */
function office() {
  const cwd = freshFolder()
  const json = async (...args: string[]) => {
    const { code, out, err } = await svc([...args, '--json'], { cwd })
    expect({ code, err }).toEqual({ code: 0, err: '' })
    return JSON.parse(out)
  }
  const text = async (...args: string[]) => {
    const { code, out } = await svc(args, { cwd })
    expect(code).toBe(0)
    return out
  }
  const store = () => openStore(join(cwd, 'data', 'svc.db'), 0)
  return { cwd, json, text, store }
}

test('an account is created, verified, listed and deleted', async () => {
  const { json, text } = office()
  const { account } = await json('accounts', 'create', '--email', 'Ada@Agency.example')
  expect(account).toEqual({ id: expect.any(String), email: EMAIL, verified: false })
  expect(await json('accounts', 'verify', '--email', EMAIL)).toEqual({ account: { ...account, verified: true } })
  expect(await json('accounts', 'list')).toEqual({ accounts: [{ ...account, verified: true }] })
  expect(await text('accounts', 'list')).toContain(EMAIL)
  expect(await json('accounts', 'delete', '--email', EMAIL)).toEqual({ account: { ...account, verified: true } })
  expect(await json('accounts', 'list')).toEqual({ accounts: [] })
})

test('an account’s mail files are deleted with it, and others stay', async () => {
  const { cwd, json, store } = office()
  const { account } = await json('accounts', 'create', '--email', EMAIL)
  const db = await store()
  await queueMail(db, { accountId: account.id, recipient: EMAIL, subject: 's', text: 't' }, 0)
  const [mail] = await dueMail(db, 0, 1)
  await db.destroy()
  const folder = join(cwd, 'data', 'mail')
  mkdirSync(folder)
  for (const name of [`${mail?.id}.eml`, 'another.eml']) writeFileSync(join(folder, name), '')
  await json('accounts', 'delete', '--email', EMAIL)
  expect(readdirSync(folder)).toEqual(['another.eml'])
})

test('a key is created and shown once, listed by its last four characters, and revoked §5.5.1', async () => {
  const { cwd, json, text, store } = office()
  await json('accounts', 'create', '--email', EMAIL, '--verified')
  const created = await json('keys', 'create', '--account', EMAIL, '--label', 'nightly job')
  expect(created).toEqual({ id: expect.any(String), key: expect.stringMatching(/^svc_[0-9A-Za-z]{30}$/) })
  const shown = await svc(['keys', 'create', '--account', EMAIL], { cwd })
  const key = shown.out.trim()
  expect(key).toMatch(/^svc_[0-9A-Za-z]{30}$/)
  expect(shown.err).toContain('shown once')
  expect(shown.err).not.toContain(key)

  const revoked = await json('keys', 'revoke', created.id)
  expect(revoked).toEqual({ id: created.id, revokedAt: TIME })
  const { keys } = await json('keys', 'list', '--account', EMAIL)
  expect(keys).toHaveLength(2)
  expect(keys).toContainEqual({
    ...revoked,
    label: 'nightly job',
    lastFour: created.key.slice(-4),
    createdAt: TIME,
  })
  expect(keys).toContainEqual(expect.objectContaining({ lastFour: key.slice(-4), label: null, revokedAt: null }))
  const list = await text('keys', 'list', '--account', EMAIL)
  expect(list).toContain(`svc_…${key.slice(-4)}`)
  expect(list).not.toContain(key)

  const db = await store()
  expect(await findKey(db, key)).toBeDefined()
  expect(await findKey(db, created.key)).toBeUndefined()
  await db.destroy()
})

test('credits are granted, held and released', async () => {
  const { json, text, store } = office()
  const { account } = await json('accounts', 'create', '--email', EMAIL, '--verified')
  expect(await json('credits', 'balance', '--account', EMAIL)).toEqual({ balance: 0, held: 0 })
  expect(await json('credits', 'grant', '--account', EMAIL, '--count', '4')).toEqual({ balance: 4, held: 0 })
  expect(await text('credits', 'balance', '--account', EMAIL)).toBe('4 to spend, 0 held for review.\n')
  expect(await json('credits', 'held')).toEqual({ held: [] })
  const db = await store()
  for (const slug of ['a', 'b', 'c', 'd']) {
    await newReport(db, { slug, accountId: account.id, startedAt: 1 })
    await spendCredit(db, { accountId: account.id, slug }, 1)
    await returnCredit(db, { accountId: account.id, slug, started: true }, 2)
  }
  await db.destroy()
  expect(await json('credits', 'balance', '--account', EMAIL)).toEqual({ balance: 3, held: 1 })
  const { held } = await json('credits', 'held')
  expect(held).toEqual([{ id: expect.any(String), account: EMAIL, report: 'd', heldAt: '1970-01-01T00:00:00.002Z' }])
  expect(await text('credits', 'held')).toContain(held[0].id)
  expect(await json('credits', 'release', held[0].id)).toEqual({ balance: 4, held: 0 })
  expect(await json('credits', 'held')).toEqual({ held: [] })
})

test('the Agent plan is activated and cancelled', async () => {
  const { json, text } = office()
  await json('accounts', 'create', '--email', EMAIL)
  const limits = { projects: 5, reportsPerMonth: 40, perDay: 7, concurrent: 2 }
  const { plan } = await json('plans', 'activate', '--account', EMAIL, '--per-day', '7')
  expect(plan).toEqual({ active: true, limits, periodStart: TIME, periodEnd: TIME })
  const days = (Date.parse(plan.periodEnd) - Date.parse(plan.periodStart)) / 86_400_000
  expect([28, 29, 30, 31]).toContain(days)
  expect(await json('plans', 'cancel', '--account', EMAIL)).toEqual({
    plan: { active: false, limits, periodStart: plan.periodStart, periodEnd: TIME },
  })
  const period = ['--period-start', '2026-01-01', '--period-end', '2100-01-01T00:00:00Z']
  expect((await json('plans', 'activate', '--account', EMAIL, ...period)).plan).toEqual({
    active: true,
    limits: { ...limits, perDay: 10 },
    periodStart: '2026-01-01T00:00:00.000Z',
    periodEnd: '2100-01-01T00:00:00.000Z',
  })
  expect(await text('plans', 'cancel', '--account', EMAIL)).toMatch(/^Not active; period 2026-01-01T/)
})

test('a plan that is cancelled before its period begins has none', async () => {
  const { json, text } = office()
  await json('accounts', 'create', '--email', EMAIL)
  const begin = () => json('plans', 'activate', '--account', EMAIL, '--period-start', '2100-01-01')
  expect((await begin()).plan).toMatchObject({ active: false, periodStart: '2100-01-01T00:00:00.000Z' })
  const { plan } = await json('plans', 'cancel', '--account', EMAIL)
  expect(plan).toMatchObject({ active: false, periodStart: null, periodEnd: null })
  await begin()
  const cancelled = await text('plans', 'cancel', '--account', EMAIL)
  expect(cancelled).toMatch(/^Not active; cancelled before its period began\.\n/)
})

test.each([
  ['an account twice', ['accounts', 'create', '--email', EMAIL], 1, 'has this address already'],
  ['verifying nobody', ['accounts', 'verify', '--email', 'bob@agency.example'], 1, 'No account has this address'],
  ['deleting nobody', ['accounts', 'delete', '--email', 'bob@agency.example'], 1, 'No account has this address'],
  ['a key for nobody', ['keys', 'create', '--account', 'bob@agency.example'], 1, 'No account has this address'],
  ['revoking nothing', ['keys', 'revoke', 'nothing'], 1, 'No active key has this id'],
  ['releasing nothing', ['credits', 'release', 'nothing'], 1, 'No held credit has this id'],
  ['cancelling nothing', ['plans', 'cancel', '--account', EMAIL], 1, 'no plan to cancel'],
  [
    'a period that ends before it begins',
    ['plans', 'activate', '--account', EMAIL, '--period-end', '2020-01-01'],
    2,
    'ends before it begins',
  ],
])('%s gives one sentence and an exit code', async (_, args, exit, sentence) => {
  const { cwd, json } = office()
  await json('accounts', 'create', '--email', EMAIL)
  const { code, out, err } = await svc(args, { cwd })
  expect({ code, out }).toEqual({ code: exit, out: '' })
  expect(err).toContain(sentence)
  expect(err.trim().split('\n')).toHaveLength(1)
})

test('the eleventh active key is refused §8.7', async () => {
  const { cwd, json, store } = office()
  const { account } = await json('accounts', 'create', '--email', EMAIL)
  const db = await store()
  for (let made = 0; made < 10; made += 1) await createKey(db, account.id, null, 0)
  await db.destroy()
  const { code, out, err } = await svc(['keys', 'create', '--account', EMAIL], { cwd })
  expect({ code, out }).toEqual({ code: 1, out: '' })
  expect(err).toContain('10 active keys')
})
