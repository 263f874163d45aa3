import { expect, test } from 'vitest'
import { folded } from '../../templates/parts.ts'

const list = (length: number) =>
  folded(
    Array.from({ length }, (_, index) => index + 1),
    { open: 3, id: 'searches', nouns: ['more search', 'more searches'] },
    (rows, labelledBy) => `${labelledBy}: ${rows}`,
  )

test('a long list has its further rows one click away, under a name of their own', () => {
  expect(list(5).split('\n')).toEqual([
    'searches: 1,2,3',
    '<details class="more">',
    '<summary id="searches-more">2 more searches</summary>',
    'searches-more: 4,5',
    '</details>',
  ])
})

test('a single further row is shown, as it is not worth a click', () => {
  expect([3, 4].map(list)).toEqual(['searches: 1,2,3', 'searches: 1,2,3,4'])
})
