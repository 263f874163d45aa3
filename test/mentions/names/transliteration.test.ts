import { describe, expect, it } from 'vitest'
import { nearSpellings, soundedSpellings } from '../../../pipeline/mentions/names/transliteration.ts'

const answer = (text: string) => [{ text, question: '', citations: [] }]
const spellings = (names: readonly string[], text: string) => {
  const found = soundedSpellings(names, answer(text))
  return Object.fromEntries([...found].map(([name, written]) => [name, [...written]]))
}

describe('names written in another script by their sound', () => {
  it.each([
    ['QuickBooks', '저는 퀵북스를 씁니다.', '퀵북스'],
    ['NetSuite', '오라클 넷스위트를 선택', '넷스위트'],
    ['Soundcore', 'サウンドコアが人気', 'サウンドコア'],
    ['Dropbox', 'ドロップボックスは便利', 'ドロップボックス'],
    ['Backlog', 'バックログを使う', 'バックログ'],
    ['Datadog', 'Часто берут Датадог', 'Датадог'],
    ['Nuna', '人気はヌナです', 'ヌナ'],
    ['Coursera', '코세라는 대학 강의가 많다', '코세라'],
    ['Coursera', '해외는 코세라와 에드엑스', '코세라'],
    ['Brompton', '고급으로는 브롬톤', '브롬톤'],
    ['Zolnday.com', '졸른데이닷컴', '졸른데이닷컴'],
  ])('%s in "%s"', (name, text, written) => {
    expect(spellings([name], text)).toEqual({ [name]: [written] })
  })

  it('gives a word that sounds like two names to neither', () => {
    expect(spellings(['Nothing', 'Notion'], 'ノーションとナッシング')).toEqual({})
    expect(spellings(['Nothing'], 'ナッシング')).toEqual({ Nothing: ['ナッシング'] })
  })

  it.each([
    ['a word of the language', 'Sagan', '사건이 있었다'],
    ['a rarer word of the language', 'Kuken', '국내 정발'],
    ['a word that everybody uses in katakana', 'Motteru', '軽いモデルが人気'],
    ['a word with too few consonants', 'Bose', '보스 몬스터'],
    ['Latin letters', 'Dropbox', 'Dropbox and drop box'],
    ['another sound', 'Dropbox', 'データドッグ'],
  ])('takes nothing from %s', (_, name, text) => {
    expect(spellings([name], text)).toEqual({})
  })

  it('reads a name of two Han characters in the other script', () => {
    expect(spellings(['徕榛'], '近兩年徠榛打進市場')).toEqual({ 徕榛: ['徠榛'] })
    expect(spellings(['石头'], '推薦石頭和雲鯨')).toEqual({ 石头: ['石頭'] })
    expect(spellings(['石头'], '院里有十头牛')).toEqual({})
  })

  it('reads names in Latin letters alone', () => {
    expect(spellings(['石头'], 'ストーン')).toEqual({})
  })
})

describe('names of few consonants in another script', () => {
  it.each([
    ['Acall', 'アコール、サイボウズ', ['アコール']],
    ['Chubb', '**처브** – 스위스', ['처브']],
    ['Square', 'スクエアは手数料が一律です。', ['スクエア']],
    ['Bose', '보즈, ボーズ', ['보즈', 'ボーズ']],
    ['Scrib', '스크립', ['스크립']],
    ['Vytin', '비틴', ['비틴']],
  ])('%s in "%s"', (name, text, written) => {
    expect(nearSpellings(name, [name], answer(text))).toEqual(written)
  })

  it.each([
    ['other vowels', 'Chubb', '샤프, 소프'],
    ['another vowel where there is but one', 'Bose', '바즈'],
    ['two other vowels', 'Acall', 'エキル'],
    ['a word that everybody uses', 'Calla', 'カラー'],
    ['a word of Korean', 'Saga', '사과'],
    ['a name of one consonant', 'Coway', '코웨이'],
    ['other consonants', 'Acall', 'アコート'],
  ])('takes nothing from %s', (_, name, text) => {
    expect(nearSpellings(name, [name], answer(text))).toEqual([])
  })

  it('takes nothing where the product has a name in another script', () => {
    expect(nearSpellings('Acall', ['Acall', 'アコーラ'], answer('アコール'))).toEqual([])
  })
})

describe('names written without their umlauts', () => {
  it.each([
    ['Zettelmüller', 'For a lighter one, Zettelmueller.', 'Zettelmueller'],
    ['Zettelmuller', 'For a lighter one, Zettelmueller.', 'Zettelmueller'],
    ['Köva', 'You may look at Koeva.', 'Koeva'],
  ])('%s in "%s"', (name, text, written) => {
    expect(spellings([name], text)).toEqual({ [name]: [written] })
  })

  it.each([
    ['Zettelmuller', 'It is a zettelmueller.'],
    ['Kova', 'You may look at Koeva.'],
    ['Cröss', 'Croes is another one.'],
    ['Blü', 'Blue is a colour.'],
  ])('not %s in "%s"', (name, text) => {
    expect(spellings([name], text)).toEqual({})
  })
})
