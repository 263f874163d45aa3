import { expect, test } from 'vitest'
import { dollars, duration, plain, quoted, spending } from '../../../cli/terminal/output.ts'

test('text from outside moves no cursor and reverses no line', () => {
  expect(plain('Acme\u001b[2J\u202egnp.exe\r\nnext\u200b')).toBe('Acme [2J gnp.exe  next ')
})

test.each([
  [0, '$0.00'],
  [0.0123, '$0.0123'],
  [12.345, '$12.35'],
])('%d USD is %s', (usd, text) => {
  expect(dollars(usd)).toBe(text)
})

test('money that may also have been spent is mentioned if there is any', () => {
  expect(spending({ spentUsd: 1.5, uncertainUsd: 0 })).toBe('$1.50')
  expect(spending({ spentUsd: 0, uncertainUsd: 0.12 })).toBe('$0.00 and up to $0.1200 for calls that were cut off')
})

test('a word for a shell keeps its own quotes', () => {
  expect(quoted("Ada's store/$HOME")).toBe("'Ada'\\''s store/$HOME'")
})

test.each([
  [4.2, '5 s'],
  [120, '2 min'],
  [7_200, '2.0 h'],
])('%d s is %s', (seconds, text) => {
  expect(duration(seconds)).toBe(text)
})
