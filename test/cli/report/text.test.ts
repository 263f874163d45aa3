import { expect, test } from 'vitest'
import { reportText } from '../../../cli/report/text.ts'
import { width } from '../../../cli/terminal/columns.ts'
import type { Report } from '../../../pipeline/contract/report.ts'
import { frozenReport } from '../../support/reports.ts'

const URL = 'https://site.example/r/one'
const text = (changed: Partial<Report> = {}) => reportText({ ...frozenReport(), url: URL, ...changed })

test('a report as text', () => {
  expect(text()).toBe(`Acme (acme.example), CRM software
QUICK report, COMPLETE, 20 November 2026, 12:03 UTC

Score 41.7 of 100 (95 % interval 12.3 to 73.4): how often 2 engines named Acme
in 10 counted answers to 3 questions, each engine weighted equally.

OPENAI     2 of 6  ███████░░░░░░░░░░░░░   33.3 %  10.0–80.0 %
ANTHROPIC  2 of 4  ██████████░░░░░░░░░░   50.0 %  10.0–80.0 %
GEMINI     skipped: no key
95 % intervals, for other buyer questions of this category.

Counted nowhere, neither for nor against:
  ANTHROPIC: of 6 planned 1 failed (1 timeout), 1 without an answer to score

What answers say of Acme: Recommended in 2 of 4, advised against in 1 of 4: a
language model’s judgement of 4 answers that name it.

Who else was named in 10 counted answers:
  Bolt                         7 of 10   70.0 %  10.0–80.0 %
    recommended in 5 of 6, advised against in 0 of 6
  Crane                        2 of 10   20.0 %  10.0–80.0 %

Sources cited in 10 counted answers:
  reviews.example                        4 of 10  review
  forum.example                          3 of 10  community
  acme.example                           2 of 10  own
  bolt.example                           1 of 10  rival
  magazine.example                       1 of 10  editorial
  video.example                          1 of 10  video

Do first:
1. Answer “Which CRM has the best reports?” on a page of your own
   Effort medium. Rivals are named there and Acme is not.
   - Acme is named in 0 of 4 counted answers to it, Bolt in 2 of 4.
2. Be present on forum.example
   Effort low. It is cited where rivals are named and Acme is not.
   - Cited in 3 of 5 counted answers that name a rival and not Acme, in 0 of 4
     that name Acme.

No model read the answers: names come only from their layout, which misses those
in running text. Counted by code.
Every answer: ${URL}
              (while ./svc serve runs)
Its kit:      ./svc report kit rep0rt-0f-acme-with-enough-bits --out kit
`)
})

test('a question whose calls all failed is not among those that the counted answers are to', () => {
  const { questions } = frozenReport()
  const failed = questions.map((question) =>
    question.index === 2
      ? { ...question, answers: question.answers.map((each) => ({ ...each, failed: true })) }
      : question,
  )
  expect(text({ questions: failed, answersCounted: 6 })).toContain('in 6 counted answers to 2 questions,')
})

test('no quote is printed, whatever it holds', () => {
  const quotes = [
    { stance: 'mentioned' as const, engine: 'GROK' as const, question: 0, run: 0, text: '\u001b[2J\u202e<b>' },
  ]
  const said = { answers: 1, recommended: 0, mentioned: 1, advisedAgainst: 0, quotes }
  const printed = text({ said })
  expect(printed).toContain('advised against in 0 of 1')
  for (const piece of ['\u001b', '\u202e', '<b>']) expect(printed).not.toContain(piece)
})

test('a simulated report says so', () => {
  expect(text({ simulated: true })).toContain('SIMULATED: these answers are made up')
  expect(text()).not.toContain('SIMULATED')
})

test('an engine with nothing to score has no rate, and one that stopped says what it left', () => {
  const [openai] = frozenReport().engines
  if (openai === undefined) throw new Error('no engine')
  const { interval: _, intervalSameQuestions: __, ...none } = { ...openai, runsMentioned: 0, runsTotal: 0 }
  const row = {
    engine: 'OPENAI',
    planned: 6,
    counted: 2,
    noAnswer: 0,
    failed: 0,
    skipped: 4,
    reason: 'no quota',
  } as const
  const shown = text({ overallScore: null, overallScoreInterval: null, engines: [none], ledger: [row] })
  expect(shown).toContain('OPENAI  0 of 0  nothing to score')
  expect(shown).toContain('OPENAI: of 6 planned 4 not asked (no quota)')
  expect(shown).not.toContain('95 %')
})

test.each([
  [0, 8, '░░░░░░░░░░░░░░░░░░░░    0.0 %'],
  [1, 180, '█░░░░░░░░░░░░░░░░░░░    0.6 %'],
  [179, 180, '███████████████████░   99.4 %'],
  [8, 8, '████████████████████  100.0 %'],
])('the bar of %i of %i', (runsMentioned, runsTotal, bar) => {
  const [openai] = frozenReport().engines
  if (openai === undefined) throw new Error('no engine')
  expect(text({ engines: [{ ...openai, runsMentioned, runsTotal }] })).toContain(bar)
})

test('a failed report says why, and shows what came in', () => {
  const failed = text({ status: 'FAILED', overallScore: null, error: 'The report did not finish within 60 minutes.' })
  expect(failed).toContain('It failed: The report did not finish within 60 minutes.')
  expect(failed).toContain('OPENAI     2 of 6')
  expect(failed).not.toMatch(/Score|report kit/)
  const nothing = {
    engines: [],
    enginesSkipped: [],
    competitors: [],
    sources: [],
    actionPlan: [],
    ledger: [],
    method: null,
  }
  const empty = text({ status: 'FAILED', overallScore: null, error: 'It broke.', answersCounted: 0, ...nothing })
  expect(empty.split('\n').slice(2)).toEqual([
    '',
    'It failed: It broke.',
    '',
    `Every answer: ${URL}`,
    '              (while ./svc serve runs)',
    '',
  ])
})

test('the method says what a person ruled, and that it was counted again', () => {
  const recounted = { at: '2027-01-02T03:04:05.000Z', from: 'mentions-1' }
  const rulings = [{ kind: 'ignore' as const, name: 'Excel' }]
  const shown = text({
    method: {
      ...{ detector: 'mentions-2', namesBy: 'model', reader: { model: 'm', prompt: 'p' }, unverified: 1 },
      ...{ agreement: { answers: 20, pairs: 90, both: 81, f1: 0.9474 }, rulings, recounted },
    },
  })
  expect(shown).toContain('(F1 94.7).\nBy a person’s ruling “Excel” is not counted.\n')
  expect(shown).toContain('Counted again by newer rules on 2 January 2027, 03:04 UTC')
})

test('long lists are cut and say how much is left', () => {
  const { competitors, sources, actionPlan } = frozenReport()
  const times = <Row>(rows: readonly Row[]) => Array.from({ length: 20 }, () => rows).flat()
  const shown = text({ competitors: times(competitors), sources: times(sources), actionPlan: times(actionPlan) })
  expect(shown).toContain('  and 32 more\n')
  expect(shown).toContain('  and 114 more\n')
  expect(shown).toContain('   and 37 more in the report\n')
})

test('whatever it contains, it keeps to 80 columns and moves no cursor', () => {
  const evil = `\u001b[2J\u202e${'苔鯨'.repeat(60)}\r\n${'x'.repeat(200)}`
  const { competitors, sources, actionPlan } = frozenReport()
  const shown = text({
    ...{ brand: evil, domain: `${'a'.repeat(63)}.${'b'.repeat(63)}.example`, category: evil },
    enginesSkipped: [{ engine: 'AI_OVERVIEW', reason: evil }],
    competitors: competitors.map((each) => ({ ...each, name: evil })),
    sources: sources.map((each) => ({ ...each, domain: evil })),
    actionPlan: actionPlan.map((each) => ({ ...each, title: evil, why: evil, evidence: [evil] })),
    ledger: [{ engine: 'OPENAI', planned: 6, counted: 2, noAnswer: 1, failed: 1, skipped: 2, reason: evil }],
  })
  for (const line of shown.split('\n')) expect(width(line)).toBeLessThanOrEqual(80)
  expect(shown).not.toMatch(/[^\P{Cc}\n]|\p{Cf}/u)
})
