import { expect, test } from 'vitest'
import { createBudget } from '../../pipeline/ask/budget.ts'
import type { EngineName } from '../../pipeline/contract/terms.ts'
import type { ScribeVendor } from '../../pipeline/contract/words.ts'
import { estimateReport, estimateRest } from '../../pipeline/report/estimate.ts'
import { runReport } from '../../pipeline/report/run.ts'
import { SCRIBE_MODELS } from '../../pipeline/scribe/scribe.ts'
import type { Store } from '../../pipeline/store/driver/open.ts'
import { jobScope, queueReport, stored } from '../support/job.ts'
import { freshStore } from '../support/store/store.ts'
import { said, scriptedEngine } from '../support/vendors/scripted-engine.ts'
import { readerOfNames } from '../support/vendors/scripted-scribe.ts'

const ENGINES = (['OPENAI', 'GEMINI'] as const).map((name) => {
  const estimate = { typicalUsd: 0.01, worstUsd: 0.02, typicalMs: 1_000 }
  return { name, estimate, width: 1, spacingMs: 0 }
})

const NO_SCRIBE = { vendors: [], secondShare: 0 }

const callsOf = ({ engines }: ReturnType<typeof estimateReport>) => engines.map(({ engine, calls }) => [engine, calls])

async function rest(db: Store, slug: string): Promise<unknown> {
  return callsOf(await estimateRest(db, await stored(db, slug), ENGINES, NO_SCRIBE))
}

test('a plan is its questions and runs for each engine', () => {
  const quick = { plan: 'QUICK', seedPrompts: [] } as const
  expect(callsOf(estimateReport(quick, ENGINES, NO_SCRIBE))).toEqual([
    ['OPENAI', 8],
    ['GEMINI', 8],
  ])
  expect(estimateReport({ ...quick, plan: 'FULL' }, ENGINES, NO_SCRIBE)).toMatchObject({
    calls: 60,
    usd: expect.closeTo(0.6),
    seconds: 30,
  })
})

test('a scribe that writes no question is not paid for one', () => {
  const scribe = { vendors: ['OPENAI'], secondShare: 0 } as const
  const own = ['Which CRM?', 'Which is cheap?', 'Which is small?', 'Which is old?']
  const of = (seedPrompts: readonly string[]) => estimateReport({ plan: 'QUICK', seedPrompts }, ENGINES, scribe)
  const [whole, some] = [of(own), of(own.slice(1))]
  expect(some.scribes[0]?.calls).toBe((whole.scribes[0]?.calls ?? 0) + 1)
  expect(some.worstUsd).toBeGreaterThan(whole.worstUsd)
})

test('for a stopped report only what runReport will still ask counts', async () => {
  const { db } = await freshStore()
  const slug = await queueReport(db)
  expect(await rest(db, slug)).toEqual([
    ['OPENAI', 8],
    ['GEMINI', 8],
  ])
  const stop = new AbortController()
  const openai = scriptedEngine('OPENAI', () => {
    if (openai.asked.length === 3) stop.abort()
    return openai.asked.length === 1 ? { kind: 'error', error: 'BAD_REQUEST' } : said('Take Ridgeloom.')
  })
  expect(await runReport(jobScope(db, { engines: [openai], stop: stop.signal, width: 1 }), slug)).toBe('interrupted')
  const estimated = await rest(db, slug)
  expect(estimated).toEqual([
    ['OPENAI', 5],
    ['GEMINI', 8],
  ])
  const second = (['OPENAI', 'GEMINI'] as const).map((name: EngineName) =>
    scriptedEngine(name, () => said('Ridgeloom.')),
  )
  expect(await runReport(jobScope(db, { engines: second }), slug)).toBe('complete')
  expect(second.map(({ name, asked }) => [name, asked.length])).toEqual(estimated)
})

test('a scribe of another vendor than before reads every answer again', async () => {
  const { db } = await freshStore()
  const slug = await queueReport(db, { engines: ['OPENAI', 'GEMINI'] })
  const engines = (['OPENAI', 'GEMINI'] as const).map((name) =>
    scriptedEngine(name, ({ tag }) => said(`Take Ridgeloom ${name} ${tag}.`)),
  )
  const scribes = [
    readerOfNames(['Ridgeloom'], { model: SCRIBE_MODELS.OPENAI }),
    readerOfNames([], { model: 'second', worstUsd: 5 }),
  ]
  expect(await runReport(jobScope(db, { engines, scribes, budget: createBudget(1) }), slug)).toBe('budget')
  const reading = async (vendor: ScribeVendor) => {
    const rest = await estimateRest(db, await stored(db, slug), ENGINES, { vendors: [vendor], secondShare: 0 })
    return [rest.calls, rest.scribes[0]?.calls]
  }
  expect([await reading('OPENAI'), await reading('ANTHROPIC')]).toEqual([
    [0, 0],
    [0, 3],
  ])
})
