import { expect, test } from 'vitest'
import { sisterLists } from '../../../pipeline/mentions/layout/sister-lists.ts'
import { readSeries } from '../../../pipeline/mentions/layout/structure.ts'

const none = new Set<string>()
const heads = (text: string) => sisterLists(readSeries(text, none), none)?.heads ?? null

const first = '**総合型**\n\n- Zoltan: 速い\n- ゾルタン: 安い\n\n'

test.each([
  ['lists that labels part are one', `${first}**地域型**\n\n- さくら帳: 軽い\n`, ['Zoltan', 'ゾルタン', 'さくら帳']],
  ['a list alone has no sister', first, null],
  ['a list of features is none', `${first}**仕様**\n\n- 料金: 安い\n- さくら帳: 軽い\n`, null],
  ['nor is one of words', `${first}### 유지비\n\n- 먼지: 한 번\n- 걸레: 두 번\n`, null],
  ['nor what to look at', `${first}**選び方**\n\n- さくら帳: 軽いか\n`, null],
])('%s', (_, text, expected) => {
  expect(heads(text)).toEqual(expected)
})
