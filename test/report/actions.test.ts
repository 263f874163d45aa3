import { describe, expect, it } from 'vitest'
import type { Action, ReportAnswer, ReportEngine, ReportQuestion } from '../../pipeline/contract/report.ts'
import type { EngineName } from '../../pipeline/contract/terms.ts'
import { type Measured, planActions } from '../../pipeline/report/actions.ts'
import { countedAnswers } from '../../pipeline/report/answers.ts'
import { rateEngines } from '../../pipeline/report/score.ts'
import { rankSources } from '../../pipeline/report/sources.ts'
import { frozenReport } from '../support/reports.ts'

const answer = (engine: EngineName, run: number, names: string[], urls: string[] = []): ReportAnswer => ({
  engine,
  run,
  text: names.join(', '),
  brands: names.map((name, at) => ({ name, position: at + 1, product: name === 'Acme' })),
  citations: urls.map((url) => ({ url, domain: new URL(url).hostname })),
  productNamed: names.includes('Acme'),
  position: null,
  failed: false,
  noAnswer: false,
  grounded: true,
  model: 'm',
  evidence: [],
})

function plan(...answers: ReportAnswer[][]): Action[] {
  return planActions(measured(answers))
}

function measured(answers: ReportAnswer[][]): Measured {
  const questions: ReportQuestion[] = answers.map((of, index) => ({
    index,
    text: `Question ${index}?`,
    seeded: false,
    answers: of,
  }))
  const counted = countedAnswers(questions)
  const names = [...new Set(counted.map(({ engine }) => engine))]
  const ledger = names.map((engine) => ({ engine, planned: 1, counted: 1, noAnswer: 0, failed: 0, skipped: 0 }))
  const engines: ReportEngine[] = rateEngines(ledger, counted, () => ['m'])
  const domain = 'acme.example'
  return {
    brand: 'Acme',
    domain,
    questions,
    engines,
    sources: rankSources(counted, { domain }, new Set(['bolt.example'])),
  }
}

const OWN = 'https://acme.example/'
const FORUM = 'https://forum.example/t/1'

describe('the action plan', () => {
  it('names the questions where rivals are named and the product is not, the widest gap first', () => {
    const actions = plan(
      [answer('OPENAI', 0, ['Acme'], [OWN]), answer('OPENAI', 1, ['Bolt'])],
      [answer('OPENAI', 0, ['Bolt', 'Crane']), answer('OPENAI', 1, ['Bolt'])],
      [answer('OPENAI', 0, ['Bolt', 'Acme']), answer('OPENAI', 1, [])],
    )
    expect(actions.map(({ title }) => title)).toEqual([
      'Answer the question “Question 1?” on a page of your own',
      'Answer the question “Question 0?” on a page of your own',
    ])
    expect(actions[0]).toEqual({
      title: 'Answer the question “Question 1?” on a page of your own',
      why: '2 of 2 counted answers to it name others and not Acme.',
      effort: 'medium',
      evidence: [
        'Acme was named in 0 of 2 counted answers to this question.',
        'Bolt was named in 2 of 2 of them.',
        'Crane was named in 1 of 2 of them.',
      ],
    })
  })

  it('names third parties that are cited for rivals and never with the product, not the sites of rivals', () => {
    const actions = plan([
      answer('OPENAI', 0, ['Bolt'], [FORUM, 'https://bolt.example/', 'https://both.example/']),
      answer('GEMINI', 0, ['Acme'], [OWN, 'https://both.example/']),
      answer('OPENAI', 1, [], [FORUM]),
    ])
    expect(actions).toEqual([
      {
        title: 'Take part in the discussions on forum.example that are cited',
        why: 'It is cited for others and never in an answer that names Acme.',
        effort: 'low',
        evidence: [
          'forum.example was cited in 2 of 3 counted answers, by ChatGPT (OpenAI).',
          'Of these, 1 of 2 name others and 0 of 2 name Acme.',
          'Bolt was named in 1 of 2 of them.',
        ],
      },
    ])
  })

  it('names an engine that differs from the best one by more than chance', () => {
    const many = (engine: EngineName, names: string[]) =>
      Array.from({ length: 10 }, (_, run) => answer(engine, run, names, [OWN]))
    const [action, ...rest] = plan([...many('OPENAI', ['Acme', 'Bolt']), ...many('GROK', [])], [])
    expect(rest).toEqual([])
    expect(action?.title).toBe('Look into what Grok reads')
    expect(action?.evidence).toEqual([
      'Grok named Acme in 0 of 10 counted answers.',
      'ChatGPT (OpenAI) named it in 10 of 10.',
      'Grok cited acme.example in 10 of 10 counted answers.',
    ])
    expect(plan([answer('OPENAI', 0, ['Acme'], [OWN]), answer('GROK', 0, [], [OWN])])).toEqual([])
  })

  it("says if the product's own site is not cited, but only if pages are", () => {
    const actions = plan([answer('OPENAI', 0, ['Acme'], ['https://both.example/']), answer('OPENAI', 1, ['Acme'])])
    expect(actions.map(({ evidence }) => evidence)).toEqual([
      ['acme.example was cited in 0 of 2 counted answers; 1 of 2 cite some page.'],
    ])
    expect(plan([answer('OPENAI', 0, ['Acme'])])).toEqual([])
  })

  it('is empty if nothing was counted: failed calls and missing overviews suggest no change', () => {
    const failed = { ...answer('OPENAI', 0, ['Bolt'], [FORUM]), failed: true }
    const silent = { ...answer('AI_OVERVIEW', 0, ['Bolt'], [FORUM]), noAnswer: true }
    expect(plan([failed, silent])).toEqual([])
  })

  it('gives every item a reason, and evidence with counts and their denominators §2.5.9', () => {
    const { brand, domain, questions, engines, sources } = frozenReport()
    const actions = planActions({ brand, domain, questions, engines, sources })
    expect(actions.length).toBeGreaterThan(1)
    for (const { why, evidence } of actions) {
      expect(why).toMatch(/\.$/)
      expect(evidence.length).toBeGreaterThan(0)
      for (const sentence of evidence) expect(sentence).toMatch(/\d+ of \d+.*\.$/)
    }
  })
})
