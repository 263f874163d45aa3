import { describe, expect, test } from 'vitest'
import { readCjkProse } from '../../pipeline/mentions/cjk-prose.ts'

const names = (text: string, ...known: string[]) =>
  readCjkProse(text, new Set(['会計']), (name) => known.includes(name)).map(({ name }) => name)

describe('a row of names is read', () => {
  test.each([
    [
      'Japanese',
      '代表的なのはfreee、マネーフォワード、ジョブカンの3つです。',
      ['freee', 'マネーフォワード', 'ジョブカン'],
    ],
    ['Japanese, a known name in it', '設定はfreeeやゾルタンで変わります。', ['freee', 'ゾルタン']],
    ['Chinese', '口碑较好的有科沃斯、追觅和云鲸三个品牌。', ['科沃斯', '追觅', '云鲸']],
    ['a recommendation in Chinese', '大户型选科沃斯，小户型选云鲸。', ['科沃斯', '云鲸']],
    ['Korean', '대표적인 협업툴로는 노션, 트렐로, 슬랙이 있습니다.', ['노션', '트렐로', '슬랙']],
    [
      'Korean with a last word for and',
      '음질만 보면 젠하이저, 테크닉스, 그리고 뱅앤올룹슨이 꾸준히 거론됩니다.',
      ['젠하이저', '테크닉스', '뱅앤올룹슨'],
    ],
  ])('%s', (_, text, expected) => {
    expect(names(text, 'freee')).toEqual(expected)
  })
})

test.each([
  ['ordinary words', '勤怠や給与などの機能があります。'],
  ['general words in Katakana', 'ガントチャート、カンバン、カレンダーのうち、どれかを使います。'],
  ['features', 'メール、チャット、サポートが有名です。'],
  ['what it works with', 'Slack、Gmail、Outlookとの連携が強みです。'],
  ['a sentence', '첫째, 기존 전자결재를 살펴봅니다.'],
  ['colours', '支持换主题色，樱花粉、薄荷绿都好看。'],
])('no names from %s', (_, text) => {
  expect(names(text)).toEqual([])
})

test('runs of anything are read in no time', () => {
  for (const part of ['、', 'ア、', 'freeeや', '、云鲸', '노션, ', ' ', '와 ', 'a']) {
    expect(Array.isArray(names(part.repeat(3_000)))).toBe(true)
  }
})
