import { describe, expect, test } from 'vitest'
import { deleteAccount } from '../../../pipeline/store/accounts/accounts.ts'
import { creditBalance } from '../../../pipeline/store/accounts/credits.ts'
import { createKey } from '../../../pipeline/store/accounts/keys.ts'
import { assertErrorShape } from '../../support/checks/error-shape.ts'
import { BODY, BYOK, bearer, start } from '../customer.ts'
import { NOON } from '../fresh-app.ts'
import { KEY, NOTHING, ONE_CREDIT, started, withCustomer, written } from '../starts.ts'

const HOUR = 3_600_000

describe('a start on a credit', () => {
  test('is 202 with the report, its page and its status, and spends one §2.2.1 §4.1.4 §7.202', async () => {
    const { db, ada, begin } = await withCustomer({ credits: 2 })
    const response = await begin(BODY, KEY)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('ratelimit-remaining')).toBe('59')
    const { slug, ...rest } = await started(response)
    // 128 random bits are 22 characters of base64url.
    expect(slug).toMatch(/^[A-Za-z0-9_-]{22,}$/)
    expect(rest).toEqual({
      status: 'PENDING',
      reused: false,
      funding: 'credits',
      url: `https://www.example/r/${slug}`,
      statusUrl: `https://api.example/v1/reports/${slug}/status`,
    })
    expect(await written(db)).toEqual(ONE_CREDIT)
    expect(await creditBalance(db, ada.account.id)).toEqual({ balance: 1, held: 0 })
  })

  test('queues a mail with the link to the owner of the key §2.2.3', async () => {
    const { db, begin } = await withCustomer({ credits: 1 })
    const { url } = await started(await begin(BODY))
    const [mail] = await db.selectFrom('outbox').selectAll().execute()
    expect(mail?.recipient).toBe('ada@agency.example')
    expect(mail?.text).toContain(url)
  })

  test('runs FULL, whatever plan it names, and ignores unknown fields §2.1.6', async () => {
    const { db, begin } = await withCustomer({ credits: 1 })
    await started(await begin({ ...BODY, plan: 'QUICK', engines: ['GROK'], colour: 'red' }))
    expect(await db.selectFrom('reports').select(['plan', 'engines']).execute()).toEqual([
      { plan: 'FULL', engines: '["GROK"]' },
    ])
  })

  test('is 402 without one left, and has started nothing §4.1.6 §7.402', async () => {
    const { db, begin } = await withCustomer()
    const response = await begin(BODY, KEY)
    const { error, ...rest } = await assertErrorShape(response, 402)
    expect(error).not.toContain('acme')
    expect(rest).toEqual({})
    expect(response.headers.get('retry-after')).toBeNull()
    expect(await written(db)).toEqual(NOTHING)
  })

  test('is 403 before the address is verified §5.8 §7.403', async () => {
    const { db, begin } = await withCustomer({ credits: 1, verified: false })
    await assertErrorShape(await begin(BODY, KEY), 403)
    expect(await written(db)).toEqual(NOTHING)
  })
})

describe('fields to fix', () => {
  const marker = 'marker-7f3a'
  test.each<[string, unknown, string[]]>([
    ['nothing', {}, ['domain', 'category', 'description', 'funding']],
    ['no domain §2.1.1', { ...BODY, domain: marker }, ['domain']],
    ['a domain of the wrong type', { ...BODY, domain: 7 }, ['domain']],
    ['an empty category §2.1.2', { ...BODY, category: '  ' }, ['category']],
    ['a description that is too long §2.1.3', { ...BODY, description: marker.repeat(200) }, ['description']],
    ['no funding that is known §2.1.4', { ...BODY, funding: marker }, ['funding']],
    ['a plan that is not known §2.1.5', { ...BODY, plan: marker }, ['plan']],
    ['an empty brand', { ...BODY, brand: '' }, ['brand']],
    ['an alias that is no name', { ...BODY, aliases: ['Acme Desk', '!'] }, ['aliases']],
    ['a country that does not exist', { ...BODY, country: 'UK' }, ['country']],
    ['a language in another form', { ...BODY, language: 'de-AT' }, ['language']],
    ['no questions in a language that a simulated report has none in', { ...BODY, language: 'de' }, ['seedPrompts']],
    ['a question that names an alias', { ...BODY, aliases: ['Desk'], seedPrompts: ['Is Desk good?'] }, ['seedPrompts']],
    ['too many aliases', { ...BODY, aliases: Array(21).fill(marker) }, ['aliases']],
    ['a notify that is no yes or no', { ...BODY, notify: marker }, ['notify']],
    ['engines that are no list', { ...BODY, engines: 'OPENAI' }, ['engines']],
    ['an engine that is not known', { ...BODY, engines: ['OPENAI', marker] }, ['engines']],
    ['no engine', { ...BODY, engines: [] }, ['engines']],
    ['an engine outside of the plan §2.1.9', { ...BYOK, plan: 'QUICK', engines: ['OPENAI', 'GROK'] }, ['engines']],
    [
      'a question that names the product §2.1.12',
      { ...BODY, seedPrompts: [`Is Acme ${marker} good?`] },
      ['seedPrompts'],
    ],
    ['more questions than the plan has §2.1.10', { ...BODY, seedPrompts: Array(11).fill(marker) }, ['seedPrompts']],
    ['provider keys with credits §2.1.16', { ...BODY, providerKeys: { OPENAI: marker } }, ['providerKeys']],
    ['no provider keys with byok', { ...BODY, funding: 'byok' }, ['providerKeys']],
    [
      'a key for an engine that is not known §2.1.13',
      { ...BYOK, providerKeys: { [marker]: 'sk-0123456789' } },
      ['providerKeys'],
    ],
    ['no key of the three §2.1.15', { ...BYOK, providerKeys: { GROK: 'xai-0123456789' } }, ['providerKeys']],
    ['a key with odd bytes', { ...BYOK, providerKeys: { OPENAI: `sk-${marker}\n0123` } }, ['providerKeys']],
    ['no key for the engine selected', { ...BYOK, engines: ['GROK'] }, ['providerKeys']],
    ['a short idempotency key', { ...BODY, idempotencyKey: marker }, ['idempotencyKey']],
    ['an idempotency key of the wrong type', { ...BODY, idempotencyKey: 7 }, ['idempotencyKey']],
  ])(
    '%s is 400, names the fields, repeats no value and starts nothing §2.8.2 §4.1.16 §7.400',
    async (_, body, fields) => {
      const { db, begin } = await withCustomer({ credits: 5, plan: {} })
      const answer = await assertErrorShape(await begin(body), 400)
      expect([...(answer.fields ?? [])].sort()).toEqual([...fields].sort())
      expect(JSON.stringify(answer)).not.toContain(marker)
      expect(await written(db)).toEqual(NOTHING)
    },
  )

  test.each(['[]', 'null', '7', '"text"', '{', ''])('the body %j is 400 without a field to name', async (body) => {
    const { begin } = await withCustomer({ credits: 1 })
    expect((await assertErrorShape(await begin(body), 400)).fields).toBeUndefined()
  })

  test('a body that is too large is 413, and one of another type 415 §4.1.8', async () => {
    const { db, send, ada } = await withCustomer({ credits: 1 })
    const padded = start(ada, { ...BODY, pad: 'x'.repeat(32_768) })
    await assertErrorShape(await send('/v1/reports', padded), 413)
    const typed = { ...ada.headers, 'content-type': 'text/plain' }
    await assertErrorShape(
      await send('/v1/reports', { method: 'POST', headers: typed, body: JSON.stringify(BODY) }),
      415,
    )
    expect(await written(db)).toEqual(NOTHING)
  })
})

describe('a start on own keys', () => {
  test('is 202, says byok, and keeps for which engines a key was sent §5.10.3 §5.10.9', async () => {
    const { db, begin } = await withCustomer({ plan: {} })
    const response = await begin({ ...BYOK, plan: 'QUICK' }, KEY)
    const text = await response.clone().text()
    expect(text).not.toContain('marker')
    expect(await started(response)).toMatchObject({ funding: 'byok', reused: false })
    expect(await db.selectFrom('reports').select(['plan', 'funding', 'byok_engines']).execute()).toEqual([
      { plan: 'QUICK', funding: 'BYOK', byok_engines: '["OPENAI"]' },
    ])
    expect(await written(db)).toEqual({ ...ONE_CREDIT, sealed: 1, spends: 0 })
  })

  test('is 403 if they are switched off, or nothing could seal them §5.9 §7.403', async () => {
    for (const changed of [{ byokOn: false }, { secret: undefined }]) {
      const { db, begin } = await withCustomer({ plan: {} }, changed)
      await assertErrorShape(await begin(BYOK, KEY), 403)
      expect(await written(db)).toEqual(NOTHING)
    }
  })

  test('is 402 with `limit: plan` and no time to wait without an active plan §4.1.7 §8.11', async () => {
    const { db, begin } = await withCustomer({ credits: 1 })
    const response = await begin(BYOK, KEY)
    const { limit, retryAfterSeconds } = await assertErrorShape(response, 402)
    expect({ limit, retryAfterSeconds }).toEqual({ limit: 'plan', retryAfterSeconds: undefined })
    expect(response.headers.get('retry-after')).toBeNull()
    expect(await written(db)).toEqual(NOTHING)
  })

  async function assertLimited(response: Response, limit: string, retryAfterSeconds: number | undefined) {
    const body = await assertErrorShape(response, 429)
    expect(body).toEqual({ error: body.error, limit, ...(retryAfterSeconds && { retryAfterSeconds }) })
    expect(response.headers.get('retry-after')).toBe(retryAfterSeconds === undefined ? null : String(retryAfterSeconds))
    for (const name of ['limit', 'remaining', 'reset']) expect(response.headers.get(`ratelimit-${name}`)).toBeNull()
  }

  const wide = { projects: 50, reportsPerMonth: 50, perDay: 50, concurrent: 50 }
  // It lasts from noon on 20 November to noon on 20 December.
  const month = 30 * 24 * 3_600

  test('over `concurrent` is 429 without a time, until a running report ends §7.429 §8.15 §8.16', async () => {
    const { db, begin } = await withCustomer({ plan: { ...wide, concurrent: 1 } })
    const { slug } = await started(await begin(BYOK, KEY))
    await assertLimited(await begin(BYOK), 'concurrent', undefined)
    await db.updateTable('reports').set({ status: 'COMPLETE' }).where('slug', '=', slug).execute()
    await started(await begin(BYOK))
  })

  test('over `perDay` is 429 until the oldest start of the day is 24 hours old §8.14', async () => {
    const { clock, begin } = await withCustomer({ plan: { ...wide, perDay: 1 } })
    await started(await begin(BYOK))
    clock.now += HOUR
    await assertLimited(await begin(BYOK), 'perDay', 23 * 3_600)
    clock.now = NOON + 24 * HOUR
    await started(await begin(BYOK))
  })

  test('over `projects` is 429 until the next period, and a known domain is not another project §8.12', async () => {
    const { clock, begin } = await withCustomer({ plan: { ...wide, projects: 1 } })
    await started(await begin(BYOK))
    await started(await begin({ ...BYOK, domain: 'www.acme.example' }))
    await assertLimited(await begin({ ...BYOK, domain: 'bolt.example' }), 'projects', month)
    clock.now += month * 1_000
    await started(await begin({ ...BYOK, domain: 'bolt.example' }))
  })

  test('over `reportsPerMonth` is 429 until the next period §8.13', async () => {
    const { clock, begin } = await withCustomer({ plan: { ...wide, reportsPerMonth: 1 } })
    await started(await begin(BYOK))
    await assertLimited(await begin(BYOK), 'reportsPerMonth', month)
    clock.now += month * 1_000
    await started(await begin(BYOK))
  })

  test('the limits of the plan don’t apply to credits §8.10', async () => {
    const { begin } = await withCustomer({ credits: 2, plan: { concurrent: 1 } })
    await started(await begin(BYOK))
    await started(await begin(BODY))
    await started(await begin(BODY))
  })
})

describe("the key's starts of an hour", () => {
  // The test's clock stands at noon and 20 seconds.
  const toTheHour = 3_600 - 20

  test('are ten; the next is 429 with the headers of the hour, and replays still work §8.3', async () => {
    const { db, clock, begin } = await withCustomer({ credits: 12 })
    for (let n = 0; n < 10; n++) await started(await begin(BODY, `${KEY}-${n}`))
    const response = await begin(BODY, `${KEY}-10`)
    const { limit, retryAfterSeconds } = await assertErrorShape(response, 429)
    expect(limit).toBeUndefined()
    expect(retryAfterSeconds).toBe(toTheHour)
    expect(response.headers.get('retry-after')).toBe(String(toTheHour))
    expect(response.headers.get('ratelimit-limit')).toBe('10')
    expect(response.headers.get('ratelimit-remaining')).toBe('0')
    expect(response.headers.get('ratelimit-reset')).toBe(String(toTheHour))
    await started(await begin(BODY, `${KEY}-3`), 200)
    expect(await written(db)).toMatchObject({ reports: 10, spends: 10 })
    clock.now = NOON + toTheHour * 1_000 - 1
    await assertErrorShape(await begin(BODY, `${KEY}-10`), 429)
    clock.now += 1
    await started(await begin(BODY, `${KEY}-10`))
  })

  test('count neither replays nor refusals §8.4', async () => {
    const { begin, clock } = await withCustomer({ credits: 2 })
    await started(await begin(BODY, KEY))
    for (let n = 0; n < 12; n++) await started(await begin(BODY, KEY), 200)
    for (let n = 0; n < 12; n++) await assertErrorShape(await begin({ ...BODY, domain: 'x' }), 400)
    for (let n = 0; n < 12; n++) await assertErrorShape(await begin(BYOK), 402)
    clock.now += 60_000
    await started(await begin(BODY))
  })

  test('are each key’s own', async () => {
    const { db, send, ada, begin } = await withCustomer({ credits: 11 })
    for (let n = 0; n < 10; n++) await started(await begin(BODY))
    const second = await createKey(db, ada.account.id, null, NOON)
    if (second === 'tooMany') throw new Error('two keys are too many')
    await started(await send('/v1/reports', start({ headers: bearer(second.key) }, BODY)))
  })

  test('hold when eleven come at once', async () => {
    const { begin } = await withCustomer({ credits: 20 })
    const responses = await Promise.all(Array.from({ length: 20 }, () => begin(BODY)))
    expect(responses.filter(({ status }) => status === 202)).toHaveLength(10)
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(10)
  })
})

test('an account deleted while its start arrives is 401, and nothing is left §5.4.3', async () => {
  const { db, send, ada } = await withCustomer({ credits: 1 })
  const { body, ...request } = start(ada, BODY, KEY)
  // A body is read once the key was looked up.
  const late = new ReadableStream({
    pull: async (controller) => {
      await deleteAccount(db, ada.account.email, NOON)
      controller.enqueue(new TextEncoder().encode(body))
      controller.close()
    },
  })
  const response = await send('/v1/reports', { ...request, body: late, duplex: 'half' } as RequestInit)
  await assertErrorShape(response, 401)
  expect(response.headers.get('www-authenticate')).toBe('Bearer')
  expect(await written(db)).toEqual(NOTHING)
})
