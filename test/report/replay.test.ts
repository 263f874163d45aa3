import { describe, expect, test } from 'vitest'
import type { StartRequest } from '../../pipeline/contract/start.ts'
import { openKeys } from '../../pipeline/report/seal.ts'
import { deleteAccount } from '../../pipeline/store/accounts/accounts.ts'
import { creditBalance, grantCredits, releaseHold } from '../../pipeline/store/accounts/credits.ts'
import { cancelPlan } from '../../pipeline/store/accounts/plans.ts'
import { newAccount } from '../support/accounts.ts'
import { endOf, fail, KEY, OWN_KEYS, SECRET, START, slugOf, starter, written } from './starting.ts'

describe('a start with an idempotency key', () => {
  test('begins one report however often it comes', async () => {
    const { db, start } = await starter({ credits: 5 })
    const first = await start(START, KEY)
    const again = await start(START, KEY)
    expect(again).toEqual({ ...first, reused: true, keyUse: 'replay' })
    expect(await written(db)).toMatchObject({ reports: 1, keyStarts: 1, jobs: 1, mails: 1, spends: 1 })
  })

  test('without a key, every request is a new start', async () => {
    const { db, start } = await starter({ credits: 5 })
    expect(slugOf(await start(START))).not.toBe(slugOf(await start(START)))
    expect(await written(db)).toMatchObject({ reports: 2, starts: 0, spends: 2 })
  })

  test('under another key is another start §4.1.12', async () => {
    const { start } = await starter({ credits: 5 })
    expect(slugOf(await start(START, KEY))).not.toBe(slugOf(await start(START, `${KEY}-2`)))
  })

  test('is the same one on every API key of the account, and another one in another account', async () => {
    const { db, clock, newKey, start } = await starter({ credits: 5 })
    const first = slugOf(await start(START, KEY))
    expect(await start(START, KEY, { keyId: await newKey() })).toMatchObject({ reused: true, slug: first })
    const bob = await newAccount(db, 'bob@agency.example')
    await grantCredits(db, bob.id, 1, clock.now())
    const his = await start(START, KEY, { accountId: bob.id, keyId: await newKey(bob.id) })
    expect(endOf(his)).toBe('started')
    expect(slugOf(his)).not.toBe(first)
  })

  const changed: [string, Partial<StartRequest>][] = [
    ['domain', { domain: 'other.example', brand: 'Acme' }],
    ['brand', { brand: 'Acme Desk' }],
    ['description', { description: 'Another line.' }],
    ['category', { category: 'sales software' }],
    ['plan', { plan: 'QUICK' }],
    ['engines', { engines: ['OPENAI'] }],
    ['seedPrompts', { seedPrompts: ['Which CRM is quickest to set up?'] }],
    ['aliases', { aliases: ['Acme Desk'] }],
    ['country', { country: 'GB' }],
    ['language', { language: 'es' }],
  ]
  test.each(changed)('is another start when its %s changes', async (_, change) => {
    const { db, start } = await starter({ credits: 2 })
    expect(await start(START, KEY)).toMatchObject({ reused: false })
    expect(await start({ ...START, ...change }, KEY)).toMatchObject({ reused: false, keyUse: 'other-body' })
    expect(await written(db)).toMatchObject({ reports: 2, spends: 2 })
  })

  const understood: [string, StartRequest][] = [
    ['a domain in another form', { ...START, domain: 'https://www.ACME.example/pricing?x=1' }],
    ['the brand that is the default', { ...START, brand: 'Acme' }],
    ['the plan that is the default §2.1.5', { ...START, plan: 'FULL' }],
    [
      'the engines that are the default, in another order §2.1.8',
      { ...START, engines: ['AI_OVERVIEW', 'GROK', 'GEMINI', 'PERPLEXITY', 'ANTHROPIC', 'OPENAI', 'OPENAI'] },
    ],
    ['no seed questions, said', { ...START, seedPrompts: [] }],
    ['the market that is the default', { ...START, country: 'US', language: 'en' }],
  ]
  test.each(understood)('is the same start with %s', async (_, request) => {
    const { start } = await starter({ credits: 2 })
    const first = slugOf(await start(START, KEY))
    expect(await start(request, KEY)).toMatchObject({ reused: true, slug: first })
  })

  test('keeps its seed questions in order', async () => {
    const { start } = await starter({ credits: 2 })
    const seedPrompts = ['Which CRM is quickest?', 'Which CRM is cheapest?']
    const first = slugOf(await start({ ...START, seedPrompts }, KEY))
    expect(slugOf(await start({ ...START, seedPrompts: seedPrompts.toReversed() }, KEY))).not.toBe(first)
  })

  test('is the same with corrected provider keys, even when it failed, and keeps those that it came with §4.1.11', async () => {
    const { db, account, clock, start } = await starter({ plan: {} })
    const first = slugOf(await start(OWN_KEYS, KEY))
    const corrected = { ...OWN_KEYS, providerKeys: { ANTHROPIC: 'sk-other-0123456789' } }
    expect(await start(corrected, KEY)).toMatchObject({ reused: true, slug: first, funding: 'byok' })
    expect(await openKeys({ db, secret: SECRET, now: clock.now }, first)).toEqual(OWN_KEYS.providerKeys)
    await fail(db, account.id, first, clock.now())
    expect(await start(corrected, KEY)).toMatchObject({ reused: true, slug: first, status: 'FAILED' })
  })

  test('is the same under other funding, and says what the first one had', async () => {
    const { db, start } = await starter({ credits: 1, plan: {} })
    const first = slugOf(await start(START, KEY))
    const replay = { reused: true, slug: first, status: 'PENDING', funding: 'credits', keyUse: 'replay' }
    expect(await start(OWN_KEYS, KEY)).toEqual(replay)
    expect(await written(db)).toMatchObject({ reports: 1, sealed: 0 })
  })

  test('replays before address, credit, plan, limits and the switch for own keys are checked', async () => {
    const { db, account, clock, start } = await starter({ credits: 1, plan: { concurrent: 1, perDay: 1 } })
    const credit = slugOf(await start(START, KEY))
    const own = slugOf(await start({ ...OWN_KEYS, category: 'sales software' }, KEY))
    await cancelPlan(db, account.id, clock.now())
    await db.updateTable('accounts').set({ verified: 0 }).execute()
    expect(await start(START, KEY)).toMatchObject({ reused: true, slug: credit })
    const off = { byokOn: false, secret: undefined }
    expect(await start({ ...OWN_KEYS, category: 'sales software' }, KEY, off)).toMatchObject({
      reused: true,
      slug: own,
    })
  })

  test('is refused once its credit has been returned, whether it ran or never did', async () => {
    const { db, account, clock, start } = await starter({ credits: 2 })
    for (const [key, started] of [
      [KEY, true],
      [`${KEY}-2`, false],
    ] as const) {
      const slug = slugOf(await start(START, key))
      await fail(db, account.id, slug, clock.now(), started)
      expect(await start(START, key)).toEqual({ refusal: 'creditReturned' })
    }
    expect(await creditBalance(db, account.id)).toEqual({ balance: 2, held: 0 })
    expect(await start(START, `${KEY}-3`)).toMatchObject({ reused: false })
  })

  test('replays while its credit is held, and is refused once that is released', async () => {
    const { db, account, clock, start } = await starter({ credits: 4 })
    let last = ''
    for (const nth of [1, 2, 3, 4]) {
      last = `${KEY}-${nth}`
      await fail(db, account.id, slugOf(await start(START, last)), clock.now())
    }
    expect(await creditBalance(db, account.id)).toEqual({ balance: 3, held: 1 })
    expect(await start(START, last)).toMatchObject({ reused: true, status: 'FAILED', funding: 'credits' })
    const hold = await db.selectFrom('credit_entries').select('id').where('kind', '=', 'hold').executeTakeFirstOrThrow()
    await releaseHold(db, hold.id, clock.now())
    expect(await start(START, last)).toEqual({ refusal: 'creditReturned' })
  })

  test('is free again when the account and its reports are gone', async () => {
    const { db, clock, newKey, start } = await starter({ credits: 1 })
    await start(START, KEY)
    await deleteAccount(db, 'ada@agency.example', clock.now())
    expect(await start(START, KEY)).toEqual({ refusal: 'accountGone' })
    const account = await newAccount(db)
    await grantCredits(db, account.id, 1, clock.now())
    const again = { accountId: account.id, keyId: await newKey(account.id) }
    expect(await start(START, KEY, again)).toMatchObject({ reused: false })
  })
})
