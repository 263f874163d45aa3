import { expect, test } from 'vitest'
import { type Budget, createBudget } from '../../pipeline/ask/budget.ts'
import { fanOut } from '../../pipeline/ask/fan-out.ts'
import { createJournal } from '../../pipeline/ask/journal.ts'
import { createLane, type Lane } from '../../pipeline/ask/lane.ts'
import { recoverAnswers } from '../../pipeline/ask/recover.ts'
import { DEFAULT_MARKET } from '../../pipeline/contract/market/market.ts'
import type { EngineName } from '../../pipeline/contract/terms.ts'
import { takeLease } from '../../pipeline/store/driver/leases.ts'
import type { Store } from '../../pipeline/store/driver/open.ts'
import { keepCategory } from '../../pipeline/store/ranking/categories.ts'
import { readAnswers, readLedger } from '../../pipeline/store/survey/answers.ts'
import { planCells } from '../../pipeline/store/survey/cells.ts'
import { commitJournal } from '../../pipeline/store/survey/journal.ts'
import { countUnknownCells } from '../../pipeline/store/survey/recovery.ts'
import { beginMonthSurvey } from '../../pipeline/store/survey/surveys.ts'
import { type FixedClock, fixedClock } from '../support/clock.ts'
import { atOnce } from '../support/lane.ts'
import { freshStore } from '../support/store/store.ts'
import { type Scripted, type ScriptedEngine, said, scriptedEngine } from '../support/vendors/scripted-engine.ts'

const SURVEY = '2026-11/crm'
const QUESTIONS = ['Which CRM?', 'Which cheap CRM?', 'Which big CRM?']
const LEASE = { name: 'rankings/2026-11', holder: 'me' }

interface Bench {
  readonly db: Store
  readonly clock: FixedClock
  readonly stop: AbortController
  readonly cut: AbortController
  run(
    engines: ScriptedEngine[],
    options?: { budgetUsd?: number; budget?: Budget; width?: number; lane?: Lane; stopped?: Map<EngineName, string> },
  ): ReturnType<typeof fanOut>
}

async function survey(engines: EngineName[], runs = 2): Promise<Bench> {
  const { db } = await freshStore()
  const clock = fixedClock()
  await takeLease(db, LEASE, clock.now())
  await keepCategory(
    db,
    { slug: 'crm', category: 'CRM', ...DEFAULT_MARKET, simulated: false, questions: QUESTIONS, questionsBy: null },
    0,
  )
  await beginMonthSurvey(db, 'crm', '2026-11', { id: SURVEY, simulated: false, questions: QUESTIONS }, 0)
  await planCells(db, SURVEY, { questions: QUESTIONS.length, engines, runs })
  const stop = new AbortController()
  const cut = new AbortController()
  return {
    db,
    clock,
    stop,
    cut,
    run: (scripted, { budgetUsd, budget = createBudget(budgetUsd), width = 2, lane, stopped = new Map() } = {}) => {
      const process = { db, clock, random: () => 0.5, stop: stop.signal, cut: cut.signal }
      return fanOut(process, {
        lease: LEASE,
        journal: createJournal(db, LEASE, clock),
        budget,
        engines: scripted.map((engine) => ({ engine, lane: lane ?? createLane(width) })),
        survey: { id: SURVEY, category: 'CRM', questions: QUESTIONS, market: DEFAULT_MARKET },
        stopped,
        retryEnded: true,
      })
    },
  }
}

const always = (scripted: Scripted) => () => scripted
const failing = (error: Extract<Scripted, { kind: 'error' }>['error']): Scripted => ({ kind: 'error', error })

async function ledgerOf(bench: Bench, engine: EngineName) {
  return (await readLedger(bench.db, SURVEY, 'open')).find((row) => row.engine === engine)
}

test('every cell is asked once and its answer stored unchanged', async () => {
  const bench = await survey(['OPENAI', 'GROK'])
  const openai = scriptedEngine('OPENAI', ({ tag }) => said(`answer to ${tag}`))
  const grok = scriptedEngine('GROK', always(said('Ridgeloom')))
  expect(await bench.run([openai, grok])).toBeNull()
  expect(new Set(openai.asked.map(({ tag }) => tag)).size).toBe(6)
  const answers = await readAnswers(bench.db, SURVEY)
  expect(answers).toHaveLength(12)
  expect(answers.find((each) => each.engine === 'OPENAI' && each.question === 1 && each.run === 1)).toMatchObject({
    kind: 'answered',
    text: `answer to ${SURVEY}/q1/r1`,
  })
})

test('a second run asks only the failed cells again', async () => {
  const bench = await survey(['OPENAI'])
  await bench.run([
    scriptedEngine('OPENAI', ({ tag }) => (tag.endsWith('q0/r0') ? failing('BAD_REQUEST') : said('ok'))),
  ])
  expect(await ledgerOf(bench, 'OPENAI')).toMatchObject({ planned: 6, counted: 5, failed: 1 })
  const again = scriptedEngine('OPENAI', always(said('ok')))
  await bench.run([again])
  expect(again.asked.map(({ tag }) => tag)).toEqual([`${SURVEY}/q0/r0`])
  expect(await ledgerOf(bench, 'OPENAI')).toMatchObject({ planned: 6, counted: 6, failed: 0 })
})

test('a temporary error is tried three times, then fails its cell', async () => {
  const bench = await survey(['OPENAI'], 1)
  const openai = scriptedEngine('OPENAI', always(failing('SERVER')))
  await bench.run([openai])
  expect(openai.asked).toHaveLength(9)
  expect(await ledgerOf(bench, 'OPENAI')).toMatchObject({ counted: 0, failed: 3, reason: 'every call failed' })
})

test('every failed cell keeps its kind, and the ledger counts them', async () => {
  const bench = await survey(['OPENAI', 'GROK'])
  const openai = scriptedEngine('OPENAI', ({ tag }) =>
    tag.endsWith('q0/r0') ? failing('TIMEOUT') : tag.endsWith('r1') ? failing('CONNECTION_REFUSED') : said('ok'),
  )
  let calls = 0
  const grok = scriptedEngine('GROK', () => {
    calls += 1
    if (calls > 2) return failing('QUOTA')
    return calls === 1 ? failing('BAD_REQUEST') : said('ok')
  })
  await bench.run([openai, grok], { width: 1 })
  expect(await ledgerOf(bench, 'OPENAI')).toEqual({
    ...{ engine: 'OPENAI', planned: 6, counted: 2, noAnswer: 0, failed: 4, skipped: 0 },
    failures: [
      { kind: 'CONNECTION_REFUSED', count: 3, words: 'connection refused' },
      { kind: 'TIMEOUT', count: 1, words: 'timeout' },
    ],
  })
  expect(await ledgerOf(bench, 'GROK')).toEqual({
    ...{ engine: 'GROK', planned: 6, counted: 1, noAnswer: 0, failed: 1, skipped: 4 },
    reason: "provider's quota or credit is used up",
    failures: [{ kind: 'BAD_REQUEST', count: 1, words: 'question not accepted' }],
  })
})

test('a text of more than 64 KB fails its cell but keeps its reply and cost', async () => {
  const bench = await survey(['OPENAI'], 1)
  const openai = scriptedEngine('OPENAI', ({ tag }) =>
    said(tag.endsWith('q0/r0') ? 'é'.repeat(32 * 1024 + 1) : 'é'.repeat(32 * 1024)),
  )
  const budget = createBudget()
  await bench.run([openai], { budget })
  expect(budget.spentUsd).toBeCloseTo(0.03)
  expect(await ledgerOf(bench, 'OPENAI')).toMatchObject({
    ...{ counted: 2, failed: 1 },
    failures: [{ kind: 'TOO_LONG', count: 1, words: 'reply too long' }],
  })
})

test.each([
  ['CONNECTION_REFUSED', 0],
  ['REDIRECTED', 0],
  ['TIMEOUT', 0.18],
  ['UNREADABLE', 0.18],
  ['TOO_LONG', 0.06],
] as const)('of calls that end with %s at most $%d may be billed', async (kind, uncertainUsd) => {
  const bench = await survey(['OPENAI'], 1)
  const budget = createBudget()
  await bench.run([scriptedEngine('OPENAI', always(failing(kind)))], { budget })
  expect([budget.spentUsd, budget.uncertainUsd]).toEqual([0, expect.closeTo(uncertainUsd)])
})

test('an empty reply is asked once more, then fails its cell', async () => {
  const bench = await survey(['OPENAI'], 1)
  const openai = scriptedEngine('OPENAI', ({ tag }, earlier) =>
    tag.endsWith('q0/r0') || earlier === 0 ? { kind: 'empty' } : said('late'),
  )
  await bench.run([openai])
  expect(openai.asked).toHaveLength(6)
  expect(await ledgerOf(bench, 'OPENAI')).toMatchObject({ counted: 2, failed: 1 })
})

test('an answer whose searches failed is asked once more and then kept', async () => {
  const bench = await survey(['ANTHROPIC'], 1)
  const reading = {
    kind: 'answered',
    text: 'from memory',
    citations: [],
    grounded: false,
    searches: null,
    model: 'm',
    askAgain: true,
  } as const
  const anthropic = scriptedEngine('ANTHROPIC', always(reading))
  await bench.run([anthropic])
  expect(anthropic.asked).toHaveLength(6)
  expect((await readAnswers(bench.db, SURVEY))[0]).toMatchObject({ kind: 'answered', grounded: false })
})

test('an answer whose searches failed is kept when asking again fails', async () => {
  const bench = await survey(['ANTHROPIC'], 1)
  const ungrounded = {
    kind: 'answered',
    text: 'from memory',
    citations: [],
    grounded: false,
    searches: null,
    model: 'm',
  } as const
  const anthropic = scriptedEngine('ANTHROPIC', (_, earlier) =>
    earlier === 0 ? { ...ungrounded, askAgain: true } : failing('SERVER'),
  )
  await bench.run([anthropic])
  expect(await ledgerOf(bench, 'ANTHROPIC')).toMatchObject({ counted: 3, failed: 0 })
  expect((await readAnswers(bench.db, SURVEY))[0]).toMatchObject({ kind: 'answered', text: 'from memory' })
})

test('a paused turn continues with the conversation so far', async () => {
  const bench = await survey(['ANTHROPIC'], 1)
  const anthropic = scriptedEngine('ANTHROPIC', (_, earlier) => (earlier < 2 ? { kind: 'unfinished' } : said('whole')))
  const seen: number[] = []
  const { ask } = anthropic
  const spied = {
    ...anthropic,
    ask: (...[asking, bodies, signal]: Parameters<typeof ask>) => {
      if (asking.tag.endsWith('q0/r0')) seen.push(bodies.length)
      return ask(asking, bodies, signal)
    },
  }
  await bench.run([spied])
  expect(seen).toEqual([0, 1, 2])
  expect(await ledgerOf(bench, 'ANTHROPIC')).toMatchObject({ counted: 3 })
})

test('a turn that is paused forever fails its cell', async () => {
  const bench = await survey(['ANTHROPIC'], 1)
  const anthropic = scriptedEngine('ANTHROPIC', always({ kind: 'unfinished' }))
  await bench.run([anthropic])
  expect(anthropic.asked).toHaveLength(18)
  expect(await ledgerOf(bench, 'ANTHROPIC')).toMatchObject({ failed: 3 })
})

test('a rejected key costs one call, and every cell is skipped with the reason', async () => {
  const bench = await survey(['OPENAI', 'GROK'])
  const openai = scriptedEngine('OPENAI', always(failing('KEY_REJECTED')))
  const stopped = new Map<EngineName, string>()
  const result = await bench.run([openai, scriptedEngine('GROK', always(said('ok')))], { width: 4, stopped })
  expect(openai.asked).toHaveLength(1)
  expect(result).toBeNull()
  expect(stopped).toEqual(new Map([['OPENAI', 'provider rejected the key']]))
  expect(await ledgerOf(bench, 'OPENAI')).toMatchObject({ skipped: 6, failed: 0, reason: 'provider rejected the key' })
  expect(await ledgerOf(bench, 'GROK')).toMatchObject({ counted: 6 })
})

test('an account without credit keeps its answers and skips the rest', async () => {
  const bench = await survey(['OPENAI'])
  let calls = 0
  const openai = scriptedEngine('OPENAI', () => (++calls > 3 ? failing('QUOTA') : said('ok')))
  await bench.run([openai], { width: 1 })
  expect(await ledgerOf(bench, 'OPENAI')).toMatchObject({ planned: 6, counted: 3, skipped: 3, failed: 0 })
})

test("a 429 waits as long as the vendor asks and isn't a failed attempt", async () => {
  const bench = await survey(['OPENAI'], 1)
  const openai = scriptedEngine('OPENAI', (_, earlier) =>
    earlier < 4 ? { kind: 'error', error: 'RATE_LIMITED', retryAfterMs: 7_000 } : said('ok'),
  )
  await bench.run([openai])
  expect(await ledgerOf(bench, 'OPENAI')).toMatchObject({ counted: 3, failed: 0 })
  expect(bench.clock.slept).toContain(7_000)
})

test('the budget is never exceeded, and the remaining cells stay open', async () => {
  const bench = await survey(['OPENAI'])
  const openai = scriptedEngine('OPENAI', always(said('ok')), 0.01, 0.02)
  const result = await bench.run([openai], { budgetUsd: 0.045 })
  expect(result).toBe('budget')
  expect(openai.asked).toHaveLength(3)
  expect(await ledgerOf(bench, 'OPENAI')).toMatchObject({ counted: 3, skipped: 3, reason: 'open' })
})

test('an engine too expensive for the budget leaves it to cheaper ones', async () => {
  const bench = await survey(['OPENAI', 'GEMINI'])
  const gemini = scriptedEngine('GEMINI', always(said('ok')), 0.03, 0.25)
  const openai = scriptedEngine('OPENAI', always(said('ok')), 0.02, 0.04)
  const budget = createBudget(0.3)
  expect(await bench.run([openai, gemini], { budget })).toBe('budget')
  expect(gemini.asked.length).toBeLessThan(6)
  expect(openai.asked).toHaveLength(6)
})

test('told to stop, it stores the calls in flight and sends no more', async () => {
  const bench = await survey(['OPENAI'])
  const openai = scriptedEngine('OPENAI', () => {
    if (openai.asked.length >= 2) bench.stop.abort()
    return said('ok')
  })
  const result = await bench.run([openai], { width: 2 })
  expect(result).toBe('interrupted')
  const row = await ledgerOf(bench, 'OPENAI')
  expect(row?.counted).toBe(openai.asked.length)
  expect(await countUnknownCells(bench.db, SURVEY)).toBe(0)
})

test('told to stop, it leaves a lane that other surveys share to them', async () => {
  const bench = await survey(['OPENAI'])
  const shared = createLane(1)
  let tasks = 0
  const lane: Lane = {
    ...shared,
    run: (task) => {
      tasks += 1
      return shared.run(task)
    },
  }
  const openai = scriptedEngine('OPENAI', () => {
    bench.stop.abort()
    return said('ok')
  })
  await bench.run([openai], { lane })
  // The one in flight, and the one behind it.
  expect(tasks).toBe(2)
})

test('a call that is cut off is counted as unknown by the next run', async () => {
  const bench = await survey(['OPENAI'])
  const hanging = scriptedEngine('OPENAI', () => {
    setImmediate(() => {
      bench.stop.abort()
      bench.cut.abort()
    })
    return { kind: 'hang' }
  })
  const lane = createLane(2)
  const result = await bench.run([hanging], { lane })
  expect(result).toBe('interrupted')
  expect(await countUnknownCells(bench.db, SURVEY)).toBe(1)
  expect(await atOnce(lane)).toBe(1)
})

test('a call that is cut off after its engine stopped is counted as unknown too', async () => {
  const bench = await survey(['OPENAI'])
  let calls = 0
  const openai = scriptedEngine('OPENAI', () => {
    if (++calls === 1) return { kind: 'hang' }
    setImmediate(() => {
      bench.stop.abort()
      bench.cut.abort()
    })
    return failing('QUOTA')
  })
  const lane = createLane(2)
  const start = await lane.start(bench.stop.signal)
  start?.ended('good')
  expect(await bench.run([openai], { lane })).toBe('interrupted')
  expect(await countUnknownCells(bench.db, SURVEY)).toBe(1)
  expect(await ledgerOf(bench, 'OPENAI')).toMatchObject({ skipped: 6, reason: "provider's quota or credit is used up" })
})

test('a call that the budget doesn’t allow proves no key, so its lane goes on one call at a time', async () => {
  const bench = await survey(['OPENAI'])
  const lane = createLane(2)
  await bench.run([scriptedEngine('OPENAI', always(said('ok')))], { lane, budgetUsd: 0 })
  expect(await atOnce(lane)).toBe(1)
})

test('a reply that was kept but not read before a kill is stored without asking', async () => {
  const bench = await survey(['OPENAI'])
  const journal = createJournal(bench.db, LEASE, bench.clock)
  const cellId = `${SURVEY}/OPENAI/r0/q0`
  await journal({ step: 'sent', cellId, attempt: 1, turn: 0 })
  await journal({ step: 'received', cellId, attempt: 1, turn: 0, body: JSON.stringify(said('kept')), costUsd: 1 })
  await journal({ step: 'sent', cellId: `${SURVEY}/OPENAI/r0/q1`, attempt: 1, turn: 0 })
  expect(await countUnknownCells(bench.db, SURVEY)).toBe(1)

  const openai = scriptedEngine('OPENAI', always(said('asked')))
  expect(await recoverAnswers(bench.db, journal, [openai], SURVEY)).toBe(1)
  await bench.run([openai])
  expect(openai.asked).toHaveLength(5)
  expect((await readAnswers(bench.db, SURVEY))[0]).toMatchObject({ text: 'kept' })
})

/** An answer without a search behind it, which is to be bettered once. */
const UNGROUNDED = {
  ...{
    kind: 'answered',
    text: 'from memory',
    citations: [],
    grounded: false,
    searches: null,
    model: 'm',
    askAgain: true,
  },
} as const satisfies Scripted

test.each<[string, Scripted | null]>([
  ['nothing, killed while it was asked again', null],
  ['an empty reply', { kind: 'empty' }],
  ['a paused turn', { kind: 'unfinished' }],
  ['a reply of no use', { ...said('x'.repeat(65 * 1024)) }],
])('an answer that was to be improved is stored after a kill with %s', async (_, again) => {
  const bench = await survey(['ANTHROPIC'], 1)
  const journal = createJournal(bench.db, LEASE, bench.clock)
  const cellId = `${SURVEY}/ANTHROPIC/r0/q0`
  const asked = async (attempt: number, reply: Scripted | null) => {
    await journal({ step: 'sent', cellId, attempt, turn: 0 })
    if (reply !== null)
      await journal({ step: 'received', cellId, attempt, turn: 0, body: JSON.stringify(reply), costUsd: 1 })
  }
  await asked(1, UNGROUNDED)
  await asked(2, again)
  const anthropic = scriptedEngine('ANTHROPIC', always(failing('SERVER')))
  expect(await recoverAnswers(bench.db, journal, [anthropic], SURVEY)).toBe(1)
  expect((await readAnswers(bench.db, SURVEY))[0]).toMatchObject({ kind: 'answered', text: 'from memory' })
})

test('after a kill, a better answer replaces the kept one', async () => {
  const bench = await survey(['ANTHROPIC'], 1)
  const journal = createJournal(bench.db, LEASE, bench.clock)
  const cellId = `${SURVEY}/ANTHROPIC/r0/q0`
  for (const [at, reply] of [UNGROUNDED, said('searched')].entries()) {
    await journal({ step: 'sent', cellId, attempt: at + 1, turn: 0 })
    await journal({ step: 'received', cellId, attempt: at + 1, turn: 0, body: JSON.stringify(reply), costUsd: 1 })
  }
  await recoverAnswers(bench.db, journal, [scriptedEngine('ANTHROPIC', always(said('asked')))], SURVEY)
  expect((await readAnswers(bench.db, SURVEY))[0]).toMatchObject({ text: 'searched' })
})

test('a kept answer is stored when the call for a better one is cut off', async () => {
  const bench = await survey(['ANTHROPIC'], 1)
  const anthropic = scriptedEngine('ANTHROPIC', (_, earlier) => {
    if (earlier === 0) return UNGROUNDED
    bench.stop.abort()
    bench.cut.abort()
    return { kind: 'hang' }
  })
  await bench.run([anthropic], { width: 1 })
  expect(await readAnswers(bench.db, SURVEY)).toMatchObject([{ kind: 'answered', text: 'from memory' }])
  expect(await countUnknownCells(bench.db, SURVEY)).toBe(0)
})

test('a process that lost its lease writes nothing', async () => {
  const bench = await survey(['OPENAI'])
  const openai = scriptedEngine('OPENAI', always(said('ok')))
  await bench.db.updateTable('leases').set({ holder: 'somebody else' }).execute()
  await expect(bench.run([openai])).rejects.toThrow('held by another process')
  expect(openai.asked).toHaveLength(0)
  expect(await readAnswers(bench.db, SURVEY)).toEqual([])
  await expect(
    commitJournal(bench.db, LEASE, [{ step: 'released', cellId: `${SURVEY}/OPENAI/r0/q0` }], bench.clock.now()),
  ).rejects.toThrow('held by another process')
})

test('a reply of unknown shape fails its cell, not the run', async () => {
  const bench = await survey(['OPENAI'], 1)
  const openai = scriptedEngine('OPENAI', always(said('ok')))
  const strange = {
    ...openai,
    read: () => {
      throw new TypeError('not this shape')
    },
  }
  await bench.run([strange])
  expect(await ledgerOf(bench, 'OPENAI')).toMatchObject({ failed: 3 })
})
