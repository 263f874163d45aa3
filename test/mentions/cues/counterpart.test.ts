import { expect, test } from 'vitest'
import { createProductCounter } from '../../../pipeline/mentions/product-counter.ts'

/** Where an answer names the product of this brand, in UTF-16 units; -1 where it doesn't. */
function placeOf(brand: string, text: string): number {
  const answer = { text, question: '', citations: [] }
  const { count } = createProductCounter({ brand, domain: 'zoltan.example', aliases: [] }, [], [answer])
  return count(answer)[0]?.start ?? -1
}

test.each([
  ['a heading', '优点', '## 优点\n- 便宜\n\n## 缺点\n- 重\n'],
  ['a label in a line', '优点', '1. **霏沃 K6**\n   优点：便宜；缺点：重。\n'],
  ['a cell of a header', 'メリット', '| 製品 | メリット | デメリット |\n|---|---|---|\n| ゾルタン | 安い | 重い |\n'],
  ['a bold line', 'Vorteile', '**Vorteile**\n- günstig\n\n**Nachteile**\n- schwer\n'],
])('no product is a label with its counterpart behind it: %s', (_, brand, text) => {
  expect(placeOf(brand, text)).toBe(-1)
})

test.each([
  ['with a model', '优点', '1. **优点 K6**\n   优点：便宜；缺点：重。\n', 5],
  ['among others', '优点', '霏沃或者优点，二选一。\n\n缺点：重。', 4],
  ['as the head of a line with no counterpart', '优点', '## 优点\n便宜。\n\n## 霏沃\n轻。\n', 3],
  ['as a heading by another name', '栎圈', '## 栎圈\n便宜。\n\n## 缺点\n重。\n', 3],
])('the product counts %s', (_, brand, text, place) => {
  expect(placeOf(brand, text)).toBe(place)
})
