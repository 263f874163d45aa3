import { expect, test } from 'vitest'
import {
  createAccount,
  deleteAccount,
  findAccount,
  listAccounts,
  touchAccount,
  verifyAccount,
} from '../../../pipeline/store/accounts/accounts.ts'
import { creditBalance, grantCredits, spendCredit } from '../../../pipeline/store/accounts/credits.ts'
import { createKey, findKey } from '../../../pipeline/store/accounts/keys.ts'
import { activatePlan } from '../../../pipeline/store/accounts/plans.ts'
import { takeLease } from '../../../pipeline/store/driver/leases.ts'
import type { Store } from '../../../pipeline/store/driver/open.ts'
import { attachSurvey } from '../../../pipeline/store/report/reports.ts'
import { planCells } from '../../../pipeline/store/survey/cells.ts'
import { commitJournal } from '../../../pipeline/store/survey/journal.ts'
import { beginReadingCall, keepReadings } from '../../../pipeline/store/survey/readings.ts'
import { newAccount, newReport } from '../../support/accounts.ts'
import { everyRow, freshStore } from '../../support/store/store.ts'
import { track } from '../../support/tracked.ts'

test('an address is one account, however it is written', async () => {
  const { db } = await freshStore()
  const created = await createAccount(db, { email: ' Ada@Agency.example ', verified: false }, 1)
  expect(created).toEqual({ id: expect.any(String), email: 'ada@agency.example', verified: false })
  expect(await createAccount(db, { email: 'ADA@agency.example', verified: true }, 2)).toBe('taken')
  expect(await findAccount(db, 'ada@AGENCY.example\n')).toEqual(created)
  expect(await findAccount(db, 'bob@agency.example')).toBeUndefined()
})

test('an id has at least 128 random bits and no hyphen', async () => {
  const { db } = await freshStore()
  const { id } = await newAccount(db)
  expect(id).toMatch(/^[0-9A-Za-z]{22}$/)
  expect(22 * Math.log2(62)).toBeGreaterThanOrEqual(128)
})

test('simultaneous sign-ups with one address make one account', async () => {
  const { db } = await freshStore()
  const email = 'ada@agency.example'
  const made = await Promise.all(Array.from({ length: 10 }, () => createAccount(db, { email, verified: true }, 1)))
  expect(made.filter((each) => each === 'taken')).toHaveLength(9)
  expect(await listAccounts(db)).toHaveLength(1)
})

test('verified, the account says so', async () => {
  const { db } = await freshStore()
  const email = 'ada@agency.example'
  await createAccount(db, { email, verified: false }, 1)
  await createAccount(db, { email: 'bob@agency.example', verified: false }, 1)
  expect(await verifyAccount(db, 'Ada@agency.example')).toMatchObject({ email, verified: true })
  expect(await verifyAccount(db, 'nobody@agency.example')).toBeUndefined()
  expect((await listAccounts(db)).map(({ verified }) => verified)).toEqual([true, false])
})

test('accounts are listed oldest first', async () => {
  const { db } = await freshStore()
  const carol = await newAccount(db, 'carol@agency.example', 1)
  const bob = await newAccount(db, 'bob@agency.example', 2)
  const ada = await newAccount(db, 'ada@agency.example', 3)
  expect(await listAccounts(db)).toEqual([carol, bob, ada])
})

test('touching an account returns it, or undefined once it is deleted', async () => {
  const { db } = await freshStore()
  const { id } = await newAccount(db)
  expect(await touchAccount(db, id, 5)).toEqual({ id, email: 'ada@agency.example', verified: true })
  expect(await db.selectFrom('accounts').select('touched_at').execute()).toEqual([{ touched_at: 5 }])
  await deleteAccount(db, 'ada@agency.example', 6)
  expect(await touchAccount(db, id, 7)).toBeUndefined()
})

/** An account with something in every table that can hold something of it. */
async function settle(db: Store, email: string): Promise<{ accountId: string; slug: string; key: string }> {
  const name = email.replace(/@.*/, '')
  const { id: accountId } = await newAccount(db, email)
  const created = await createKey(db, accountId, null, 0)
  if (created === 'tooMany') throw new Error('a new account has no key')
  const slug = `${name}-running`
  await newReport(db, { slug, accountId })
  await newReport(db, { slug: `${name}-waiting`, accountId })
  await track(db, { accountId })
  await grantCredits(db, accountId, 3, 0)
  await spendCredit(db, { accountId, slug }, 0)
  await activatePlan(db, accountId, { limits: { projects: 1, reportsPerMonth: 1, perDay: 1, concurrent: 1 } }, 0)

  const lease = { name: `report/${slug}`, holder: name }
  const surveyId = `report/${slug}`
  await takeLease(db, lease, 0)
  await attachSurvey(db, lease, slug, { surveyId, questions: ['Which?'], simulated: true }, 0)
  await planCells(db, surveyId, { questions: 1, engines: ['OPENAI'], runs: 1 })
  const cell = { cellId: `${surveyId}/OPENAI/r0/q0`, attempt: 1, turn: 0 }
  await commitJournal(db, lease, [{ step: 'received', ...cell, body: '{}', costUsd: 0 }], 0)
  const end = { kind: 'noAnswer', text: '', model: 'm' } as const
  await commitJournal(db, lease, [{ step: 'finished', cellId: cell.cellId, end }], 0)
  const call = { id: `${name}-call`, surveyId, vendor: 'OPENAI', model: 'm', prompt: 'p', asked: [] }
  await beginReadingCall(db, lease, call, 0)
  await keepReadings(db, lease, call, [{ hash: 'h', names: [] }], 0)

  const report_slug = slug
  await db.insertInto('jobs').values({ report_slug, created_at: 0 }).execute()
  await db
    .insertInto('sealed_keys')
    .values({ report_slug, sealed: `sealed ${name}`, created_at: 0 })
    .execute()
  await db
    .insertInto('wrapped_keys')
    .values({ report_slug, wrapped: `wrapped ${name}`, created_at: 0 })
    .execute()
  await db.insertInto('key_starts').values({ report_slug, key_id: created.id, at: 0 }).execute()
  await db
    .insertInto('starts')
    .values({ account_id: accountId, idempotency_key: 'k', bound_hash: 'b', report_slug, created_at: 0 })
    .execute()
  const mail = { recipient: email, subject: 's', text: 't', created_at: 0, attempts: 0, next_at: 0, sent_at: null }
  await db
    .insertInto('outbox')
    .values({ id: name, account_id: accountId, ...mail })
    .execute()
  return { accountId, slug, key: created.key }
}

test('a deleted account leaves only its credit entries, and others keep everything', async () => {
  const { db } = await freshStore()
  await settle(db, 'bob@agency.example')
  const before = await everyRow(db)
  const { accountId, key } = await settle(db, 'ada@agency.example')
  const between = await everyRow(db)
  const untouched = ['migrations', 'categories', 'category_questions', 'ranking_months', 'rankings']
  for (const [table, rows] of between)
    expect([table, rows.length]).toEqual([
      table,
      (before.get(table)?.length ?? 0) * (untouched.includes(table) ? 1 : 2),
    ])

  expect(await deleteAccount(db, ' ADA@agency.example', 1)).toEqual({ mails: ['ada'] })
  const after = await everyRow(db)
  const credits = after.get('credit_entries')
  before.delete('credit_entries')
  after.delete('credit_entries')
  expect(after).toEqual(before)
  expect(credits).toEqual(between.get('credit_entries'))
  expect(JSON.stringify(credits)).not.toContain('@')
  expect(await creditBalance(db, accountId)).toEqual({ balance: 2, held: 0 })
  expect(await findKey(db, key)).toBeUndefined()
  expect(await deleteAccount(db, 'ada@agency.example', 2)).toBeUndefined()
})

test("a worker running a deleted account's report writes nothing more", async () => {
  const { db } = await freshStore()
  const { slug } = await settle(db, 'ada@agency.example')
  const lease = { name: `report/${slug}`, holder: 'ada' }
  await commitJournal(db, lease, [], 0)
  await deleteAccount(db, 'ada@agency.example', 1)
  await expect(commitJournal(db, lease, [], 2)).rejects.toThrow('held by another process')
})
