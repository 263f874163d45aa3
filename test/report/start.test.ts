import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { StartRequest } from '../../pipeline/contract/start.ts'
import { DEFAULT_LIMITS } from '../../pipeline/contract/words.ts'
import { openKeys } from '../../pipeline/report/seal.ts'
import type { StartOutcome } from '../../pipeline/report/start.ts'
import { creditBalance, grantCredits } from '../../pipeline/store/accounts/credits.ts'
import { activatePlan } from '../../pipeline/store/accounts/plans.ts'
import { findReport } from '../../pipeline/store/report/reports.ts'
import { dueMail } from '../../pipeline/store/upkeep/outbox.ts'
import { newAccount } from '../support/accounts.ts'
import { queued } from '../support/job.ts'
import { findMarkerIn } from '../support/marker.ts'
import { contend } from '../support/store/contend.ts'
import { findStored } from '../support/store/store.ts'
import { endOf, KEY, NOTHING, OWN_KEYS, SECRET, START, slugOf, starter, written } from './starting.ts'

/** What a contender says of a start. */
const sameStart = z.object({ reused: z.boolean(), slug: z.string() })

describe('an accepted start', () => {
  test('on a credit writes the report, the spend, the job, the mail and the start, and is PENDING §3.5', async () => {
    const { db, clock, account, start } = await starter({ credits: 2 })
    const outcome = await start({ ...START, plan: 'QUICK', seedPrompts: ['Which CRM is quickest to set up?'] }, KEY)
    expect(outcome).toEqual({
      reused: false,
      slug: expect.any(String),
      status: 'PENDING',
      funding: 'credits',
      keyUse: 'first',
    })
    const slug = slugOf(outcome)
    expect(await written(db)).toEqual({ ...NOTHING, reports: 1, starts: 1, keyStarts: 1, jobs: 1, mails: 1, spends: 1 })
    expect(await creditBalance(db, account.id)).toEqual({ balance: 1, held: 0 })
    expect(await queued(db)).toEqual([slug])
    expect(await findReport(db, slug)).toEqual({
      slug,
      accountId: account.id,
      simulated: false,
      plan: 'FULL',
      funding: 'CREDITS',
      domain: 'acme.example',
      brand: 'Acme',
      aliases: [],
      category: 'CRM software',
      country: 'US',
      language: 'en',
      description: 'A CRM that a small team sets up in an afternoon.',
      engines: ['OPENAI', 'ANTHROPIC', 'PERPLEXITY', 'GEMINI', 'GROK', 'AI_OVERVIEW'],
      seedPrompts: ['Which CRM is quickest to set up?'],
      byokEngines: null,
      tracked: null,
      endMailUrl: expect.stringMatching(/^https:\/\/site\.example\/r\/\w+$/),
      surveyId: null,
      status: 'PENDING',
      overallScore: null,
      error: null,
      createdAt: clock.now(),
      startedAt: null,
      ranMs: 0,
      completedAt: null,
    })
  })

  test('mails the link to the account that owns the key §6.1', async () => {
    const { db, clock, start } = await starter({ credits: 1 })
    const slug = slugOf(await start(START))
    const mails = await dueMail(db, clock.now(), 10)
    expect(mails).toMatchObject([{ recipient: 'ada@agency.example', subject: 'Your report on Acme has started' }])
    expect(mails[0]?.text).toContain(`https://site.example/r/${slug}`)
  })

  test('keeps where the mail at its end leads, and nothing where none is wanted', async () => {
    const { db, start } = await starter({ credits: 2 })
    const [told, silent] = [slugOf(await start(START)), slugOf(await start({ ...START, notify: false }))]
    expect((await findReport(db, told))?.endMailUrl).toBe(`https://site.example/r/${told}`)
    expect((await findReport(db, silent))?.endMailUrl).toBeNull()
  })

  test('has a slug of at least 128 random bits', async () => {
    const { start } = await starter({ credits: 2 })
    const [one, two] = [slugOf(await start(START)), slugOf(await start(START))]
    expect(one).toMatch(/^[0-9A-Za-z]{22}$/)
    expect(one).not.toBe(two)
  })

  test('on own keys spends no credit, seals the keys, and keeps for which engines one was sent', async () => {
    const { db, account, clock, start } = await starter({ credits: 1, plan: {} })
    const outcome = await start({ ...OWN_KEYS, plan: 'DEEP' }, KEY)
    expect(outcome).toMatchObject({ reused: false, status: 'PENDING', funding: 'byok' })
    const slug = slugOf(outcome)
    const rows = { reports: 1, starts: 1, keyStarts: 1, jobs: 1, sealed: 1, wrapped: 1, mails: 1 }
    expect(await written(db)).toEqual({ ...NOTHING, ...rows })
    expect(await creditBalance(db, account.id)).toEqual({ balance: 1, held: 0 })
    expect(await findReport(db, slug)).toMatchObject({
      funding: 'BYOK',
      plan: 'DEEP',
      byokEngines: ['OPENAI', 'PERPLEXITY'],
    })
    expect(await openKeys({ db, secret: SECRET, now: clock.now }, slug)).toEqual(OWN_KEYS.providerKeys)
  })

  test('on own keys leaves no part of them in what it answers, mails or stores', async () => {
    const marker = 'mX4vQ9tLw2RzK7bNcYp3HsD8'
    const { db, database, clock, start } = await starter({ plan: {} })
    const request = { ...OWN_KEYS, providerKeys: { OPENAI: marker, AI_OVERVIEW: `login:${marker}` } }
    const outcomes = [await start(request, KEY), await start(request, KEY), await start({ ...request, domain: marker })]
    expect(outcomes.map(endOf)).toEqual(['started', 'replayed', 'wrongFields'])
    expect(findMarkerIn(JSON.stringify([outcomes, await dueMail(db, clock.now(), 9)]), marker)).toBeUndefined()
    expect(await findStored(db, database, marker)).toEqual([])
  })

  test('on simulated engines is simulated, in its mail too', async () => {
    const { db, clock, start } = await starter({ credits: 1 })
    const slug = slugOf(await start(START, undefined, { simulate: true }))
    expect(await findReport(db, slug)).toMatchObject({ simulated: true })
    expect(await dueMail(db, clock.now(), 1)).toMatchObject([{ subject: expect.stringContaining('[simulated]') }])
  })

  test('that waited for the account is dated when its turn came', async () => {
    const { db, clock, start } = await starter({ credits: 1 })
    let asked = 0
    const now = () => {
      asked += 1
      return asked === 1 ? clock.now() : clock.now() + 5_000
    }
    const report = await findReport(db, slugOf(await start(START, undefined, { now })))
    expect(report?.createdAt).toBe(clock.now() + 5_000)
  })
})

describe('a refused start', () => {
  const cases: [
    string,
    Parameters<typeof starter>[0],
    StartRequest,
    Parameters<Awaited<ReturnType<typeof starter>>['start']>[2],
    StartOutcome,
  ][] = [
    [
      'a field that does not fit',
      { credits: 1 },
      { ...START, domain: 'no domain' },
      {},
      { refusal: 'wrongFields', fields: ['domain'] },
    ],
    ['no credit', {}, START, {}, { refusal: 'noCredit' }],
    ['no Agent plan', { credits: 1 }, OWN_KEYS, {}, { refusal: 'noPlan' }],
    ['own keys switched off', { plan: {} }, OWN_KEYS, { byokOn: false }, { refusal: 'byokOff' }],
    ['no secret to seal keys with', { plan: {} }, OWN_KEYS, { secret: undefined }, { refusal: 'byokOff' }],
    [
      'simulated questions in another language',
      { credits: 1 },
      { ...START, country: 'DE', language: 'de', seedPrompts: ['Welches CRM?'] },
      { simulate: true },
      { refusal: 'unwritten' },
    ],
    [
      'questions in another language without a scribe',
      { credits: 1 },
      {
        ...START,
        country: 'DE',
        language: 'de',
        seedPrompts: Array.from({ length: 9 }, (_, at) => `Welches CRM ${at}?`),
      },
      { hasScribe: false },
      { refusal: 'unwritten' },
    ],
    ['an account that is gone', { credits: 1 }, START, { accountId: 'nobody' }, { refusal: 'accountGone' }],
  ] as const
  test.each(cases)('for %s has written nothing §4.1.16 §8.17', async (_, has, request, other, refusal) => {
    const { db, account, start } = await starter(has)
    const before = await creditBalance(db, account.id)
    expect(await start(request, KEY, other)).toEqual(refusal)
    expect(await written(db)).toEqual(NOTHING)
    expect(await creditBalance(db, account.id)).toEqual(before)
  })

  test('for an address that was not verified has written nothing', async () => {
    const { db, account, start } = await starter({ credits: 1, plan: {} })
    await db.updateTable('accounts').set({ verified: 0 }).where('id', '=', account.id).execute()
    expect(await start(START, KEY)).toEqual({ refusal: 'unverified' })
    expect(await start(OWN_KEYS, KEY)).toEqual({ refusal: 'unverified' })
    expect(await written(db)).toEqual(NOTHING)
  })

  test('is not one whose questions are all sent or in English, that a scribe of its own keys writes, or that began before', async () => {
    const german = { ...START, country: 'DE', language: 'de' }
    const none = { hasScribe: false }
    const { start } = await starter({ credits: 9, plan: {} })
    const whole = { ...german, seedPrompts: Array.from({ length: 10 }, (_, at) => `Welches CRM ${at}?`) }
    const before = await start(german, KEY)
    expect(await start(german, KEY, none)).toMatchObject({ reused: true, slug: slugOf(before) })
    for (const request of [whole, { ...START, country: 'DE' }, { ...OWN_KEYS, country: 'DE', language: 'de' }])
      expect(await start(request, undefined, none)).toMatchObject({ reused: false })
  })

  test('leaves its idempotency key free', async () => {
    const { db, account, clock, start } = await starter()
    expect(await start(START, KEY)).toEqual({ refusal: 'noCredit' })
    await grantCredits(db, account.id, 1, clock.now())
    expect(await start(START, KEY)).toMatchObject({ reused: false })
  })

  test('does not come from another account’s credits, plan or reports', async () => {
    const { db, clock, newKey, start } = await starter({ credits: 5, plan: { concurrent: 1 } })
    const bob = await newAccount(db, 'bob@agency.example')
    const his = { accountId: bob.id, keyId: await newKey(bob.id) }
    expect(await start(START, undefined, his)).toEqual({ refusal: 'noCredit' })
    expect(await start(OWN_KEYS, undefined, his)).toEqual({ refusal: 'noPlan' })
    await activatePlan(db, bob.id, { limits: { ...DEFAULT_LIMITS, concurrent: 1 } }, clock.now())
    expect(await start(OWN_KEYS)).toMatchObject({ reused: false })
    expect(await start(OWN_KEYS, undefined, his)).toMatchObject({ reused: false })
  })
})

describe('simultaneous starts', () => {
  test('50 equal ones begin one report and spend one credit', async () => {
    const { db, account, start } = await starter({ credits: 50 })
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => start(START, KEY)))
    expect(outcomes.filter((outcome) => endOf(outcome) === 'started')).toHaveLength(1)
    expect(outcomes.filter((outcome) => endOf(outcome) === 'replayed')).toHaveLength(49)
    expect(new Set(outcomes.map(slugOf)).size).toBe(1)
    expect(await written(db)).toMatchObject({ reports: 1, starts: 1, keyStarts: 1, jobs: 1, mails: 1, spends: 1 })
    expect(await creditBalance(db, account.id)).toEqual({ balance: 49, held: 0 })
  })

  test('50 equal ones of five processes begin one report and spend one credit §4.1.14', async () => {
    const { db, database, account, keyId } = await starter({ credits: 50 })
    const outcomes = (
      await contend(
        database,
        5,
        `const { startReport } = await load('pipeline/report/start.ts')
        const { openQueue } = await load('pipeline/queue/open.ts')
        const { systemClock } = await load('pipeline/ask/clock.ts')
        const queue = await openQueue(db, database, { clock: systemClock, fault: () => {} })
        const options = { db, queue, now: Date.now, secret: undefined, byokOn: true, simulate: true, siteUrl: () => 'https://site.example' }
        return Promise.all(Array.from({ length: 10 }, () =>
          startReport(options, { accountId: '${account.id}', keyId: '${keyId}' }, ${JSON.stringify(START)}, '${KEY}'))).finally(queue.close)`,
      )
    )
      .flat()
      .map((outcome) => sameStart.parse(outcome))
    expect(outcomes.filter(({ reused }) => !reused)).toHaveLength(1)
    expect(outcomes.filter(({ reused }) => reused)).toHaveLength(49)
    expect(new Set(outcomes.map(({ slug }) => slug)).size).toBe(1)
    expect(await written(db)).toMatchObject({ reports: 1, starts: 1, keyStarts: 1, jobs: 1, mails: 1, spends: 1 })
    expect(await creditBalance(db, account.id)).toEqual({ balance: 49, held: 0 })
  })

  test('never spend more credits than there are, in several processes', async () => {
    const { db, database, account, keyId } = await starter({ credits: 3 })
    const kinds = (
      await contend(
        database,
        3,
        `const { startReport } = await load('pipeline/report/start.ts')
        const { openQueue } = await load('pipeline/queue/open.ts')
        const { systemClock } = await load('pipeline/ask/clock.ts')
        const queue = await openQueue(db, database, { clock: systemClock, fault: () => {} })
        const options = { db, queue, now: Date.now, secret: undefined, byokOn: true, simulate: true, siteUrl: () => 'https://site.example' }
        const outcomes = await Promise.all(Array.from({ length: 3 }, () =>
          startReport(options, { accountId: '${account.id}', keyId: '${keyId}' }, ${JSON.stringify(START)}, undefined))).finally(queue.close)
        return outcomes.map(({ refusal = 'started' }) => refusal)`,
      )
    ).flat()
    expect(kinds.toSorted()).toEqual([...Array(6).fill('noCredit'), ...Array(3).fill('started')])
    expect(await written(db)).toMatchObject({ reports: 3, jobs: 3, mails: 3, spends: 3 })
    expect(await creditBalance(db, account.id)).toEqual({ balance: 0, held: 0 })
  })

  test('never exceed a plan limit', async () => {
    const { db, start } = await starter({ plan: { concurrent: 2 } })
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => start(OWN_KEYS)))
    expect(outcomes.filter((outcome) => endOf(outcome) === 'started')).toHaveLength(2)
    expect(outcomes.filter((outcome) => endOf(outcome) === 'planLimited')).toHaveLength(6)
    expect(await written(db)).toMatchObject({ reports: 2, sealed: 2, wrapped: 2, jobs: 2 })
  })

  test('in any mixture leave reports, spends, jobs and mails that agree', async () => {
    const requests = fc.array(
      fc.record({
        key: fc.constantFrom(undefined, KEY, `${KEY}-2`),
        plan: fc.constantFrom('QUICK' as const, 'FULL' as const),
      }),
      { minLength: 1, maxLength: 9 },
    )
    await fc.assert(
      fc.asyncProperty(requests, fc.integer({ min: 0, max: 6 }), async (sent, credits) => {
        const { db, account, start } = await starter({ credits })
        const outcomes = await Promise.all(sent.map(({ key, plan }) => start({ ...START, plan }, key)))
        const started = outcomes.filter((outcome) => endOf(outcome) === 'started').length
        expect(await written(db)).toMatchObject({ reports: started, spends: started, jobs: started, mails: started })
        expect(await creditBalance(db, account.id)).toEqual({ balance: credits - started, held: 0 })
        const different = new Set(sent.map(({ key, plan }, at) => `${key ?? at} ${plan}`)).size
        expect(started).toBe(Math.min(credits, different))
      }),
      { numRuns: 20, seed: 20261120 },
    )
  })

  test('leave nothing of one whose transaction fails', async () => {
    const { db, start } = await starter({ credits: 1, plan: {} })
    const siteUrl = () => {
      throw new Error('a fault at the last step')
    }
    await expect(start(START, KEY, { siteUrl })).rejects.toThrow('a fault at the last step')
    await expect(start(OWN_KEYS, KEY, { siteUrl })).rejects.toThrow('a fault at the last step')
    expect(await written(db)).toEqual(NOTHING)
    expect(await start(START, KEY)).toMatchObject({ reused: false })
  })
})

describe('the starts of one key', () => {
  test('are limited to ten in a clock hour, not counting replays and refusals', async () => {
    const { db, account, clock, keyId, newKey, start } = await starter({ credits: 10 })
    for (let nth = 0; nth < 10; nth += 1) {
      expect(await start(OWN_KEYS)).toEqual({ refusal: 'noPlan' })
      expect(await start(START, `${KEY}-${nth}`)).toMatchObject({ reused: false })
      expect(await start(START, `${KEY}-${nth}`)).toMatchObject({ reused: true })
      // The first is at the beginning of the hour.
      if (nth === 0) clock.advance(20 * 60_000)
    }
    await grantCredits(db, account.id, 5, clock.now())
    expect(await start(START)).toEqual({ refusal: 'startsLimited', retryAfterMs: 40 * 60_000 })
    expect(await start(START, `${KEY}-0`)).toMatchObject({ reused: true })
    expect(await start(START, undefined, { keyId: await newKey() })).toMatchObject({ reused: false })
    clock.advance(40 * 60_000)
    expect(await start(START, undefined, { keyId })).toMatchObject({ reused: false })
  })
})
