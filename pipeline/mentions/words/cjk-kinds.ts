import { fold } from './fold.ts'
import { isSectionHead } from './sections.ts'

let segmenter: Intl.Segmenter | undefined

/** What companies are called in every category. */
const COMPANIES = '銀行 银行 은행 証券 证券 證券 증권 信用金庫 電機 製作所 製薬 集团 集團'.split(' ')

/** The words of a category in these languages that aren't those of any, 会計 of 会計ソフト, 증권 of 증권 앱, and of companies. */
export function kindsOf(category: string): Set<string> {
  segmenter ??= new Intl.Segmenter('ja', { granularity: 'word' })
  const words = [...segmenter.segment(category)].flatMap(({ segment, isWordLike }) =>
    isWordLike === true ? [segment] : [],
  )
  // 租车 of 租车平台: what the dictionary has only as characters.
  const joined = words.map((word) => (word.length > 1 ? ' ' : word)).join('')
  // ふるさと納税 of ふるさと納税サイト: all but the last word.
  const before = words.slice(0, -1).join(category.includes(' ') ? ' ' : '')
  return new Set(
    [category, ...words, before, ...joined.split(/ +/), ...COMPANIES]
      .filter((word) => word.length > 1 && !isSectionHead(word))
      .map(fold),
  )
}
