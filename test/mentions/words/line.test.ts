import { expect, test } from 'vitest'
import { lineEnd, lineStart } from '../../../pipeline/mentions/words/line.ts'

test('a line begins behind the line break before a place and ends before the next', () => {
  const text = 'one\ntwo three\n'
  expect([lineStart(text, 0), lineEnd(text, 0)]).toEqual([0, 3])
  expect([lineStart(text, 8), lineEnd(text, 8)]).toEqual([4, 13])
  expect([lineStart(text, 14), lineEnd(text, 14)]).toEqual([14, 14])
  expect(lineEnd('one', 1)).toBe(3)
})

test('of a line without end two thousand units are read on either side', () => {
  const text = 'a'.repeat(10_000)
  expect([lineStart(text, 5_000), lineEnd(text, 5_000)]).toEqual([3_000, 7_000])
})
