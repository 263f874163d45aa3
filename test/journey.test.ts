import { expect, test } from 'vitest'
import { DEFAULT_MARKET } from '../pipeline/contract/market/market.ts'
import { ENGINES, type EngineName } from '../pipeline/contract/terms.ts'
import { createEngine } from '../pipeline/engines/index.ts'
import { questionsCall } from '../pipeline/scribe/questions.ts'
import { createScribe } from '../pipeline/scribe/scribe.ts'
import { readRanking } from '../pipeline/store/ranking/rankings.ts'
import { ranMonth } from './support/month.ts'
import { freshStore } from './support/store/store.ts'
import { ANSWERED } from './support/vendors/vendor.ts'
import {
  brandsFor,
  type Fault,
  type RecordedRequest,
  startVendorServer,
  type VendorServer,
} from './support/vendors/vendor-server.ts'

const CATEGORIES = [
  { slug: 'shoes', category: 'trail running shoes', questions: questions('trail running shoes') },
  { slug: 'crm', category: 'CRM software', questions: questions('CRM software') },
]
const RUNS = 3
const PLANNED = CATEGORIES.length * 6 * RUNS

function questions(category: string): string[] {
  const kinds = ['best', 'cheapest', 'most reliable', 'easiest', 'most popular', 'best supported']
  return kinds.map((kind) => `What are the ${kind} ${category}?`)
}

/** Replies that end a cell with nothing to score. */
const NO_ANSWER: ReadonlySet<Fault> = new Set<Fault>([
  'refusal',
  'ai-overview:none',
  'ai-overview:nested',
  'ai-overview:40102',
])
/** Faults that pass, and replies that fail no engine as a whole. */
const PASSING: readonly Fault[] = [
  ...ANSWERED,
  ...NO_ANSWER,
  'empty',
  'rate-limited',
  'rate-limited-no-hint',
  'overloaded',
  'server-error',
  'html-error',
  'html-200',
  'cut-json',
  'reset',
  'bad-request',
  'anthropic:pause-turn',
  'openai:failed',
  'openai:slow-down',
  'openai:hint-in-text',
  'perplexity:failed',
  'perplexity:error-text',
  'ai-overview:40101',
  'ai-overview:40202',
  'ai-overview:tasks-null',
]

async function engines(server: VendorServer, names: readonly EngineName[] = ENGINES) {
  return Promise.all(names.map((name) => createEngine(name, { ...server.access(name), timeoutMs: 3_000 })))
}

async function vendorServer(): Promise<VendorServer & AsyncDisposable> {
  const server = await startVendorServer()
  return Object.assign(server, { [Symbol.asyncDispose]: () => server.close() })
}

/** Every second reply of an engine is one of its faults, each of them in turn. */
function faultyByTurns(server: VendorServer, engine: EngineName): void {
  const faults = server.faults(engine).filter((fault) => PASSING.includes(fault))
  let turn = 0
  server.script(engine, 'stall', 'hang')
  server.always(engine, () => (turn++ % 2 === 0 ? undefined : faults[Math.floor(turn / 2) % faults.length]))
}

const of = (requests: readonly RecordedRequest[], engine: EngineName) =>
  requests.filter((request) => request.engine === engine)

test('with faults on every engine the ledger adds up and equals what the vendors recorded', async () => {
  await using server = await vendorServer()
  const { db } = await freshStore()
  for (const engine of ENGINES) faultyByTurns(server, engine)
  const result = await ranMonth(db, CATEGORIES, { engines: await engines(server), runs: RUNS })

  expect(result.stopped).toBeNull()
  expect(result.calls).toBe(server.requests.length)
  for (const engine of ENGINES) {
    const rows = result.categories.flatMap(({ ledger }) => ledger.filter((row) => row.engine === engine))
    const total = (key: 'planned' | 'counted' | 'noAnswer' | 'failed' | 'skipped') =>
      rows.reduce((sum, row) => sum + row[key], 0)
    const sent = of(server.requests, engine)
    expect(total('planned')).toBe(PLANNED)
    expect(total('counted') + total('noAnswer') + total('failed') + total('skipped')).toBe(PLANNED)
    expect({ engine, counted: total('counted') }).toEqual({
      engine,
      counted: sent.filter(({ fault }) => ANSWERED.has(fault)).length,
    })
    expect({ engine, noAnswer: total('noAnswer') }).toEqual({
      engine,
      noAnswer: sent.filter(({ fault }) => NO_ANSWER.has(fault)).length,
    })
    expect(total('skipped')).toBe(0)
  }
  // Every fault that was meant to happen did.
  expect(new Set(server.requests.map(({ fault }) => fault)).size).toBeGreaterThan(25)
})

test('what is counted is what the vendors said, and each answer is as it was sent', async () => {
  await using server = await vendorServer()
  const { db } = await freshStore()
  await ranMonth(db, CATEGORIES, {
    engines: await engines(server),
    runs: 1,
    scribes: [await createScribe('OPENAI', server.access('OPENAI'))],
  })
  const published = await readRanking(db, 'shoes')
  expect(published?.method.namesBy).toBe('model')
  expect(published?.answersCounted).toBe(36)
  for (const answer of published?.answers ?? []) {
    const question = published?.prompts[answer.question] ?? ''
    expect(new Set(answer.brands)).toEqual(new Set(brandsFor(question, answer.engine, 0)))
    expect(answer.grounded).toBe(true)
    expect(answer.citations.length).toBeGreaterThan(0)
    for (const { domain, url } of answer.citations) {
      expect(domain).toMatch(/^[a-z]+\.(com|org|net|example)$/)
      expect(url).not.toContain('utm_')
    }
  }
  expect(published?.sources.length).toBeGreaterThan(2)
})

test.each<[EngineName, Fault, string]>([
  ['OPENAI', 'bad-key', 'provider rejected the key'],
  ['GEMINI', 'bad-key', 'provider rejected the key'],
  ['GROK', 'bad-key', 'provider rejected the key'],
  ['PERPLEXITY', 'bad-key', 'provider rejected the key'],
  ['ANTHROPIC', 'quota', "provider's quota or credit is used up"],
  ['AI_OVERVIEW', 'ai-overview:40100-in-200', 'provider rejected the key'],
  ['OPENAI', 'model-not-found', 'provider refused the account, the country or the model'],
])('%s with %s is skipped by name after one call, and the others continue', async (engine, fault, reason) => {
  await using server = await vendorServer()
  const { db } = await freshStore()
  server.always(engine, () => fault)
  const other = engine === 'GROK' ? 'OPENAI' : 'GROK'
  const result = await ranMonth(db, CATEGORIES.slice(0, 1), {
    engines: await engines(server, [engine, other]),
    runs: 1,
  })
  expect(of(server.requests, engine)).toHaveLength(1)
  const rows = Object.fromEntries((result.categories[0]?.ledger ?? []).map((row) => [row.engine, row]))
  expect(rows[engine]).toMatchObject({ planned: 6, counted: 0, failed: 0, skipped: 6, reason })
  expect(rows[other]).toMatchObject({ planned: 6, counted: 6 })
  expect((await readRanking(db, 'shoes'))?.engines).toEqual([other])
})

test("each vendor got its own key and nobody else's headers", async () => {
  await using server = await vendorServer()
  const { db } = await freshStore()
  process.env.OPENAI_ORG_ID = 'org-of-somebody'
  try {
    await ranMonth(db, CATEGORIES.slice(0, 1), { engines: await engines(server), runs: 1 })
  } finally {
    delete process.env.OPENAI_ORG_ID
  }
  for (const request of server.requests) {
    expect(request.key).toBe(server.access(request.vendor).apiKey)
    expect(request.headers['openai-organization']).toBeUndefined()
  }
})

test('the spend is what the vendors billed, and a budget bounds it with calls under way', async () => {
  await using server = await vendorServer()
  const { db } = await freshStore()
  const [engine] = await engines(server, ['GROK'])
  if (engine === undefined) throw new Error('no engine')
  const whole = await ranMonth(db, CATEGORIES, { engines: [engine], runs: 1 })
  const each = whole.costUsd / whole.calls
  const bounded = await freshStore()
  const budgetUsd = engine.estimate.worstUsd + 4.5 * each
  const stopped = await ranMonth(bounded.db, CATEGORIES, { engines: [engine], runs: 1, budgetUsd, width: 5 })
  expect(stopped.stopped).toBe('budget')
  expect(stopped.costUsd).toBeLessThanOrEqual(budgetUsd)
  expect(stopped.calls).toBe(5)
})

test('the scribe spends from the same budget and is named in the result', async () => {
  await using server = await vendorServer()
  const { db } = await freshStore()
  const scribe = await createScribe('ANTHROPIC', server.access('ANTHROPIC'))
  const scribes = [scribe]
  const bare = [{ slug: 'crm', category: 'CRM software' }]
  const refused = await ranMonth(db, bare, {
    engines: await engines(server),
    scribes,
    budgetUsd: scribe.worstUsd(questionsCall({ category: 'CRM software', ...DEFAULT_MARKET }, 10)) / 2,
  })
  expect(refused).toMatchObject({ stopped: 'budget', calls: 0, costUsd: 0 })
  expect(server.requests).toHaveLength(0)
  const result = await ranMonth(db, bare, { engines: await engines(server, ['OPENAI']), scribes, runs: 1 })
  expect(result.calls).toBe(10)
  expect(server.requests.filter((request) => request.engine === 'SCRIBE').length).toBeGreaterThanOrEqual(2)
})
