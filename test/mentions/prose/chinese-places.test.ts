import { expect, test } from 'vitest'
import { readPlaces } from '../../../pipeline/mentions/prose/chinese-places.ts'
import { readChinese } from '../../../pipeline/mentions/prose/chinese-prose.ts'

const reading = (clean: string, ...known: string[]) => ({
  clean,
  kinds: new Set<string>(),
  isKnown: (name: string) => known.includes(name),
})
const names = (text: string, ...known: string[]) => [
  ...new Set(readPlaces(reading(text, ...known), 0, text.length).map(({ name }) => name)),
]

test.each([
  ['in bold at the beginning', '**石林账本**更偏向多人协作。', ['石林账本']],
  ['in bold behind a sentence', '设备够用。**霏沃**则面向猎头公司。', ['霏沃']],
  ['in bold, taken', '单位已采用**霏沃**，招聘模块不错。', ['霏沃']],
  ['in bold before anything', '设备够用。**霏沃斯**规模不如从前。', ['霏沃斯']],
  ['in bold beside another', '可以看看**霏沃斯**和**石林**。', ['霏沃斯', '石林']],
  ['in a row in bold that is counted', '从报价来看，**霏沃斯、石林、栎施曼**三家便宜。', ['霏沃斯', '石林', '栎施曼']],
  ['that a sentence begins with', '网点不少。霏沃的锁便宜。', ['霏沃']],
  ['behind the mark of a source', '稳定[1] 霏沃斯的营销太贵。', ['霏沃斯']],
])('a name %s', (_, text, expected) => {
  expect(names(text)).toEqual(expected)
})

test.each([
  ['a label in bold', '- **霏沃**：多人协作。'],
  ['a row of features in bold', '重点看**霏沃**、**权限**和**版本**。'],
  ['a word in bold that is only taken', '可以看**石林**，'],
  ['a row in bold that is only spoken of', '屋里的**霏沃斯、石林**都行。'],
  ['words before 的', '设备够用。带霏屏的机型贵。'],
  ['a word that a sentence begins with', '设备够用。石林的锁便宜。'],
  ['a name that tests', '设备够用。霏沃的监测数据不错。'],
])('no name in %s', (_, text) => {
  expect(names(text)).toEqual([])
})

test.each([
  ['without what the sentence goes on with', '销量领先，霏沃斯则在中端占优。', ['霏沃斯']],
  ['before another', '可以看看霏沃斯和石林带胶刷的型号。', ['霏沃斯']],
  ['with its own in capital letters', '缓震最足。霏士（ZOLTA）脚感好。', ['霏士']],
])('a coined name %s', (_, text, expected) => {
  expect([...new Set(readChinese(reading(text), 0, text.length).map(({ name }) => name))]).toEqual(expected)
})
