import { expect, test } from 'vitest'
import type { EngineName, Stance } from '../../pipeline/contract/terms.ts'
import type { CountedAnswer } from '../../pipeline/survey/count.ts'
import { createSaid } from '../../pipeline/survey/said.ts'

/** An answer that names Acme, and what it says of it. */
function answer(engine: EngineName, run: number, stance?: Stance, text = `Acme ${engine} ${run}.`): CountedAnswer {
  const mention = { brand: 'Acme', start: 0, end: 4, rule: 'read', position: 1 }
  const said = stance && { stance, quote: { start: 0, end: text.length } }
  const stored = {
    question: 0,
    engine,
    run,
    kind: 'answered',
    text,
    citations: [],
    grounded: true,
    model: 'm',
  } as const
  return { ...stored, intent: 0, mentions: [{ ...mention, ...said }] }
}

const ANSWERS = [
  answer('OPENAI', 0, 'recommended'),
  answer('OPENAI', 1, 'recommended'),
  answer('OPENAI', 2, 'recommended', 'Acme OPENAI 1.'),
  answer('GEMINI', 0, 'recommended'),
  answer('GROK', 0, 'recommended'),
  answer('GROK', 1, 'recommended'),
  answer('GROK', 2, 'advisedAgainst'),
  answer('GROK', 3),
]

test('each stance is counted out of the answers whose reading gave one', () => {
  const said = createSaid(ANSWERS)
  expect(said('Acme')).toMatchObject({ answers: 7, recommended: 6, mentioned: 0, advisedAgainst: 1 })
  expect(said('Bolt')).toBeUndefined()
  expect(createSaid([answer('GROK', 3)])('Acme')).toBeUndefined()
})

test('three quotes of each stance have different words, from as many engines as possible', () => {
  const quotes = createSaid(ANSWERS)('Acme', { all: true })?.quotes
  expect(quotes?.map(({ stance, text }) => `${stance} ${text}`)).toEqual([
    'recommended Acme OPENAI 0.',
    'recommended Acme GEMINI 0.',
    'recommended Acme GROK 0.',
    'advisedAgainst Acme GROK 2.',
  ])
})

test('three quotes of a brand have one of each stance first', () => {
  const quotes = createSaid(ANSWERS)('Acme')?.quotes
  expect(quotes?.map(({ stance, engine, run }) => `${stance} ${engine} ${run}`)).toEqual([
    'recommended OPENAI 0',
    'advisedAgainst GROK 2',
    'recommended GEMINI 0',
  ])
})

test('quotes of the same words are given once', () => {
  const same = [0, 1, 2].map((run) => answer('GROK', run, 'mentioned', 'Acme is one.'))
  expect(createSaid(same)('Acme')).toMatchObject({ mentioned: 3, quotes: [{ run: 0, text: 'Acme is one.' }] })
})
