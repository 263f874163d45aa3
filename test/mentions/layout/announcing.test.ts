import { expect, test } from 'vitest'
import { withoutAnnouncements } from '../../../pipeline/mentions/layout/announcing.ts'
import { cjkChoices } from '../../../pipeline/mentions/layout/cjk-heads.ts'
import { readSeries } from '../../../pipeline/mentions/layout/structure.ts'

const none = new Set<string>()
const brands = (text: string): string[] => [
  ...new Set(
    readSeries(text, none).flatMap((series) => cjkChoices(series, none, () => false).map(({ brand }) => brand)),
  ),
]

test.each([
  [
    'in headings',
    '## 1. 音で選ぶなら：Zoltan Pro\n\n## 2. 色を楽しむ：ゾルタロ\n\n## 3. 一人食：Kielmo\n',
    ['Zoltan Pro', 'ゾルタロ', 'Kielmo'],
  ],
  [
    'in lines all in bold',
    '**一、一人食：霏沃斯 X50**\n好。\n\n**二、追求安静：栎施曼 T80**\n好。\n',
    ['霏沃斯', '栎施曼'],
  ],
  ['behind a mark', '## 🍚 一、想要省心：霏沃斯 X50\n\n## 🍚 二、一人食：栎施曼 T80\n', ['霏沃斯', '栎施曼']],
])('what labels announce %s', (_, text, expected) => {
  expect(brands(text)).toEqual(expected)
})

test.each([
  ['names that lead', '## 1. Zoltan：静か\n\n## 2. Kielmo：軽い\n'],
  ['kinds with a number', '## 路线一：Zoltan\n\n## 路线二：Kielmo\n'],
  ['one heading of several', '## 静か：Zoltan\n\n## 軽い\n\n## 安い\n'],
  ['what is said of a name', '## 1. Zoltan：Kielmoの後継\n\n## 2. Kielmo：Zoltanより軽い\n'],
  ['lines in a list', '- 静か：Zoltan\n- 軽い：Kielmo\n'],
])('leaves %s', (_, text) => {
  const lines = text.split('\n')
  expect(withoutAnnouncements(lines)).toEqual(lines)
})
