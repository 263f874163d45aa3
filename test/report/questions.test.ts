import { expect, test } from 'vitest'
import { createBudget } from '../../pipeline/ask/budget.ts'
import { EngineError } from '../../pipeline/engines/error.ts'
import { namesProduct } from '../../pipeline/mentions/product.ts'
import { reportQuestions, withoutRepeats } from '../../pipeline/report/questions.ts'
import type { NewReport } from '../../pipeline/store/report/reports.ts'
import { fixedClock } from '../support/clock.ts'
import { never, newReport } from '../support/job.ts'
import { freshStore } from '../support/store/store.ts'
import { scriptedScribe, withLanes } from '../support/vendors/scripted-scribe.ts'

function scribe(questions: readonly string[] | Error): ReturnType<typeof scriptedScribe> {
  return scriptedScribe(() => {
    if (questions instanceof Error) throw questions
    return { questions }
  })
}

async function ask(
  changed: Partial<NewReport>,
  by: ReturnType<typeof scriptedScribe> | null,
  { budgetUsd = 1, stop = never } = {},
) {
  const times = { surveyId: null, status: 'RUNNING' as const, overallScore: null, error: null, completedAt: null }
  const report = { ...newReport(changed), ...times, createdAt: 0, startedAt: 0, ranMs: 0 }
  const { db } = await freshStore()
  const process = { db, clock: fixedClock(), random: () => 0.5, stop, cut: never }
  const lease = { name: 'report/r1', holder: 'test' }
  const scribes = withLanes(by === null ? [] : [by])
  const run = {
    ...process,
    lease,
    budget: createBudget(budgetUsd),
    engines: [],
    selected: [],
    stopped: new Map(),
    scribes,
    secondShare: 0,
  }
  return reportQuestions(run, report)
}

const SEEDS = ['Which CRM for florists?', 'Which CRM for bakers?']

test("the caller's own questions come first, as they are, and the scribe writes the rest §2.1.11", async () => {
  const writing = scribe(['Which CRM is easy?', 'Which CRM is cheap?', 'Which CRM is quick?'])
  expect(await ask({ seedPrompts: SEEDS }, writing)).toEqual([...SEEDS, 'Which CRM is easy?', 'Which CRM is cheap?'])
  expect(writing.asked.map(({ prompt }) => prompt)).toHaveLength(1)
  expect(writing.asked.map(({ prompt }) => prompt).join()).not.toMatch(/ridgeloom/i)
})

test('if the caller gives as many questions as the plan has, nothing is written', async () => {
  const writing = scribe([])
  const four = [...SEEDS, 'Which CRM for tailors?', 'Which CRM for vets?']
  expect(await ask({ seedPrompts: four }, writing)).toEqual(four)
  expect(writing.asked).toEqual([])
})

test('in another language than the templates’, the scribe writes all or too few are told', async () => {
  const german = { country: 'DE', language: 'de', seedPrompts: ['Welches CRM für Floristen?'] }
  const three = ['Welches CRM ist einfach?', 'Welches CRM ist günstig?', 'Welches CRM ist schnell?']
  const writing = scribe(three)
  expect(await ask(german, writing)).toEqual([...german.seedPrompts, ...three])
  expect(writing.asked[0]?.prompt).toContain('a buyer in Germany')
  expect(await ask(german, scribe(three.slice(1)))).toBe('tooFew')
  expect(await ask(german, null)).toBe('tooFew')
})

test('no written question names the product or repeats another one', async () => {
  const writing = scribe([
    'Is Ridgeloom better than others?',
    'What about ridge-loom and its rivals?',
    'which CRM for FLORISTS',
    'Which CRM is easy?',
    'Which CRM is easy?!',
  ])
  const questions = await ask({ seedPrompts: SEEDS }, writing)
  expect(questions).toHaveLength(4)
  expect(questions.slice(0, 3)).toEqual([...SEEDS, 'Which CRM is easy?'])
  expect([...questions].filter((text) => namesProduct(text, newReport()))).toEqual([])
})

test('no written question asks for what another does', async () => {
  const writing = scribe([
    'What CRM is for a baker?',
    'Which CRM is easy?',
    'What is an easy CRM?',
    'Which CRM is cheap?',
  ])
  expect(await ask({ seedPrompts: SEEDS }, writing)).toEqual([...SEEDS, 'Which CRM is easy?', 'Which CRM is cheap?'])
})

test('marks within words tell questions apart; other marks, blanks and case do not', () => {
  const apart = ['Best IDE in C++?', 'Best IDE in C#?', 'Best IDE in C?', 'CRM ab 50 €?', 'कौन सा की?', 'कौन सा का?']
  expect(withoutRepeats([...apart, ' best  ide, in c++', 'कौन सा की'])).toEqual(apart)
})

test.each([
  ['there is no scribe', null],
  ['the scribe fails', scribe(new EngineError('BAD_REQUEST'))],
  ['the scribe gives nothing', scribe([])],
])('if %s the rest comes from templates', async (_, by) => {
  const questions = await ask({ seedPrompts: SEEDS }, by)
  expect(questions).toHaveLength(4)
  for (const text of questions.slice(2)) expect(text).toContain('CRM software')
})

test('a budget without room for the scribe writes nothing, and a larger one does', async () => {
  const writing = scribe(['Which CRM is easy?'])
  expect(await ask({}, writing, { budgetUsd: 0 })).toBe('budget')
  expect(writing.asked).toEqual([])
})

test.each([
  ['QUICK', 4],
  ['FULL', 10],
  ['DEEP', 20],
] as const)('a %s report has %i questions, all different', async (plan, count) => {
  const questions = await ask({ plan }, null)
  expect(questions).toHaveLength(count)
  expect(new Set(questions).size).toBe(count)
})

test('if the category names the product there are too few, unless the caller gave them all', async () => {
  const named = { category: 'Ridgeloom alternatives' }
  expect(await ask(named, null)).toBe('tooFew')
  expect(await ask({ ...named, seedPrompts: ['A?', 'B?', 'C?', 'D?'] }, null)).toEqual(['A?', 'B?', 'C?', 'D?'])
})

test('told to stop it writes nothing', async () => {
  expect(await ask({}, scribe(['Which?']), { stop: AbortSignal.abort() })).toBe('interrupted')
})
