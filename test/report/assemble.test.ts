import { describe, expect, it } from 'vitest'
import { report as reportSchema } from '../../pipeline/contract/report.ts'
import type { EngineName, LedgerRow } from '../../pipeline/contract/terms.ts'
import { type AskedReport, assembleReport } from '../../pipeline/report/assemble.ts'
import type { StoredAnswer } from '../../pipeline/store/survey/answers.ts'
import type { Readings } from '../../pipeline/survey/readings.ts'
import { newReport } from '../support/job.ts'

const STARTED = Date.UTC(2026, 10, 20)
const QUESTIONS = ['Which CRM is best?', 'Which CRM is cheap?']
const RIVALS = [
  { name: 'Pacewell', role: 'choice', domain: 'pacewell.example' },
  { name: 'Quillmark', role: 'choice', domain: null },
] as const
const NAMES = [...RIVALS, { name: 'Ridgeloom', role: 'choice', domain: null } as const]
/** A reader who saw the names wherever they stand. */
const READINGS: Readings = {
  reader: { model: 'm', prompt: 'p' },
  namesIn: (text) => NAMES.filter(({ name }) => text.includes(name)),
  secondNamesIn: () => null,
}

const said = (question: number, engine: EngineName, run: number, text: string, urls: string[] = []): StoredAnswer => ({
  question,
  engine,
  run,
  kind: 'answered',
  text,
  model: run === 0 ? 'model-a' : 'model-b',
  grounded: true,
  citations: urls.map((url) => ({ url, domain: new URL(url).hostname.replace('www.', '') })),
})
const silent = (question: number, engine: EngineName, run: number): StoredAnswer => ({
  question,
  engine,
  run,
  kind: 'noAnswer',
  text: 'I would rather not.',
  model: 'model-a',
})
const failed = (question: number, engine: EngineName, run: number, reason = 'TIMEOUT'): StoredAnswer => ({
  question,
  engine,
  run,
  kind: 'failed',
  reason,
})

/** OPENAI names the product in 2 of 3, ANTHROPIC in 0 of 2, GROK only ever had nothing to say, GEMINI failed, PERPLEXITY has no key. */
const ANSWERS: StoredAnswer[] = [
  said(0, 'OPENAI', 0, 'Pacewell, then Ridgeloom.', ['https://reviews.example/crm', 'https://pacewell.example/']),
  said(0, 'OPENAI', 1, 'Ridgeloom.'),
  said(0, 'ANTHROPIC', 0, 'Quillmark and Pacewell.', ['https://reviews.example/crm']),
  silent(0, 'ANTHROPIC', 1),
  silent(0, 'GROK', 0),
  failed(0, 'GEMINI', 0),
  said(1, 'OPENAI', 0, 'Pacewell.', ['https://reviews.example/cheap']),
  failed(1, 'OPENAI', 1, 'EMPTY'),
  said(1, 'ANTHROPIC', 0, 'None stands out.'),
  failed(1, 'GEMINI', 0, 'strange'),
]
const row = (engine: EngineName, counted: number, noAnswer: number, fails: number, skipped: number): LedgerRow => ({
  engine,
  planned: counted + noAnswer + fails + skipped,
  counted,
  noAnswer,
  failed: fails,
  skipped,
})
const LEDGER: LedgerRow[] = [
  row('OPENAI', 3, 0, 1, 0),
  row('ANTHROPIC', 2, 1, 0, 0),
  { ...row('PERPLEXITY', 0, 0, 0, 4), reason: 'no key was given' },
  { ...row('GEMINI', 0, 0, 2, 0), reason: 'every call failed' },
  row('GROK', 0, 1, 0, 0),
]

function assemble(changed: Partial<AskedReport> = {}) {
  return assembleReport({
    report: {
      ...newReport({ seedPrompts: QUESTIONS.slice(0, 1), engines: LEDGER.map(({ engine }) => engine) }),
      surveyId: 'report/r1',
      status: 'RUNNING',
      overallScore: null,
      error: null,
      createdAt: STARTED,
      startedAt: STARTED,
      ranMs: 0,
      completedAt: null,
    },
    questions: QUESTIONS,
    answers: ANSWERS,
    ledger: LEDGER,
    readings: READINGS,
    rulings: [],
    completedAt: STARTED + 60_000,
    error: null,
    ...changed,
  })
}

it('says what each answer looked for, and counts it for each question over the answers whose engine says', () => {
  const searching = [
    { ...said(0, 'OPENAI', 0, 'Pacewell.'), searches: ['crm', 'crm prices'] },
    { ...said(0, 'ANTHROPIC', 0, 'Pacewell.'), searches: ['CRM'] },
    { ...said(0, 'AI_OVERVIEW', 0, 'Pacewell.'), searches: null },
    silent(0, 'GROK', 0),
    said(1, 'OPENAI', 0, 'Pacewell.'),
  ]
  const [first, second] = assemble({ answers: searching }).questions
  expect(first?.answers.map(({ searches }) => searches)).toEqual([['crm', 'crm prices'], ['CRM'], undefined, null])
  expect(first?.searches).toEqual([
    { query: 'crm', answers: 2, of: 2, engines: ['OPENAI', 'ANTHROPIC'] },
    { query: 'crm prices', answers: 1, of: 2, engines: ['OPENAI'] },
  ])
  expect(second).not.toHaveProperty('searches')
  expect(second?.answers[0]).not.toHaveProperty('searches')
})

describe('a report', () => {
  const report = assemble()

  it('is what the contract says, whole and dated §2.5.11', () => {
    expect(reportSchema.strict().parse({ ...report, url: 'https://site.example/r/r1' })).toMatchObject({
      status: 'COMPLETE',
      createdAt: '2026-11-20T00:00:00.000Z',
      completedAt: '2026-11-20T00:01:00.000Z',
      error: null,
      answersCounted: 5,
      ledger: LEDGER,
      method: { namesBy: 'model' },
    })
  })

  it('rates the product in all counted answers together, with both intervals', () => {
    const { mentions, answers, interval, intervalSameQuestions } = report.pooled ?? {}
    expect([mentions, answers]).toEqual([2, 5])
    for (const each of [interval, intervalSameQuestions]) {
      expect(each?.low).toBeLessThan(2 / 5)
      expect(each?.high).toBeGreaterThan(2 / 5)
    }
    expect(assemble({ answers: ANSWERS.filter(({ kind }) => kind !== 'answered') }).pooled).toBeUndefined()
  })

  it('rates each engine that ran over its counted answers §1.1 §2.5.4', () => {
    expect(report.engines).toMatchObject([
      {
        engine: 'OPENAI',
        model: 'model-a, model-b',
        runsMentioned: 2,
        runsTotal: 3,
        promptsMentioned: 1,
        promptsTotal: 2,
        averagePosition: 1.5,
      },
      {
        engine: 'ANTHROPIC',
        runsMentioned: 0,
        runsTotal: 2,
        promptsMentioned: 0,
        promptsTotal: 2,
        averagePosition: null,
      },
      { engine: 'GROK', model: 'model-a', runsMentioned: 0, runsTotal: 0, promptsTotal: 0 },
    ])
    for (const { runsMentioned, runsTotal, interval, intervalSameQuestions } of report.engines.slice(0, 2)) {
      expect(interval?.low).toBeLessThanOrEqual(runsMentioned / runsTotal)
      expect(intervalSameQuestions?.high).toBeGreaterThanOrEqual(runsMentioned / runsTotal)
    }
    expect(Object.keys(report.engines[2] ?? {})).not.toContain('interval')
  })

  it('scores the mean rate of the engines with a counted answer, with one decimal §2.5.3', () => {
    expect(report.overallScore).toBe(33.3)
  })

  it('names the engines that did not run, with the reason, and gives them no rate §1.2 §2.5.5', () => {
    expect(report.enginesSkipped).toEqual([
      { engine: 'PERPLEXITY', reason: 'no key was given' },
      { engine: 'GEMINI', reason: 'every call failed' },
    ])
  })

  it('names who was named instead, never the product, with their share of all counted answers §2.5.6', () => {
    expect(report.competitors).toMatchObject([
      { name: 'Pacewell', domain: 'pacewell.example', mentions: 3, answers: 5, share: 3 / 5, averagePosition: 1.33 },
      { name: 'Quillmark', mentions: 1, answers: 5, share: 1 / 5, averagePosition: 1 },
    ])
    for (const { share, interval } of report.competitors) {
      expect(interval.low).toBeLessThanOrEqual(share)
      expect(interval.high).toBeGreaterThanOrEqual(share)
    }
  })

  it('shows every answer with its brands, its evidence and what became of it §1.3 §2.5.10', () => {
    const [first, second] = report.questions
    expect(report.questions.map(({ index, text, seeded }) => ({ index, text, seeded }))).toEqual([
      { index: 0, text: QUESTIONS[0], seeded: true },
      { index: 1, text: QUESTIONS[1], seeded: false },
    ])
    expect(first?.answers.map(({ engine, run }) => `${engine} ${run}`)).toEqual([
      'OPENAI 0',
      'OPENAI 1',
      'ANTHROPIC 0',
      'ANTHROPIC 1',
      'GEMINI 0',
      'GROK 0',
    ])
    expect(first?.answers[0]).toMatchObject({
      productNamed: true,
      position: 2,
      brands: [
        { name: 'Pacewell', position: 1, product: false },
        { name: 'Ridgeloom', position: 2, product: true },
      ],
      failed: false,
      noAnswer: false,
    })
    for (const answer of report.questions.flatMap(({ answers }) => answers))
      for (const { brand, start, end } of answer.evidence) expect(answer.text.slice(start, end)).toBe(brand)
    expect(first?.answers[3]).toMatchObject({ text: 'I would rather not.', noAnswer: true, failed: false, brands: [] })
    expect(first?.answers[4]).toMatchObject({
      text: '',
      failed: true,
      noAnswer: false,
      model: null,
      productNamed: false,
      error: 'The provider did not answer in time.',
    })
    expect(second?.answers.flatMap(({ error }) => error ?? [])).toEqual([
      'The provider sent an empty reply, twice.',
      'The call failed.',
    ])
  })

  it('is the same to the byte in any order of arrival', () => {
    const other = assemble({ answers: ANSWERS.toReversed() })
    expect(JSON.stringify(other)).toBe(JSON.stringify(report))
  })

  it('that failed says why, has no score, and shows what came in', () => {
    const late = assemble({ error: 'It was late.' })
    expect(late).toMatchObject({ status: 'FAILED', error: 'It was late.', overallScore: null, answersCounted: 5 })
    expect(late.engines).toEqual(report.engines)
  })

  it('without a counted answer has nothing but its ledger', () => {
    const empty = assemble({
      answers: [failed(0, 'GEMINI', 0)],
      ledger: LEDGER.slice(3, 4),
      error: 'No engine gave an answer that could be counted.',
    })
    expect(empty).toMatchObject({ answersCounted: 0, engines: [], competitors: [], sources: [], actionPlan: [] })
    expect(empty.enginesSkipped).toEqual([{ engine: 'GEMINI', reason: 'every call failed' }])
  })
})
