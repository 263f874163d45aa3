import { describe, expect, test } from 'vitest'
import { readClauses } from '../../../pipeline/mentions/prose/clauses.ts'
import { kindsOf } from '../../../pipeline/mentions/words/cjk-kinds.ts'

const language = (text: string) => (/[가-힣]/.test(text) ? 'ko' : /[ぁ-ヶ]/.test(text) ? 'ja' : 'zh')
const names = (text: string, ...known: string[]) => {
  const reading = { clean: text, kinds: kindsOf('貯金'), isKnown: (name: string) => known.includes(name) }
  return readClauses(reading, 0, text.length, language(text)).map(({ name }) => name)
}

describe('clauses built alike name what they choose', () => {
  test.each([
    ['conditions', '安さで選ぶならゾルタン、速さを求めるならキエルモが妥当です。', ['ゾルタン', 'キエルモ']],
    ['for whom', '長く使う人にはゾルタン、家庭には「Kielmo」がよいでしょう。', ['ゾルタン', 'Kielmo']],
    [
      'a bank of ordinary words beside one of none',
      '築古なら三角青空銀行、小さめの住戸ならゾルタン銀行、という順です。',
      ['三角青空銀行', 'ゾルタン銀行'],
    ],
    ['a word that is known beside it', '本を読む人にはさくら、歩く人にはキエルモです。', ['さくら', 'キエルモ']],
    ['Chinese', '总的来说：求省心选霏沃斯，喜欢外观选石林。', ['霏沃斯', '石林']],
    ['Chinese with Latin letters', '要清洁力选 Zoltan，要省心选 kielmo，', ['Zoltan', 'kielmo']],
    ['Chinese beside a known name', '跑量大选石壁，训练多选山河。', ['石壁', '山河']],
    ['Korean', '빠른 시작에는 젤로탄, 해외 판매에는 Zoltify가 적합합니다.', ['젤로탄', 'Zoltify']],
    ['Korean subjects', '앱이 필요하면 젤로탄이, 예산이 적으면 키엘로가 낫습니다.', ['젤로탄', '키엘로']],
    ['Korean objects', '값이 중요하면 젤로탄을, 속도가 중요하면 키엘로트를 보세요.', ['젤로탄', '키엘로트']],
  ])('%s', (_, text, expected) => {
    expect(names(text, 'さくら', '石壁')).toEqual(expected)
  })
})

test.each([
  ['one clause', '安さで選ぶならゾルタンが妥当です。'],
  ['words', '安さなら定額プラン、速さなら光回線が妥当です。'],
  ['one name among words', '安さなら無料プラン、速さなら光回線、音ならゾルタンが妥当です。'],
  ['what is pointed at', '安さなら前者、速さなら後者です。'],
  ['one clause of Chinese', '总的来说：求省心选石林。'],
  ['words of Chinese', '跑量大选石林，训练多选山河。'],
  ['what Chinese points at', '重同步选前者，重协作选后者。'],
  ['two sentences', '安さならゾルタン。速さならキエルモ。'],
  ['Korean words', '값이 중요하면 요금제, 속도가 중요하면 통신사를 보세요.'],
])('no names from %s', (_, text) => {
  expect(names(text)).toEqual([])
})

test('a long line is read in no time', () => {
  for (const part of ['なら', '人にはゾ', 'なら、', '하면 젤', '에는 ', 'ならゾルタン、'])
    expect(Array.isArray(names(part.repeat(30_000)))).toBe(true)
})
