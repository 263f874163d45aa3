import { expect, onTestFinished, test } from 'vitest'
import type { AskedEngine } from '../../pipeline/ask/cell.ts'
import { type Clock, systemClock } from '../../pipeline/ask/clock.ts'
import { createLane } from '../../pipeline/ask/lane.ts'
import type { RunProgress } from '../../pipeline/ask/progress.ts'
import type { EngineName } from '../../pipeline/contract/terms.ts'
import type { Engine } from '../../pipeline/engines/engine.ts'
import type { CategorySpec } from '../../pipeline/ranking/categories.ts'
import { type RunResult, runMonth } from '../../pipeline/ranking/month.ts'
import { openStore, type Store } from '../../pipeline/store/driver/open.ts'
import { createWorker } from '../../pipeline/worker.ts'
import { jobScope, never } from '../support/job.ts'
import { openTestQueue } from '../support/store/queue.ts'
import { freshStore } from '../support/store/store.ts'
import { type Scripted, type ScriptedEngine, said, scriptedEngine } from '../support/vendors/scripted-engine.ts'

const QUESTIONS = ['Which is best?', 'Which is cheapest?', 'Which is quickest?']
const RUNS = 4
const SILENT = { begin() {}, stored() {}, stopped() {}, end() {}, step() {} }

const categories = (count: number): CategorySpec[] =>
  Array.from({ length: count }, (_, at) => ({
    slug: `category-${at}`,
    category: `goods of kind ${at}`,
    questions: QUESTIONS,
  }))

/** An engine whose calls take this long in real time, so that other processes get work too. */
function slow(name: EngineName, ms: number, script: () => Scripted = () => said('Take Acme.')): ScriptedEngine {
  const base = scriptedEngine(name, script, 0.01, 0.05)
  const ask: Engine['ask'] = async (asking, earlier, signal) => {
    await systemClock.sleep(ms, signal)
    return base.ask(asking, earlier, signal)
  }
  return { ...base, ask }
}

const lanes = (engines: readonly Engine[], width: number): AskedEngine[] =>
  engines.map((engine) => ({ engine, lane: createLane(width) }))

interface Party {
  readonly engines: readonly ScriptedEngine[]
  readonly width?: number
  readonly clock?: Clock
}

/** A batch with its runner and workers, each on its own connection to the store. */
async function batch(
  specs: readonly CategorySpec[],
  runner: Party,
  workers: readonly Party[],
  {
    limitUsd,
    stop = never,
    progress = SILENT,
  }: { readonly limitUsd?: number; readonly stop?: AbortSignal; readonly progress?: RunProgress } = {},
  begin: (db: Store) => void = () => {},
) {
  const { db, database } = await freshStore()
  begin(db)
  const queue = await openTestQueue(db)
  const faults: unknown[] = []
  const ending = new AbortController()
  const working = workers.map(async ({ engines, width = 3, clock = systemClock }) => {
    const own = await openStore(database, 0)
    const asked = lanes(engines, width)
    const job = { ...jobScope(own, { clock }), engines: async () => asked }
    const log = { fault: (_event: string, fault: unknown) => void faults.push(fault) }
    const options = { queue: await openTestQueue(own), workers: 2, sendMail: async () => {}, log }
    await createWorker(job, options).run(ending.signal)
    return own
  })
  const result = await runMonth(
    { db, clock: systemClock, random: () => 0.5, stop, cut: never },
    {
      month: '2026-11',
      simulated: false,
      specs,
      selected: runner.engines.map(({ name }) => name),
      runs: RUNS,
      canaries: false,
    },
    {
      queue,
      engines: lanes(runner.engines, runner.width ?? 3),
      scribes: [],
      secondShare: 0,
      limitUsd,
      progress,
      warn: () => {},
    },
  ).finally(() => ending.abort())
  for (const own of await Promise.all(working)) onTestFinished(() => own.destroy())
  if ('refusal' in result) throw new Error(result.refusal)
  expect(faults).toEqual([])
  return { db, result }
}

const asked = (...parties: readonly Party[]) => parties.flatMap(({ engines }) => engines.flatMap((each) => each.asked))

/** Every cell has one answer, and was asked once. */
async function expectWhole(db: Store, result: RunResult, parties: readonly Party[], cells: number): Promise<void> {
  expect(result).toMatchObject({ stopped: null, unknown: 0, calls: cells, uncertainUsd: 0 })
  expect(result.costUsd).toBeCloseTo(cells * 0.01, 9)
  expect(await db.selectFrom('answers').select('cell_id').execute()).toHaveLength(cells)
  const tags = asked(...parties).map(({ tag }) => tag)
  expect(new Set(tags).size * 2).toBe(tags.length)
  expect(tags).toHaveLength(cells)
  for (const { published } of result.categories) expect(published).toEqual({ version: 1 })
}

const both = (ms: number): Party => ({ engines: [slow('OPENAI', ms), slow('GROK', ms)] })

test('a batch is shared by its runner and all workers: each cell is asked once, and calls and costs are added up', async () => {
  const [runner, worker] = [both(40), both(40)]
  const { db, result } = await batch(categories(10), runner, [worker])
  await expectWhole(db, result, [runner, worker], 10 * QUESTIONS.length * RUNS * 2)
  expect(asked(runner).length).toBeGreaterThan(0)
  expect(asked(worker).length).toBeGreaterThan(0)
})

test("a category that a living worker has isn't asked by another whose clock is an hour ahead", async () => {
  // The runner is done first, and looks for more to ask.
  const [runner, worker] = [both(100), both(500)]
  const HOUR = 3_600_000
  const behind = { ...worker, clock: { ...systemClock, now: () => systemClock.now() - HOUR } }
  const { db } = await batch(categories(6), runner, [behind])
  const tags = asked(runner, worker).map(({ tag }) => tag)
  expect(asked(worker).length).toBeGreaterThan(0)
  expect(tags).toHaveLength(6 * QUESTIONS.length * RUNS * 2)
  expect(new Set(tags).size * 2).toBe(tags.length)
  expect(await db.selectFrom('answers').select('cell_id').execute()).toHaveLength(tags.length)
})

test('a worker that lacks a key of the batch does not touch its categories', async () => {
  const runner = both(10)
  const lacking = { engines: [slow('OPENAI', 10)] }
  const { db, result } = await batch(categories(6), runner, [lacking])
  await expectWhole(db, result, [runner], 6 * QUESTIONS.length * RUNS * 2)
  expect(asked(lacking)).toEqual([])
})

test('an engine too expensive for the budget leaves it to cheaper ones, in every category', async () => {
  const party = (): Party => {
    const dear = slow('GROK', 10)
    return { engines: [slow('OPENAI', 10), { ...dear, estimate: { ...dear.estimate, worstUsd: 0.5 } }] }
  }
  const [runner, worker] = [party(), party()]
  const { result } = await batch(categories(8), runner, [worker], { limitUsd: 0.8 })
  expect(result.stopped).toBe('budget')
  expect(result.costUsd).toBeGreaterThan(0.9 * 0.8)
  expect(result.costUsd + result.uncertainUsd).toBeLessThanOrEqual(0.8)
})

test('the budget is shared by all: it is never exceeded, is used up, and is booked to the last call', async () => {
  const [runner, worker] = [both(10), both(10)]
  const limitUsd = 0.6
  const { db, result } = await batch(categories(8), runner, [worker], { limitUsd })
  expect(result.stopped).toBe('budget')
  expect(result.costUsd + result.uncertainUsd).toBeLessThanOrEqual(limitUsd)
  // With nothing under way the next call's worst case no longer fits.
  expect(result.costUsd).toBeGreaterThan(limitUsd - 0.05)
  expect(result.calls).toBe(asked(runner, worker).length)
  const replies = await db.selectFrom('replies').select('cost_usd').execute()
  expect(replies.reduce((sum, { cost_usd }) => sum + cost_usd, 0)).toBeCloseTo(result.costUsd, 9)
  const cells = await db.selectFrom('cells').select('state').execute()
  expect(cells.filter(({ state }) => state === 'sent')).toEqual([])
  for (const { ledger, published } of result.categories) {
    expect(published).toHaveProperty('unpublished')
    for (const row of ledger) expect(row.planned).toBe(row.counted + row.noAnswer + row.failed + row.skipped)
  }
  expect(await db.selectFrom('batch_calls').select('call').execute()).toEqual([])
})

test('a batch stopped by its runner ends for all: calls under way are stored, and no more are sent', async () => {
  const stop = new AbortController()
  let calls = 0
  const stopping = () => {
    calls += 1
    if (calls === 20) stop.abort()
    return said('Take Acme.')
  }
  const runner = { engines: [slow('OPENAI', 20, stopping)] }
  const worker = { engines: [slow('OPENAI', 20)] }
  const { db, result } = await batch(categories(10), runner, [worker], { stop: stop.signal })
  expect(result.stopped).toBe('interrupted')
  const sent = asked(runner, worker).length
  expect(result.calls).toBe(sent)
  expect(sent).toBeLessThan(10 * QUESTIONS.length * RUNS)
  const states = await db.selectFrom('cells').select('state').execute()
  expect(states.filter(({ state }) => state === 'answered')).toHaveLength(sent)
  expect(states.filter(({ state }) => state === 'sent')).toEqual([])
  await new Promise((resolve) => setImmediate(resolve))
  expect(asked(runner, worker)).toHaveLength(sent)
})

test('a runner that was stopped tells its workers while its own call is under way', async () => {
  const stop = new AbortController()
  const { promise: store, resolve } = Promise.withResolvers<Store>()
  const base = scriptedEngine('OPENAI', () => said('Take Acme.'))
  const stopped: unknown[] = []
  const ask: Engine['ask'] = async (...asking) => {
    stop.abort()
    const db = await store
    const batches = () => db.selectFrom('batches').select('stopped').execute()
    await expect.poll(batches, { interval: 10, timeout: 20_000 }).toEqual([{ stopped: 'interrupted' }])
    stopped.push(...(await batches()))
    return base.ask(...asking)
  }
  await batch(categories(1), { engines: [{ ...base, ask }], width: 1 }, [], { stop: stop.signal }, resolve)
  expect(stopped).toEqual([{ stopped: 'interrupted' }])
})

test('a runner that was stopped with no call under way tells its workers before it ends', async () => {
  const stop = new AbortController()
  const { promise: store, resolve } = Promise.withResolvers<Store>()
  let stopped: Promise<unknown> | undefined
  const progress: RunProgress = {
    ...SILENT,
    begin: () => stop.abort(),
    end: () => {
      stopped ??= store.then((db) => db.selectFrom('batches').select('stopped').execute())
    },
  }
  await batch(categories(1), both(0), [], { stop: stop.signal, progress }, resolve)
  expect(await stopped).toEqual([{ stopped: 'interrupted' }])
})

test('a fault of ours in one category ends the batch with it', async () => {
  const runner = both(5)
  const broken = slow('OPENAI', 5)
  const engines = [
    { ...broken, read: () => said('Take Acme.'), estimate: { ...broken.estimate, worstUsd: Number.NaN } },
  ]
  await expect(batch(categories(2), { ...runner, engines }, [])).rejects.toThrow()
})
