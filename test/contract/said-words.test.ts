import { expect, test } from 'vitest'
import type { Said } from '../../pipeline/contract/said/said.ts'
import { saidInWords, saidSentence, someQuotes } from '../../pipeline/contract/said/said-words.ts'
import type { Stance } from '../../pipeline/contract/terms.ts'

const said = (changed: Partial<Said> = {}): Said => ({
  ...{ answers: 61, recommended: 12, mentioned: 45, advisedAgainst: 4, quotes: [] },
  ...changed,
})
const quote = (stance: Stance, run: number) => ({ stance, engine: 'GROK' as const, question: 0, run, text: `${run}` })

test('stances keep their denominator, and are left out without one', () => {
  expect(saidInWords(said())).toBe('recommended in 12 of 61, advised against in 4 of 61')
  expect([undefined, said({ answers: 0 })].map(saidInWords)).toEqual([undefined, undefined])
  expect([undefined, said({ answers: 0 })].map(saidSentence)).toEqual([undefined, undefined])
  expect(saidSentence(said({ answers: 1, recommended: 1, advisedAgainst: 0 }))).toBe(
    'Recommended in 1 of 1, advised against in 0 of 1: a language model’s judgement of 1 answer that names it.',
  )
})

test('a few quotes include every stance', () => {
  const quotes = [0, 1, 2].map((run) => quote('recommended', run))
  const few = someQuotes(said({ quotes: [...quotes, quote('advisedAgainst', 3)] }))
  expect(few.map(({ text }) => text)).toEqual(['0', '3', '1'])
})
