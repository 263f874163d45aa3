import { expect, test } from 'vitest'
import { askedAgainSpans } from '../../../pipeline/mentions/cues/asked-again.ts'

const QUESTION = 'What are the best alternatives to Quillpad?'

/** What of the text is the question again. */
function again(text: string, question = QUESTION): string[] {
  return askedAgainSpans(text, question).map(([start, end]) => text.slice(start, end))
}

test.each([
  '**Best Quillpad alternatives**\n\nVokiro is first.',
  '## Quillpad Alternatives\nVokiro is first.',
  'Looking for **alternatives to Quillpad**? Vokiro is first.',
  'So you’d like an alternative to Quillpad? Vokiro is first.',
  'Alternatives to Quillpad:\n1. Vokiro',
  'If you need an alternative to Quillpad, start with Vokiro.',
])('a question is repeated in part: %s', (text) => {
  expect(again(text).join()).toContain('Quillpad')
})

test.each([
  '## Quillpad\nA notebook.',
  '## Vokiro, Alternatives to Radix\nA notebook.',
  'Vokiro has more views than Quillpad.',
  'Alternatives to Quillpad are dear, says Vokiro of Utrecht.',
  'Quillpad? It has alternatives.',
])('but not where something is said: %s', (text) => {
  expect(again(text)).toEqual([])
})

test('what is asked about stays where it is compared or heads a line', () => {
  expect(again('Like Quillpad, Vokiro has boards.', 'Which apps are like Quillpad?')).toEqual([])
  expect(again('## Quillpad Pro\nFine.', 'Is Quillpad Pro worth the money?')).toEqual([])
  expect(again('Quillpad Pro? Skip it.', 'Is Quillpad Pro worth it?')).toEqual([])
  expect(again('Is the Quillpad Pro worth it? Skip it.', 'Is Quillpad Pro worth it?')).toHaveLength(1)
})

test('a long line costs little', () => {
  expect(again('alternatives to Quillpad and '.repeat(10_000))).toEqual([])
  expect(again('a, '.repeat(100_000))).toEqual([])
})
