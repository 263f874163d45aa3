import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { LabelledAnswer } from './score.ts'
import { f1, precision, printFigures, readCorpus, recall, scoreCorpus } from './score.ts'

const ANSWER: LabelledAnswer = {
  id: 'one',
  language: 'en',
  category: 'CRM software',
  question: 'Which CRM?',
  text: '1. **Pipedrive** – good\n2. **Zettelix** – fine\n3. **Quillpad** – fine',
  citations: [],
  product: { brand: 'Zettelix', domain: 'zettelix.com', aliases: [] },
  names: [{ name: 'Pipedrive', domain: null }],
  brands: [['Pipedrive', 'Pipedrive CRM'], ['Zettelix'], ['Quillpad']],
}

test('what is counted as labelled scores in full', () => {
  const { figures, failures } = scoreCorpus([ANSWER])
  expect(failures).toEqual([])
  expect([...figures.keys()]).toEqual(['all', 'en'])
  expect(figures.get('all')).toMatchObject({
    answers: 1,
    notNamed: 0,
    bothNamed: 1,
    samePosition: 1,
    product: { hits: 1, misses: 0, extras: 0 },
  })
})

test('each kind of failure is told', () => {
  const { failures } = scoreCorpus([
    { ...ANSWER, brands: [['Pipedrive'], ['Quillpad']] },
    { ...ANSWER, id: 'two', brands: [['Zettelix'], ['Pipedrive'], ['Quillpad'], ['Missing']] },
  ])
  expect(failures).toContainEqual({ id: 'one', what: 'product', missing: [], extra: ['Zettelix'] })
  expect(failures).toContainEqual({ id: 'one', what: 'byRules', missing: [], extra: ['Zettelix'] })
  expect(failures).toContainEqual({ id: 'two', what: 'position', missing: ['1'], extra: ['2'] })
  expect(failures).toContainEqual({ id: 'two', what: 'withNames', missing: ['Missing'], extra: [] })
})

test('precision, recall and F1', () => {
  const tally = { hits: 6, misses: 2, extras: 4 }
  expect([precision(tally), recall(tally), f1(tally)]).toEqual([0.6, 0.75, 2 / 3])
})

test('the figures print a line for each language', () => {
  expect(printFigures(scoreCorpus([ANSWER]).figures).split('\n')).toHaveLength(4)
})

describe('the part of the corpus to develop on', () => {
  const corpus = readCorpus(join(import.meta.dirname, 'develop'))
  const { figures } = scoreCorpus(corpus)
  const all = figures.get('all')

  test('has answers of many categories, each with an id of its own', () => {
    expect(corpus.length).toBeGreaterThanOrEqual(160)
    expect(new Set(corpus.map(({ id }) => id)).size).toBe(corpus.length)
  })

  test('is counted as well as before', () => {
    if (all === undefined) throw new Error('no figures')
    expect(f1(all.product)).toBeGreaterThan(0.95)
    expect(all.product.extras / all.notNamed).toBeLessThan(0.03)
    expect(all.samePosition / all.bothNamed).toBeGreaterThan(0.87)
    expect(f1(all.withNames)).toBeGreaterThan(0.895)
    expect(f1(all.byRules)).toBeGreaterThan(0.835)
  })
})
