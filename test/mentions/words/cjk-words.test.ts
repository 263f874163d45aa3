import { describe, expect, test } from 'vitest'
import {
  fullMarks,
  isCjkInstitution,
  kindsOf,
  likenessOf,
  partsOf,
  writesCjk,
} from '../../../pipeline/mentions/words/cjk-words.ts'

describe('how much words look like a name', () => {
  test.each([
    ['키엘로트', 'name'],
    ['노블테크', 'name'],
    ['ゾルタン', 'name'],
    ['Zoltan', 'name'],
    ['ゾルタンSIM', 'name'],
    ['KQ증권', 'name'],
    ['霏沃斯', 'name'],
    ['日立 NX-9', 'name'],
    ['나무', 'maybe'],
    ['石头', 'maybe'],
    ['QSK', 'maybe'],
    ['Notion', 'maybe'],
    ['통화품질', 'none'],
    ['고르세요', 'none'],
    ['듣더라', 'none'],
    ['읽기 젤로투자', 'none'],
    ['값이득', 'name'],
    ['リモート対応', 'none'],
    ['チャットゾルク', 'name'],
    ['ゾルプロファイル', 'name'],
    ['ファイルデータ', 'none'],
    ['ヒートポンプ式', 'none'],
    ['커널형', 'none'],
    ['리소스 관리', 'none'],
    ['국내 업체 가운데', 'none'],
    ['18500Pa', 'none'],
    ['30分钟', 'none'],
    ['360霏方云', 'name'],
    ['안드로이드', 'none'],
    ['스웨덴', 'none'],
    ['スウェーデン', 'none'],
    ['금융감독원', 'none'],
    ['是否支持', 'none'],
  ])('%s: %s', (text, like) => {
    expect(likenessOf(text, kindsOf('증권 앱'))).toBe(like)
  })

  test('a word of the category behind an unknown one makes a name', () => {
    expect(likenessOf('円箔会計', kindsOf('会計ソフト'))).toBe('name')
    expect(likenessOf('円箔会計')).not.toBe('name')
  })
})

test('a brand stands before a space, another script or the category', () => {
  const kinds = kindsOf('会計ソフト')
  expect(partsOf('zoltee会計', kinds)).toContain('zoltee')
  expect(partsOf('ゾルタン クラウド', kinds)).toContain('ゾルタン')
  expect(partsOf('Zoltan Cloud', kinds)).toEqual([])
})

test('an office by its last word', () => {
  expect(['한국소비자원', '国家市场监管总局', '日本ゾルタン協会'].every(isCjkInstitution)).toBe(true)
  expect(isCjkInstitution('현대해상')).toBe(false)
})

test('marks in half width become full beside Chinese and Japanese, letters the other way', () => {
  expect(fullMarks('选云鲸(N2),不贵:好。Ａ1, b')).toBe('选云鲸（N2），不贵：好。A1， b')
})

test('a name or two in English text is no Chinese', () => {
  expect(writesCjk('我们推荐云鲸，价格不贵。')).toBe(true)
  expect(writesCjk('We recommend Narwal (云鲸), which is not expensive at all and mops well.')).toBe(false)
})
