import { expect, test } from 'vitest'
import { leftOf, rightOf } from '../../../pipeline/mentions/prose/beside.ts'

test('what a citation leaves as blanks is no part of what stands beside a name', () => {
  const clean = 'It is light.    Quillpad    , though, is    cheap.'
  const at = clean.indexOf('Quillpad')
  expect(leftOf(clean, at, 8)).toBe(' light. ')
  expect(leftOf(clean, at, 24)).toBe('It is light. ')
  expect(rightOf(clean, at + 8, 40)).toBe(', though, is cheap.')
  expect(rightOf('Quillpad is light', 8, 6)).toBe(' is li')
})
