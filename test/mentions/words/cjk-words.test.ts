import { describe, expect, test } from 'vitest'
import { kindsOf } from '../../../pipeline/mentions/words/cjk-kinds.ts'
import {
  endsWithKind,
  fullMarks,
  isCjkInstitution,
  isProductOf,
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
    ['1.2L～2L', 'none'],
    ['USB PD出力', 'maybe'],
    ['Zoltan PD出力', 'name'],
    ['チャットゾルク', 'name'],
    ['ゾルプロファイル', 'name'],
    ['ファイルデータ', 'none'],
    ['ヒートポンプ式', 'none'],
    ['レンタル料', 'none'],
    ['メンテナンス費', 'none'],
    ['쓰던 젤로탄', 'none'],
    ['쓰리던', 'name'],
    ['亚太榛霏', 'name'],
    ['太平榛', 'name'],
    ['太贵榛霏', 'maybe'],
    ['커널형', 'none'],
    ['리소스 관리', 'none'],
    ['국내 업체 가운데', 'none'],
    ['小霏书', 'name'],
    ['小红书', 'maybe'],
    ['大方租车', 'maybe'],
    ['大容量', 'none'],
    ['하늬젤 고요 3', 'name'],
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

test.each([
  ['ゾルタン銀行', 'name'],
  ['みなほ銀行', 'name'],
  ['つむほ信託銀行', 'name'],
  ['三角QZJ銀行', 'name'],
  ['三角青空銀行', 'maybe'],
  ['使いやすい銀行', 'maybe'],
  ['今どきの銀行', 'maybe'],
  ['ネット銀行', 'none'],
  ['銀行', 'none'],
])('of a company %s: %s', (text, like) => {
  expect(likenessOf(text, kindsOf('貯金'))).toBe(like)
})

test('a brand stands before a space, another script or the category', () => {
  const kinds = kindsOf('会計ソフト')
  expect(partsOf('zoltee会計', kinds)).toContain('zoltee')
  expect(partsOf('ゾルタン クラウド', kinds)).toContain('ゾルタン')
  expect(partsOf('Zoltan Cloud', kinds)).toEqual([])
})

test('a kind that begins with hiragana, and one behind the model', () => {
  expect(likenessOf('楽天ふるさと納税', kindsOf('ふるさと納税サイト'))).toBe('name')
  expect(likenessOf('젤로탄 노블 공기청정기', kindsOf('공기청정기'))).toBe('name')
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

test.each([
  ['この2つ', 'none'],
  ['まず試', 'none'],
  ['らくゾル', 'maybe'],
  ['やよいの申告', 'maybe'],
  ['美的沃', 'maybe'],
  ['霏会议', 'maybe'],
  ['霏要素', 'maybe'],
  ['霏过滤', 'maybe'],
  ['霏更新', 'maybe'],
  ['霏个人', 'maybe'],
  ['젤로?', 'none'],
  ['値段', 'none'],
  ['霏 沃 斯 米 追 云', 'none'],
  ['ゾル', 'maybe'],
  ['a', 'none'],
  ['77', 'none'],
  ['QS', 'none'],
  ['KING OF TIDES', 'name'],
  ['Zoltan Kielmo Quillpad Brandul Varneo Odavoo Vok', 'none'],
  ['Paris', 'none'],
  ['EUR', 'none'],
  ['Rate Limiting', 'maybe'],
  ['board', 'none'],
  ['Board', 'maybe'],
  ['Office Plan Home', 'name'],
  ['Z 1', 'maybe'],
  ['Zo 1', 'name'],
  ['日立 9', 'maybe'],
  ['価格 NX-9', 'none'],
  ['価格 Zoltan', 'maybe'],
  ['Zoltan 価格', 'maybe'],
  ['Zoltan 価格 3', 'name'],
  ['Zoltan 会計', 'name'],
  ['ZM기능', 'none'],
  ['ZM업무관리', 'none'],
  ['ZM졸', 'name'],
  ['젤마에요 ERP', 'none'],
  ['公開API', 'maybe'],
  ['ゾルAPI', 'name'],
  ['ZMポイント', 'none'],
  ['NEOプラン', 'none'],
  ['Zolポイント', 'maybe'],
  ['管理Cloud', 'maybe'],
  ['霏沃Cloud', 'name'],
  ['ZM的价格', 'none'],
  ['Zmé', 'name'],
  ['업무와 관리', 'none'],
  ['젤로와 관리', 'none'],
  ['젤로 고르기', 'none'],
  ['젤로 기능', 'none'],
  ['젤로 하늘 구름 바다 나무', 'none'],
  ['나무 하늘', 'none'],
  ['젤면', 'none'],
  ['지수형', 'none'],
  ['증권', 'none'],
  ['젤로 증권', 'name'],
  ['기능관리', 'none'],
  ['나라나무', 'maybe'],
  ['プラン', 'none'],
  ['カメラ', 'maybe'],
  ['ゾルタンする', 'none'],
  ['佩霏量', 'name'],
  ['上线节奏参考', 'none'],
  ['霏沃斯追霏沃斯追云', 'none'],
  ['石头的', 'none'],
  ['¥300', 'none'],
  ['iPhone中心', 'none'],
  ['別料金の追加プラン', 'none'],
])('%s looks like a name: %s', (text, like) => {
  expect(likenessOf(text, kindsOf('증권 앱'))).toBe(like)
})

test.each([
  ['霏沃予約', true],
  ['予約', false],
  ['空予約', false],
  ['主要予約', false],
  ['設備予約', false],
  ['機能予約', false],
  ['霏沃会計', false],
])('%s ends with the kind that is asked for: %s', (text, expected) => {
  expect(endsWithKind(text, kindsOf('会議室予約'))).toBe(expected)
})

test('a product is a known name, words of its own and the kind', () => {
  const kinds = new Set(['牙刷'])
  expect(isProductOf('霏利浦儿童声波牙刷', ['霏利浦'], kinds)).toBe(true)
  expect(isProductOf('霏利浦儿童声波牙刷', ['利浦'], kinds)).toBe(false)
  expect(isProductOf('霏利浦儿童声波牙刷', ['霏'], kinds)).toBe(false)
  expect(isProductOf('霏利浦儿牙刷', ['霏利浦'], kinds)).toBe(false)
  expect(isProductOf('霏利浦儿童声波', ['霏利浦'], kinds)).toBe(false)
})

test('what a name begins with is a brand where it may be a name', () => {
  const parts = (name: string): string[] => partsOf(name, kindsOf('会計ソフト'))
  expect(parts('ゾルタン勤怠')).toEqual(['ゾルタン'])
  expect(parts('霏沃会計')).toEqual(['霏沃'])
  expect(parts('Zol勤怠Plus')).toEqual(['Zol'])
  expect(parts('霏会計')).toEqual([])
  expect(parts('価格 ゾルタン')).toEqual([])
})

test('marks in half width stay in figures, addresses, Latin words and Korean', () => {
  expect(fullMarks('选云鲸(N2),1,000元:好!贵?')).toBe('选云鲸（N2），1,000元：好！贵？')
  expect(fullMarks('看 https://x.y 在10:30或-:')).toBe('看 https://x.y 在10:30或-:')
  expect(fullMarks('好! ok? a')).toBe('好！ ok? a')
  expect(fullMarks('젤로, 좋다(네)!')).toBe('젤로, 좋다(네)!')
})
