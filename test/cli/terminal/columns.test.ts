import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fitted, folded, width, wrapped } from '../../../cli/terminal/columns.ts'

test.each([
  ['plain', 5],
  ['naïve', 5],
  ['nai\u0308ve', 5],
  ['苔鯨', 4],
  ['한국', 4],
  ['ＡＢ', 4],
  ['🚀!', 3],
  ['❤\ufe0f', 2],
  ['می\u200cخواهم', 7],
  ['', 0],
])('%j is %i columns wide', (text, columns) => {
  expect(width(text)).toBe(columns)
})

test.each([
  ['Acme', 6, 'Acme  '],
  ['Harborline', 6, 'Harbo…'],
  ['苔鯨苔鯨', 6, '苔鯨… '],
])('%j in %i columns is %j', (text, columns, shown) => {
  expect(fitted(text, columns)).toBe(shown)
})

test('prose breaks at blanks, and within a word only if it is longer than a line', () => {
  expect(wrapped('one two three four', 9)).toEqual(['one two', 'three', 'four'])
  expect(wrapped('a verylongwordindeed b', 8)).toEqual(['a verylo', 'ngwordin', 'deed b'])
  expect(wrapped('苔鯨苔鯨', 5)).toEqual(['苔鯨', '苔鯨'])
  expect(wrapped(' ', 5)).toEqual([])
  expect(wrapped('named in 9 (42\u00a0%)', 14)).toEqual(['named in 9', '(42 %)'])
})

test('whatever the text, no line is too wide and no letter is lost', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 3, max: 40 }), (text, columns) => {
      const lines = wrapped(text, columns)
      for (const line of lines) expect(width(line)).toBeLessThanOrEqual(columns)
      expect(lines.join('').replaceAll(/\s/g, '')).toBe(text.normalize().replaceAll(/\s/g, ''))
      expect(width(fitted(text.replaceAll(/\p{Cc}/gu, ' '), columns))).toBe(columns)
    }),
  )
})

test('a long line is folded between its words and keeps its margin; what fits stays as it is', () => {
  expect(folded('short\n  an indented line of words\nhttps://example.org/unbroken', 14)).toBe(
    'short\n  an indented\n  line of\n  words\nhttps://example.org/unbroken',
  )
  expect(folded('a  b\n', 14)).toBe('a  b\n')
  expect(folded('\u001b[1mtwelve chars\u001b[22m', 12)).toBe('\u001b[1mtwelve chars\u001b[22m')
})
