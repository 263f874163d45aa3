import { describe, expect, test } from 'vitest'
import { startResponse } from '../../../pipeline/contract/start.ts'
import { creditBalance, returnCredit } from '../../../pipeline/store/accounts/credits.ts'
import { createKey } from '../../../pipeline/store/accounts/keys.ts'
import { cancelPlan } from '../../../pipeline/store/accounts/plans.ts'
import { assertErrorShape } from '../../support/checks/error-shape.ts'
import { BODY, BYOK, bearer, customer, start } from '../customer.ts'
import { NOON } from '../fresh-app.ts'
import { KEY, NOTHING, ONE_CREDIT, started, withCustomer, written } from '../starts.ts'

describe('a retry with the same idempotency key', () => {
  test('says what the key did: began the first start, replayed it, or began another one with another body', async () => {
    const { begin } = await withCustomer({ credits: 3 })
    const use = async (body: object, key?: string) => (await begin(body, key)).headers.get('idempotency-key-use')
    expect(await use(BODY, KEY)).toBe('first')
    expect(await use({ ...BODY, notify: false }, KEY)).toBe('replay')
    expect(await use({ ...BODY, category: 'sales software' }, KEY)).toBe('other-body')
    expect(await use(BODY)).toBeNull()
  })

  test('is 200 with the same report, spends nothing and says so §2.2.2 §4.1.5 §7.200', async () => {
    const { db, begin } = await withCustomer({ credits: 2 })
    const first = await started(await begin(BODY, KEY))
    const again = await started(await begin(BODY, KEY), 200)
    expect(again).toEqual({ ...first, reused: true })
    expect(await written(db)).toEqual(ONE_CREDIT)
  })

  test('may send the key in the body, in the header, or the same in both §2.1.17 §9.5', async () => {
    const { begin } = await withCustomer({ credits: 1 })
    const { slug } = await started(await begin(BODY, KEY))
    expect((await started(await begin({ ...BODY, idempotencyKey: KEY }), 200)).slug).toBe(slug)
    expect((await started(await begin({ ...BODY, idempotencyKey: KEY }, KEY), 200)).slug).toBe(slug)
  })

  test('is 400 if the header and the body differ, or the header is malformed §4.1.3', async () => {
    const { db, begin } = await withCustomer({ credits: 1 })
    const other = `${KEY}-other`
    for (const [field, header] of [
      [KEY, other],
      [undefined, 'short-key-15-xx'],
      [undefined, 'x'.repeat(129)],
      [undefined, `${KEY} ${KEY}`],
      [undefined, `${KEY}.`],
      [KEY, ''],
    ]) {
      const { error, fields } = await assertErrorShape(await begin({ ...BODY, idempotencyKey: field }, header), 400)
      expect(fields).toEqual(['idempotencyKey'])
      expect(error).not.toContain(KEY)
    }
    expect(await written(db)).toEqual(NOTHING)
  })

  test.each(['x'.repeat(16), 'x'.repeat(128), 'A-Z_a-z_0-9-0123'])('the key %s is taken §4.1.2', async (key) => {
    const { begin } = await withCustomer({ credits: 1 })
    await started(await begin(BODY, key))
    await started(await begin(BODY, key), 200)
  })

  test('is the same start however the fields are written', async () => {
    const { begin } = await withCustomer({ credits: 1 })
    const { slug } = await started(await begin({ ...BODY, engines: ['GEMINI', 'OPENAI'] }, KEY))
    const rewritten = {
      ...BODY,
      domain: ' https://www.ACME.example/x ',
      brand: 'Acme',
      category: ' CRM software ',
      plan: 'FULL',
      engines: ['OPENAI', 'GEMINI', 'OPENAI'],
      seedPrompts: [],
    }
    expect((await started(await begin(rewritten, KEY), 200)).slug).toBe(slug)
  })

  test.each<[string, object]>([
    ['domain', { domain: 'bolt.example' }],
    ['brand', { brand: 'Acme Sales' }],
    ['description', { description: 'Another CRM.' }],
    ['category', { category: 'Sales software' }],
    ['plan', { plan: 'DEEP' }],
    ['engines', { engines: ['OPENAI'] }],
    ['seedPrompts', { seedPrompts: ['Which CRM is best for a team of three?'] }],
  ])('with another %s is another start §4.1.10', async (_, changed) => {
    const { db, begin } = await withCustomer({ credits: 2 })
    const { slug } = await started(await begin(BODY, KEY))
    expect((await started(await begin({ ...BODY, ...changed }, KEY))).slug).not.toBe(slug)
    expect((await written(db)).spends).toBe(2)
  })

  test('belongs to the account: its other key finds the start, another account does not §4.1.9', async () => {
    const { db, send, ada } = await withCustomer({ credits: 1 })
    const { slug } = await started(await send('/v1/reports', start(ada, BODY, KEY)))
    const second = await createKey(db, ada.account.id, 'second', NOON)
    if (second === 'tooMany') throw new Error('two keys are too many')
    const retry = await send('/v1/reports', start({ headers: bearer(second.key) }, BODY, KEY))
    expect((await started(retry, 200)).slug).toBe(slug)
    const bob = await customer(db, { email: 'bob@agency.example', credits: 1 })
    expect((await started(await send('/v1/reports', start(bob, BODY, KEY)))).slug).not.toBe(slug)
  })

  test('with corrected provider keys is the original start', async () => {
    const { db, begin } = await withCustomer({ plan: {} })
    const { slug } = await started(await begin(BYOK, KEY))
    const corrected = { ...BYOK, providerKeys: { OPENAI: 'sk-corrected-0123', GEMINI: 'g-0123456789' } }
    expect((await started(await begin(corrected, KEY), 200)).slug).toBe(slug)
    expect(await written(db)).toMatchObject({ reports: 1, sealed: 1 })
  })

  test('replays without checking credits, plan and limits', async () => {
    const { db, ada, begin } = await withCustomer({ credits: 1, plan: { concurrent: 1 } })
    const other = `${KEY}-byok`
    await started(await begin(BODY, KEY))
    await started(await begin(BYOK, other))
    expect(await creditBalance(db, ada.account.id)).toEqual({ balance: 0, held: 0 })
    await cancelPlan(db, ada.account.id, NOON)
    await started(await begin(BODY, KEY), 200)
    await started(await begin(BYOK, other), 200)
  })

  test('is 409 once the credit has gone back, and starts nothing §3.10 §7.409', async () => {
    const { db, ada, begin } = await withCustomer({ credits: 1 })
    const { slug } = await started(await begin(BODY, KEY))
    await returnCredit(db, { accountId: ada.account.id, slug, started: true }, NOON)
    const { status } = await assertErrorShape(await begin(BODY, KEY), 409)
    expect(status).toBeUndefined()
    expect(await creditBalance(db, ada.account.id)).toEqual({ balance: 1, held: 0 })
    expect((await written(db)).reports).toBe(1)
    expect((await started(await begin(BODY, `${KEY}-new`))).slug).not.toBe(slug)
  })

  test('replays a start whose credit is held', async () => {
    const { db, ada, begin } = await withCustomer({ credits: 4 })
    const slugs: string[] = []
    for (const n of [1, 2, 3, 4]) slugs.push((await started(await begin(BODY, `${KEY}-${n}`))).slug)
    await db.updateTable('reports').set({ status: 'FAILED', started_at: NOON }).execute()
    for (const slug of slugs) await returnCredit(db, { accountId: ada.account.id, slug, started: true }, NOON)
    expect(await creditBalance(db, ada.account.id)).toEqual({ balance: 3, held: 1 })
    await assertErrorShape(await begin(BODY, `${KEY}-3`), 409)
    expect(await started(await begin(BODY, `${KEY}-4`), 200)).toMatchObject({ slug: slugs[3], status: 'FAILED' })
  })

  test('without a key is a new start §4.1.13', async () => {
    const { db, begin } = await withCustomer({ credits: 2 })
    const { slug } = await started(await begin(BODY))
    expect((await started(await begin(BODY))).slug).not.toBe(slug)
    expect(await written(db)).toMatchObject({ reports: 2, starts: 0, spends: 2 })
  })

  test('50 at once are one report and one spend §4.1.14', async () => {
    const { db, ada, begin } = await withCustomer({ credits: 50 })
    const responses = await Promise.all(Array.from({ length: 50 }, () => begin(BODY, KEY)))
    const statuses = responses.map(({ status }) => status).sort()
    expect(statuses).toEqual([...Array(49).fill(200), 202])
    const slugs = await Promise.all(responses.map(async (each) => startResponse.parse(await each.json()).slug))
    expect(new Set(slugs).size).toBe(1)
    expect(await written(db)).toEqual(ONE_CREDIT)
    expect(await creditBalance(db, ada.account.id)).toEqual({ balance: 49, held: 0 })
  })

  test('50 different ones at once spend no more credits than there are', async () => {
    const { db, begin } = await withCustomer({ credits: 3 })
    const responses = await Promise.all(Array.from({ length: 50 }, (_, n) => begin(BODY, `${KEY}-${n}`)))
    const statuses = responses.map(({ status }) => status).sort()
    expect(statuses).toEqual([202, 202, 202, ...Array(47).fill(402)])
    expect((await written(db)).spends).toBe(3)
  })
})
