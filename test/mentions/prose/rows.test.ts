import { expect, test } from 'vitest'
import { opensSentence } from '../../../pipeline/mentions/prose/rows.ts'

test.each([
  ['In ', 'Quilland', ', ', 'Vokirn', ' turns out thousands.', true],
  ['In ', 'Quilland', ', ', 'Vokirn', ', Zettelix and more.', false],
  ['In ', 'Quilland', ' and ', 'Vokirn', ' they do.', false],
  ['We like ', 'Quilland', ', ', 'Vokirn', ' too.', false],
])('%s%s%s%s%s: the first opens the sentence: %s', (before, first, between, second, after, expected) => {
  const clean = before + first + between + second + after
  const end = before.length + first.length + between.length + second.length
  expect(opensSentence(clean, before.length, between, end)).toBe(expected)
})
