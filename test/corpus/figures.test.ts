import { expect, test } from 'vitest'
import counting from '../../site/src/figures/counting.json' with { type: 'json' }
import { agreementOf } from './agreement.ts'
import { type Labelled, type Labels, readCorpus, readRows } from './corpus.ts'
import { withFaults } from './faults.ts'
import { figuresOf } from './figures.ts'
import { f1, scoreCorpus, sumOf, toAnswer } from './score.ts'

const corpus = readCorpus(import.meta.dirname)

const labels: Labels = {
  product: { named: true, position: 2 },
  brands: [['Pipedrive', 'Pipedrive CRM'], ['Zettelix'], ['Quillpad']],
}

const ANSWER: Labelled = {
  id: 'one',
  part: 'read',
  source: 'none',
  category: 'CRM software',
  language: 'en',
  question: 'Which CRM?',
  answer: '1. **Pipedrive** – good\n2. **Zettelix** – fine\n3. **Quillpad** – fine',
  citations: [],
  product: { brand: 'Zettelix', domain: 'zettelix.com', aliases: [] },
  labels,
  again: [labels, labels],
  reading: ['Pipedrive', 'Zettelix', 'Quillpad'].map((name) => ({ name, role: 'choice', domain: null })),
}

test('answers that are counted as labelled score in full', () => {
  const { figures, failures } = scoreCorpus([ANSWER])
  expect(failures).toEqual([])
  expect(figures).toMatchObject({
    answers: 1,
    bothNamed: 1,
    samePosition: 1,
    product: { hits: 1, misses: 0, extras: 0 },
    brands: { hits: 3, misses: 0, extras: 0 },
  })
})

test('an answer is counted with its citations', () => {
  const cited = { url: 'https://www.quillpad.io/price', title: 'Prices' }
  expect(toAnswer({ ...ANSWER, citations: [cited, { url: 'none' }] }, true)).toMatchObject({
    citations: [{ ...cited, domain: 'quillpad.io' }],
  })
})

test('each kind of failure is reported', () => {
  const other = { product: { named: true, position: 1 }, brands: [['Zettelix'], ['Quillpad'], ['Missing']] }
  expect(scoreCorpus([{ ...ANSWER, labels: other }]).failures).toEqual([
    { id: 'one', what: 'brands', missing: ['Missing'], extra: ['Pipedrive'] },
    { id: 'one', what: 'position', missing: ['1'], extra: ['2'] },
  ])
  const unnamed = { product: { named: false, position: null }, brands: [['Pipedrive'], ['Quillpad']] }
  expect(scoreCorpus([{ ...ANSWER, labels: unnamed }]).failures).toContainEqual({
    id: 'one',
    what: 'product',
    missing: [],
    extra: ['Zettelix'],
  })
})

test('the same seed inserts the same faults', () => {
  const many = Array.from({ length: 50 }, () => ANSWER)
  const [first, again, other] = [withFaults(many, 1), withFaults(many, 1), withFaults(many, 2)]
  expect(first).toEqual(again)
  expect(first).not.toEqual(other)
  const names = first.flatMap(({ reading }) => reading ?? [])
  expect(names.filter(({ role }) => role === 'passing').length).toBeGreaterThan(0)
})

test('every answer has labels and a reading, and an id of its own', () => {
  expect(corpus.length).toBeGreaterThanOrEqual(96)
  expect(new Set(corpus.map(({ id }) => id)).size).toBe(corpus.length)
  expect(corpus.filter(({ reading }) => reading == null)).toEqual([])
})

test("the figures of the answers with a licence are those of today's rules", () => {
  expect(figuresOf('saccarab', corpus)).toEqual(counting.sources.find(({ source }) => source === 'saccarab'))
})

test('labels agree on a choice if they share a name, and each choice of only one counts against them', () => {
  const other: Labels = {
    product: { named: true, position: 1 },
    brands: [['Quillpad', 'Quill'], ['pipedrive'], ['More']],
  }
  const agreement = { answers: 2, both: 5, onlyOne: 2, sameProduct: 2, placed: 2, samePosition: 1 }
  expect(
    agreementOf([
      [labels, other],
      [labels, labels],
    ]),
  ).toEqual(agreement)
  const unnamed: Labels = { product: { named: false, position: null }, brands: [] }
  expect(agreementOf([[labels, unnamed]])).toMatchObject({ both: 0, onlyOne: 3, sameProduct: 0, placed: 0 })
})

test('the agreement of two readers of all answers is that of the labels', () => {
  expect(agreementOf(readRows(import.meta.dirname).map(({ again }) => again))).toEqual(counting.agreement)
})

test.each([
  ['read', { product: 0.99, alarms: 0.01, position: 0.95, brands: 0.97 }],
  // Below these nobody could rely on it.
  ['faulty', { product: 0.98, alarms: 0.01, position: 0.6, brands: 0.88 }],
  ['layout', { product: 0.97, alarms: 0.01, position: 0.4, brands: 0.7 }],
] as const)('answers that are %s are counted as well as they must be', (how, least) => {
  const all = sumOf(counting.sources.map(({ [how]: figures }) => figures))
  expect(f1(all.product)).toBeGreaterThan(least.product)
  expect(all.product.extras / all.notNamed).toBeLessThanOrEqual(least.alarms)
  expect(all.samePosition / all.bothNamed).toBeGreaterThan(least.position)
  expect(f1(all.brands)).toBeGreaterThan(least.brands)
})
