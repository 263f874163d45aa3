import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEFAULT_MARKET } from '../../pipeline/contract/market/market.ts'
import {
  createAiOverview,
  fromAiOverviewReply,
  toAiOverviewError,
  toAiOverviewRequest,
} from '../../pipeline/engines/ai-overview.ts'
import type { EngineErrorKind } from '../../pipeline/engines/error.ts'
import { serving } from '../support/process/serving.ts'
import { type Fault, startVendorServer, type VendorServer } from '../support/vendors/vendor-server.ts'

const ok = JSON.parse(readFileSync(new URL('../fixtures/engines/ai-overview-ok.json', import.meta.url), 'utf8'))
const reply = (items: unknown[] | null) => ({
  status_code: 20000,
  cost: 0.004,
  tasks: [{ status_code: 20000, cost: 0.004, result: [{ items }] }],
})
const NONE = { kind: 'noAnswer', text: '', model: 'google-ai-overview' }
const keyword = (question: string) => toAiOverviewRequest({ question, market: DEFAULT_MARKET })[0]?.keyword

describe('toAiOverviewRequest', () => {
  test('is a list of one task, with asynchronous overviews', () => {
    expect(toAiOverviewRequest({ question: 'best CRM?', market: DEFAULT_MARKET })).toEqual([
      {
        keyword: 'best CRM?',
        location_code: 2840,
        language_code: 'en',
        device: 'desktop',
        os: 'windows',
        depth: 10,
        load_async_ai_overview: true,
      },
    ])
  })

  test.each([
    ['GB', 'en', 2826, 'en'],
    ['NO', 'no', 2578, 'nb'],
    ['IL', 'he', 2376, 'he'],
    ['CN', 'zh', 2156, 'zh-CN'],
    ['TW', 'zh', 2158, 'zh-TW'],
    ['BR', 'pt', 2076, 'pt'],
  ])('asks from %s in %s by the codes %i and %s', (country, language, location_code, language_code) => {
    const [task] = toAiOverviewRequest({ question: 'CRM?', market: { country, language } })
    expect(task).toMatchObject({ location_code, language_code })
  })

  test('escapes percent and plus', () => {
    expect(keyword('100% vegan + cheap')).toBe('100%25 vegan %2B cheap')
  })

  test('disables search operators but keeps their words', () => {
    expect(keyword('site:acme.com CRM')).toBe('site acme.com CRM')
    expect(keyword('AllInTitle: best CRM inurl:x')).toBe('AllInTitle best CRM inurl x')
    expect(keyword('"best crm" -salesforce | pipedrive')).toBe('best crm salesforce pipedrive')
    expect(keyword('CRM software: which is best for e-mail?')).toBe('CRM software: which is best for e-mail?')
  })

  test('cuts at 700 characters without splitting an escape or a surrogate pair', () => {
    expect(keyword('a'.repeat(900))).toHaveLength(700)
    expect(keyword(`${'a'.repeat(698)}%`)).toBe('a'.repeat(698))
    expect(keyword(`${'a'.repeat(699)}🥾`)).toBe('a'.repeat(699))
  })
})

describe('fromAiOverviewReply', () => {
  test('reads the overview and its references without duplicates', () => {
    expect(fromAiOverviewReply([ok])).toEqual({
      kind: 'answered',
      text: 'Ridgeloom Wide 3 is widely recommended.\n\n- **Pacewell Broad**: roomy toe box [[1]](https://reviews.example.com/wide-trail)',
      citations: [
        { url: 'https://reviews.example.com/wide-trail', title: 'Wide trail shoes, tested', domain: 'example.com' },
        { url: 'https://www.example.org/fit-guide', title: 'Fit guide', domain: 'example.org' },
      ],
      grounded: true,
      searches: null,
      model: 'google-ai-overview',
    })
  })

  test('joins the elements and their components if there is no markdown', () => {
    const overview = {
      type: 'ai_overview',
      markdown: null,
      references: null,
      items: [
        { type: 'ai_overview_element', title: 'Best overall', text: 'Tallyharbor.', markdown: null, links: null },
        {
          type: 'ai_overview_expanded_element',
          components: [
            { markdown: '- **Pacewell**', references: [{ url: 'https://www.example.org/a', title: 'A' }] },
            null,
          ],
        },
        { type: 'ai_overview_video_element', title: null, text: null },
      ],
    }
    expect(fromAiOverviewReply([reply([overview])])).toMatchObject({
      text: 'Best overall\nTallyharbor.\n\n- **Pacewell**',
      citations: [{ url: 'https://www.example.org/a', title: 'A', domain: 'example.org' }],
    })
  })

  test('a page without an overview is no answer', () => {
    expect(fromAiOverviewReply([reply([{ type: 'organic', title: 'x' }])])).toEqual(NONE)
    expect(fromAiOverviewReply([reply(null)])).toEqual(NONE)
    expect(fromAiOverviewReply([{ status_code: 20000, tasks: [{ status_code: 40102, result: null }] }])).toEqual(NONE)
  })

  test('a malformed body is empty, not a page without an overview', () => {
    expect(fromAiOverviewReply([{ error: 'x' }])).toEqual({ kind: 'empty' })
    expect(fromAiOverviewReply([])).toEqual({ kind: 'empty' })
  })

  test('ignores an overview inside another box', () => {
    const nested = { type: 'people_also_ask', items: [{ type: 'ai_overview', markdown: 'Pacewell.' }] }
    expect(fromAiOverviewReply([reply([nested])])).toEqual(NONE)
  })

  test('an overview that never loaded is no answer and asks for another try', () => {
    const late = { type: 'ai_overview', asynchronous_ai_overview: true, markdown: null, items: null, references: null }
    expect(fromAiOverviewReply([reply([late])])).toEqual({ ...NONE, askAgain: true })
  })

  test('an overview without text is an empty reply', () => {
    const bare = { type: 'ai_overview', asynchronous_ai_overview: false, markdown: '', items: [], references: null }
    expect(fromAiOverviewReply([reply([bare])])).toEqual({ kind: 'empty' })
    expect(fromAiOverviewReply([reply([{ ...bare, markdown: '\u200b' }])])).toEqual({ kind: 'empty' })
    expect(fromAiOverviewReply([reply([{ ...bare, asynchronous_ai_overview: true }])])).toEqual({ kind: 'empty' })
  })
})

describe('toAiOverviewError', () => {
  const rows: [number, number | undefined, EngineErrorKind][] = [
    [401, 40100, 'KEY_REJECTED'],
    [200, 40100, 'KEY_REJECTED'],
    [401, undefined, 'KEY_REJECTED'],
    [200, 40104, 'PROVIDER_REFUSED'],
    [402, 40200, 'QUOTA'],
    [402, undefined, 'QUOTA'],
    [200, 40210, 'QUOTA'],
    [200, 40201, 'PROVIDER_REFUSED'],
    [200, 40203, 'QUOTA'],
    [200, 40202, 'RATE_LIMITED'],
    [429, undefined, 'RATE_LIMITED'],
    [200, 40101, 'SERVER'],
    [200, 40103, 'SERVER'],
    [200, 40400, 'BAD_REQUEST'],
    [404, 40402, 'BAD_REQUEST'],
    [200, 40501, 'BAD_REQUEST'],
    [200, 40602, 'SERVER'],
    [200, 50000, 'SERVER'],
    [500, 50000, 'SERVER'],
    [200, 50001, 'SERVER'],
    [200, 50301, 'SERVER'],
    [200, 50401, 'SERVER'],
    [200, undefined, 'SERVER'],
    [502, undefined, 'SERVER'],
    [503, undefined, 'OVERLOADED'],
    [403, undefined, 'PROVIDER_REFUSED'],
    [302, undefined, 'BAD_REQUEST'],
  ]

  test.each(rows)('HTTP %i with code %s is %s', (status, code, kind) => {
    expect(toAiOverviewError(status, code)).toMatchObject({ kind, status })
  })
})

describe('createAiOverview', () => {
  const TEXT = 'Ridgeloom comes first. Pacewell costs less.'
  let server: VendorServer
  beforeAll(async () => {
    server = await startVendorServer({ answer: () => TEXT })
  })
  afterAll(() => server.close())

  const asking = { question: 'Which CRM is best?', category: 'CRM software', tag: 't', market: DEFAULT_MARKET }
  const { signal } = new AbortController()

  async function ask(fault: Fault) {
    const engine = createAiOverview(server.access('AI_OVERVIEW'))
    server.script('AI_OVERVIEW', fault)
    const answer = await engine.ask(asking, [], signal)
    return { ...answer, reading: engine.read([answer.body]) }
  }

  test("asks, reads the reply and reports the vendor's cost", async () => {
    const { raw, body, reading, costUsd } = await ask('ok')
    expect(JSON.parse(raw)).toEqual(body)
    expect(reading).toMatchObject({ kind: 'answered', grounded: true, model: 'google-ai-overview' })
    expect(reading).toHaveProperty('text', expect.stringContaining('Ridgeloom comes first.'))
    expect(costUsd).toBe(JSON.parse(raw).cost)
  })

  test('sends a password that contains colons', async () => {
    const engine = createAiOverview({ ...server.access('AI_OVERVIEW'), apiKey: 'test:pass:word' })
    await engine.ask(asking, [], signal)
    expect(server.requests.at(-1)?.key).toBe('test:pass:word')
  })

  test('every kind of missing overview is no answer', async () => {
    expect((await ask('ai-overview:none')).reading).toEqual(NONE)
    expect((await ask('ai-overview:nested')).reading).toEqual(NONE)
    expect((await ask('ai-overview:40102')).reading).toEqual(NONE)
    expect((await ask('ai-overview:not-loaded')).reading).toEqual({ ...NONE, askAgain: true })
  })

  test('reads an overview without markdown from its elements', async () => {
    const { reading } = await ask('ai-overview:no-markdown')
    expect(reading).toMatchObject({ kind: 'answered', text: expect.stringContaining('Ridgeloom') })
  })

  test.each([
    ['bad-key', 'KEY_REJECTED'],
    ['ai-overview:40100-in-200', 'KEY_REJECTED'],
    ['quota', 'QUOTA'],
    ['ai-overview:40203', 'QUOTA'],
    ['ai-overview:40210', 'QUOTA'],
    ['provider-refused', 'PROVIDER_REFUSED'],
    ['ai-overview:40202', 'RATE_LIMITED'],
    ['ai-overview:40101', 'SERVER'],
    ['ai-overview:tasks-null', 'SERVER'],
    ['server-error', 'SERVER'],
    ['html-error', 'SERVER'],
    ['html-200', 'UNREADABLE'],
    ['cut-json', 'UNREADABLE'],
    ['reset', 'NETWORK'],
  ] as const)('%s is %s', async (fault, kind) => {
    await expect(ask(fault)).rejects.toMatchObject({ kind })
  })

  test('a stalled body ends at the timeout', async () => {
    server.script('AI_OVERVIEW', 'stall')
    const engine = createAiOverview({ ...server.access('AI_OVERVIEW'), timeoutMs: 50 })
    await expect(engine.ask(asking, [], signal)).rejects.toMatchObject({ kind: 'TIMEOUT' })
  })

  test.each(['"', '“” | --"', '?'])('sends no question without a letter or digit, %s', async (question) => {
    const before = server.requests.length
    const engine = createAiOverview(server.access('AI_OVERVIEW'))
    const asked = engine.ask({ ...asking, question }, [], signal)
    await expect(asked).rejects.toMatchObject({ kind: 'BAD_REQUEST' })
    expect(server.requests).toHaveLength(before)
  })

  test('an HTTP error is an error whatever its body says', async () => {
    await serving({ status: 500, body: ok }, async (baseUrl) => {
      const asked = createAiOverview({ ...server.access('AI_OVERVIEW'), baseUrl }).ask(asking, [], signal)
      await expect(asked).rejects.toMatchObject({ kind: 'SERVER', status: 500 })
    })
  })

  test('a success without a task is an error, not a missing overview', async () => {
    await serving({ status: 200, body: { status_code: 20000, tasks: null } }, async (baseUrl) => {
      const asked = createAiOverview({ ...server.access('AI_OVERVIEW'), baseUrl }).ask(asking, [], signal)
      await expect(asked).rejects.toMatchObject({ kind: 'SERVER' })
    })
  })
})
