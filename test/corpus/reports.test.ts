import { expect, test } from 'vitest'
import { assembleReport } from '../../pipeline/report/assemble.ts'
import type { StoredAnswer } from '../../pipeline/store/survey/answers.ts'
import type { Readings } from '../../pipeline/survey/readings.ts'
import { newReport } from '../support/job.ts'
import { type Labelled, readCorpus } from './corpus.ts'
import { judgeCorpus, toAnswer } from './score.ts'

const corpus = readCorpus(import.meta.dirname)

/** The report on a product over all labelled answers of its category, one question with a run each. */
function reportOn(product: NonNullable<Labelled['product']>, category: string, labelled: readonly Labelled[]) {
  const answers = labelled.map((label, question): StoredAnswer => {
    const { text, citations } = toAnswer(label, true)
    const reply = { kind: 'answered', text, citations, grounded: true, model: 'recorded' } as const
    return { question, engine: 'OPENAI', run: 0, ...reply }
  })
  const recorded = new Map(labelled.map(({ answer, reading }) => [answer, reading ?? null]))
  const readings: Readings = {
    reader: { model: 'recorded', prompt: 'recorded' },
    namesIn: (text) => recorded.get(text) ?? null,
    secondNamesIn: () => null,
  }
  const started = { createdAt: 0, startedAt: 0, ranMs: 0, completedAt: null, overallScore: null, error: null }
  return assembleReport({
    report: { ...newReport({ ...product, category }), surveyId: 'report/r1', status: 'RUNNING', ...started },
    questions: labelled.map(({ question }) => question),
    answers,
    ledger: [],
    readings,
    rulings: [],
    completedAt: 0,
    error: null,
  })
}

test('a report on each labelled product shows in each answer what the figures score', () => {
  const shown = [...Map.groupBy(corpus, ({ category }) => category)].flatMap(([category, labelled]) => {
    const products = Map.groupBy(labelled, ({ product }) => JSON.stringify(product))
    return [...products.values()].flatMap((own) => {
      const product = own[0]?.product
      const questions = product == null ? [] : reportOn(product, category, labelled).questions
      return questions.flatMap(({ index, answers: [answer] }) => {
        const label = labelled[index]
        if (label === undefined || answer === undefined || !own.includes(label)) return []
        const brands = answer.brands.map(({ name }) => name)
        return [[label.id, { productNamed: answer.productNamed, position: answer.position, brands }]]
      })
    })
  })
  const scored = judgeCorpus(corpus).map(({ label, judgement: { mentions } }) => {
    const own = mentions.find(({ brand }) => brand === label.product?.brand)
    const brands = mentions.map(({ brand }) => brand)
    return [label.id, { productNamed: own !== undefined, position: own?.position ?? null, brands }]
  })
  expect(shown.length).toBeGreaterThanOrEqual(96)
  expect(Object.fromEntries(shown)).toEqual(Object.fromEntries(scored))
})
