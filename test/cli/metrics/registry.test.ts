import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createMetrics, type Metrics } from '../../../cli/metrics/registry.ts'
import { createJobs } from '../../../cli/setup/jobs.ts'
import { createLane } from '../../../pipeline/ask/lane.ts'
import { readConfig } from '../../../pipeline/config/config.ts'
import { ENGINES, type EngineName } from '../../../pipeline/contract/terms.ts'
import { DEFAULT_LIMITS } from '../../../pipeline/contract/words.ts'
import { startReport } from '../../../pipeline/report/start.ts'
import { createKey } from '../../../pipeline/store/accounts/keys.ts'
import { activatePlan } from '../../../pipeline/store/accounts/plans.ts'
import { openStore, type Store } from '../../../pipeline/store/driver/open.ts'
import { readLedger } from '../../../pipeline/store/survey/answers.ts'
import { createWorker } from '../../../pipeline/worker.ts'
import { BODY, customer, start } from '../../server/customer.ts'
import { freshApp } from '../../server/fresh-app.ts'
import { newAccount } from '../../support/accounts.ts'
import { samplesOf, total } from '../../support/checks/prometheus.ts'
import { fixedClock } from '../../support/clock.ts'
import { jobScope, never, queueReport } from '../../support/job.ts'
import { testQueue } from '../../support/store/queue.ts'
import { freshFolder, freshStore } from '../../support/store/store.ts'
import { type Scripted, type ScriptedEngine, said, scriptedEngine } from '../../support/vendors/scripted-engine.ts'
import { startVendorServer } from '../../support/vendors/vendor-server.ts'

const SILENT = { debug: () => {}, info: () => {}, warn: () => {}, fault: () => {} }

/** Works the queue off with these engines, watched by the metrics. */
async function work(db: Store, metrics: Metrics, engines: readonly ScriptedEngine[]): Promise<void> {
  const clock = fixedClock()
  const asked = engines.map((engine) => ({
    engine,
    lane: createLane(3),
    observer: metrics.engine(engine.name, 'service'),
  }))
  const faults: unknown[] = []
  const log = { fault: (_event: string, fault: unknown) => void faults.push(fault) }
  const job = { ...jobScope(db, { clock }), engines: async () => asked }
  const options = { queue: testQueue(db, clock), workers: 2, sendMail: async () => {}, log }
  await createWorker(job, options).untilEmpty()
  expect(faults).toEqual([])
}

const failing = (error: Extract<Scripted, { kind: 'error' }>['error']): Scripted => ({ kind: 'error', error })
const REFUSED: Scripted = { kind: 'noAnswer', text: 'I would rather not.', model: 'scripted' }

async function spentOn(db: Store, engine: EngineName): Promise<number> {
  const rows = await db
    .selectFrom('replies')
    .innerJoin('cells', 'cells.id', 'replies.cell_id')
    .select('cost_usd')
    .where('engine', '=', engine)
    .execute()
  return rows.reduce((sum, row) => sum + row.cost_usd, 0)
}

test('calls, errors, cells and spend agree with the ledger and with what the engines were asked', async () => {
  const { db } = await freshStore()
  const metrics = createMetrics({ db, now: () => 0 })
  for (const slug of ['r1', 'r2']) await queueReport(db, { slug })
  const engines = [
    scriptedEngine('OPENAI', ({ tag }, earlier) =>
      tag.endsWith('q0/r0') && earlier === 0 ? failing('OVERLOADED') : said('Take Ridgeloom.'),
    ),
    scriptedEngine('ANTHROPIC', ({ tag }) => (tag.startsWith('report/r2') ? failing('QUOTA') : REFUSED), 0.25),
    scriptedEngine('GEMINI', ({ tag }) =>
      tag.endsWith('q1/r1') ? failing('BAD_REQUEST') : tag.endsWith('q2/r0') ? { kind: 'empty' } : said('None.'),
    ),
  ]
  await work(db, metrics, engines)

  const text = await metrics.text()
  const ledgers = (await Promise.all(['r1', 'r2'].map((slug) => readLedger(db, `report/${slug}`, 'open')))).flat()
  for (const { name: engine, asked } of engines) {
    const ledger = (key: 'counted' | 'noAnswer' | 'failed') =>
      ledgers.filter((row) => row.engine === engine).reduce((sum, row) => sum + row[key], 0)
    const cells = (state: string) => total(text, 'svc_cells_finished_total', { engine, state })
    expect({ engine, calls: total(text, 'svc_engine_call_duration_seconds_count', { engine }) }).toEqual({
      engine,
      calls: asked.length,
    })
    expect({ answered: cells('answered'), noAnswer: cells('noAnswer'), failed: cells('failed') }).toEqual({
      answered: ledger('counted'),
      noAnswer: ledger('noAnswer'),
      failed: ledger('failed'),
    })
    const spend = total(text, 'svc_engine_spend_usd_total', { engine, keys: 'service' })
    expect(spend).toBeCloseTo(await spentOn(db, engine), 9)
    const ok = total(text, 'svc_engine_call_duration_seconds_count', { engine, outcome: 'ok' })
    expect(ok + total(text, 'svc_engine_errors_total', { engine })).toBe(asked.length)
  }
  const errors = samplesOf(text).filter(({ name }) => name === 'svc_engine_errors_total')
  const refused = engines[1]?.asked.filter(({ tag }) => tag.startsWith('report/r2')).length
  expect(new Set(errors.map(({ labels, value }) => `${labels.engine} ${labels.kind} ${value}`))).toEqual(
    new Set(['OPENAI OVERLOADED 2', `ANTHROPIC QUOTA ${refused}`, 'GEMINI BAD_REQUEST 2']),
  )
})

test('while a report runs the gauges show its cells by state and the queue behind it, and nothing of it afterwards', async () => {
  const { db } = await freshStore()
  let now = 0
  const metrics = createMetrics({ db, now: () => now })
  for (const slug of ['r1', 'r2', 'r3']) await queueReport(db, { slug, engines: ['OPENAI'] })
  const during: string[] = []
  const base = scriptedEngine('OPENAI', () => said('Take Ridgeloom.'))
  const engine: ScriptedEngine = {
    ...base,
    ask: async (...asked) => {
      if (base.asked.length === 0) during.push(await metrics.text())
      return base.ask(...asked)
    },
  }
  await work(db, metrics, [engine])
  const [text = ''] = during
  expect(total(text, 'svc_reports', { status: 'PENDING' }) + total(text, 'svc_reports', { status: 'RUNNING' })).toBe(3)
  expect(total(text, 'svc_reports', { status: 'RUNNING' })).toBeGreaterThan(0)
  expect(total(text, 'svc_cells', { engine: 'OPENAI', state: 'sent' })).toBeGreaterThan(0)
  const cells = samplesOf(text).filter(({ name }) => name === 'svc_cells')
  expect(cells.reduce((sum, { value }) => sum + value, 0) % 8).toBe(0)

  now += 60_000
  const after = await metrics.text()
  expect(samplesOf(after).filter(({ name }) => name === 'svc_cells')).toEqual([])
  expect(samplesOf(after).filter(({ name }) => name === 'svc_reports')).toEqual([
    { name: 'svc_reports', labels: { status: 'PENDING' }, value: 0 },
    { name: 'svc_reports', labels: { status: 'RUNNING' }, value: 0 },
  ])
})

test('the store is read once in five seconds, and less often if reading is slow', async () => {
  const { db } = await freshStore()
  let now = 0
  const metrics = createMetrics({ db, now: () => now })
  const pending = async () => total(await metrics.text(), 'svc_reports', { status: 'PENDING' })
  expect(await Promise.all([pending(), pending()])).toEqual([0, 0])
  await queueReport(db, { slug: 'r1' })
  now = 4_999
  expect(await pending()).toBe(0)
  now = 5_000
  const slow = pending()
  now = 5_200
  expect(await slow).toBe(1)
  await queueReport(db, { slug: 'r2' })
  now = 14_999
  expect(await pending()).toBe(1)
  now = 15_000
  expect(await pending()).toBe(2)
})

test('without the store its gauges disappear, and those of the process stay', async () => {
  const db = await openStore(join(freshFolder(), 'svc.db'), 0)
  let now = 0
  const metrics = createMetrics({ db, now: () => now })
  expect(total(await metrics.text(), 'svc_store_up')).toBe(1)
  metrics.engine('OPENAI', 'service').called({ outcome: 'ok', ms: 1_500, costUsd: 0.5 })
  await db.destroy()
  now += 60_000
  const text = await metrics.text()
  expect(total(text, 'svc_store_up')).toBe(0)
  expect(samplesOf(text).filter(({ name }) => /^svc_(reports|cells|mails_waiting)$/.test(name))).toEqual([])
  expect(total(text, 'svc_engine_call_duration_seconds_sum')).toBe(1.5)
  expect(total(text, 'process_resident_memory_bytes')).toBeGreaterThan(0)
})

test("the calls of a report on own keys are told apart, and the scribe's are counted", async () => {
  const vendors = await startVendorServer({ latencyMs: 0 })
  onTestFinished(() => vendors.close())
  const { db } = await freshStore()
  const secret = Buffer.alloc(32, 7)
  const config = readConfig({
    ...vendors.env,
    SVC_SECRET: secret.toString('base64'),
    SVC_MAIL_DIR: join(freshFolder(), 'mail'),
  })
  const now = Date.now()
  const account = await newAccount(db)
  await activatePlan(db, account.id, { limits: DEFAULT_LIMITS }, now)
  const key = await createKey(db, account.id, null, now)
  if (key === 'tooMany') throw new Error('one key is too many')
  const started = await startReport(
    {
      db,
      queue: testQueue(db),
      now: () => now,
      secret,
      byokOn: true,
      hasScribe: true,
      simulate: false,
      siteUrl: () => 'https://www.example',
    },
    { accountId: account.id, keyId: key.id },
    {
      domain: 'acme.example',
      category: 'CRM software',
      description: 'A CRM.',
      funding: 'byok',
      plan: 'QUICK',
      providerKeys: { OPENAI: 'test-own-key-0123456789' },
    },
    undefined,
  )
  expect(started).toMatchObject({ reused: false })
  const metrics = createMetrics({ db, now: Date.now })
  await createJobs(config, { db, queue: testQueue(db) }, SILENT, { stop: never, cut: never }, 1, metrics).untilEmpty()

  const text = await metrics.text()
  const asked = (scribe: boolean) => vendors.requests.filter(({ engine }) => (engine === 'SCRIBE') === scribe).length
  expect(total(text, 'svc_engine_call_duration_seconds_count')).toBe(asked(false))
  expect(total(text, 'svc_scribe_calls_total', { vendor: 'OPENAI', outcome: 'ok' })).toBe(asked(true))
  expect(total(text, 'svc_engine_spend_usd_total', { keys: 'own' })).toBeCloseTo(await spentOn(db, 'OPENAI'), 9)
  expect(total(text, 'svc_scribe_spend_usd_total', { keys: 'own' })).toBeGreaterThan(0)
  expect(samplesOf(text).filter(({ labels }) => labels.keys === 'service')).toEqual([])
})

test('labels hold only our own fixed words, whatever was sent', async () => {
  const told: { metrics?: Metrics } = {}
  const { app, db } = await freshApp({ answered: (request) => told.metrics?.answered(request) })
  const metrics = createMetrics({ db, now: () => 0 })
  told.metrics = metrics
  const marked = { ...BODY, domain: 'marker-domain.example', brand: 'Markerbrand', category: 'marker category' }
  const caller = await customer(db, { email: 'marker@agency.example', credits: 2 })
  const started = await app.request('/v1/reports', start(caller, marked, 'marker-idempotency'))
  expect(started.status).toBe(202)
  const { slug }: { slug: string } = JSON.parse(await started.text())
  const paths = ['/v1/rankings/marker-slug?month=2026-01', '/marker/page', '/api/v1/marker', `/r/${slug}`, '/%zzmarker']
  for (const path of [...paths, `/v1/reports/${slug}/status`])
    await app.request(path, { headers: { ...caller.headers, 'x-request-id': 'marker-request-id-0123456789' } })
  await app.request('/v1/rankings', { method: 'PROPFIND' })
  metrics.engine('GROK', 'own').ended('answered')

  const text = await metrics.text()
  for (const secret of [/marker/i, new RegExp(slug), new RegExp(caller.key), /svc_[A-Za-z0-9]{20}/])
    expect(text).not.toMatch(secret)
  const words: Record<string, (word: string) => boolean> = {
    engine: (word) => ENGINES.some((engine) => engine === word),
    state: (word) => ['planned', 'sent', 'answered', 'noAnswer', 'failed', 'skipped'].includes(word),
    status: (word) => /^(PENDING|RUNNING|[1-5]\d\d)$/.test(word),
    method: (word) => ['GET', 'HEAD', 'POST', 'OPTIONS', 'other'].includes(word),
    route: (word) => word === 'none' || /^(\/(api|v1|r|reports|rankings|status|kit|:slug|\*\*))+$/.test(word),
    le: (word) => word === '+Inf' || Number.isFinite(Number(word)),
  }
  const ours = samplesOf(text).filter(({ name }) => name.startsWith('svc_'))
  for (const { labels } of ours)
    for (const [label, word] of Object.entries(labels))
      expect([label, word, words[label]?.(word)]).toEqual([label, word, true])
  expect(total(text, 'svc_http_request_duration_seconds_count')).toBe(8)
  expect(total(text, 'svc_http_request_duration_seconds_count', { route: '/v1/reports', status: '202' })).toBe(1)
  expect(total(text, 'svc_http_request_duration_seconds_count', { method: 'other', status: '405' })).toBe(1)
  expect(total(text, 'svc_mails_waiting')).toBe(1)
})

test('two registries of one process know nothing of each other', async () => {
  const { db } = await freshStore()
  const [first, second] = [createMetrics({ db, now: () => 0 }), createMetrics({ db, now: () => 0 })]
  first.engine('OPENAI', 'service').ended('failed')
  expect(total(await first.text(), 'svc_cells_finished_total')).toBe(1)
  expect(total(await second.text(), 'svc_cells_finished_total')).toBe(0)
})

test('the documentation lists every metric and no other', async () => {
  const { db } = await freshStore()
  const text = await createMetrics({ db, now: () => 0 }).text()
  const measures = [...text.matchAll(/^# TYPE (svc_\w+) /gm)].map(([, name]) => name)
  const page = readFileSync(new URL('../../../docs/running.md', import.meta.url), 'utf8')
  const documented = [...page.matchAll(/^\| `(svc_\w+)` \|/gm)].map(([, name]) => name)
  expect(documented.toSorted()).toEqual(measures.toSorted())
})
