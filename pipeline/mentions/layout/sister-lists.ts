import { likenessOf } from '../words/cjk-words.ts'
import { isHan, isHanWord } from '../words/han.ts'
import { isKoreanWord } from '../words/korean.ts'
import type { Series } from './series.ts'

/**
 * The lists of a text that its headings or labels part, as one, where no head is a word or a phrase: below "総合型" and "地域型"
 * stand choices alike. Null where there aren't two.
 */
export function sisterLists(all: readonly Series[], kinds: ReadonlySet<string>): Series | null {
  const lists = all.filter(
    ({ heads, choices, strong, nested, criteria, kinded, headings }) =>
      !choices &&
      !strong &&
      !nested &&
      criteria !== true &&
      kinded !== true &&
      headings === undefined &&
      heads.every((head) => likenessOf(head, kinds) !== 'none') &&
      heads.filter(isOfWords).length * 2 < heads.length,
  )
  const [first] = lists
  return first === undefined || lists.length < 2 ? null : { ...first, heads: lists.flatMap(({ heads }) => heads) }
}

function isOfWords(head: string): boolean {
  return (isHan(head) && isHanWord(head)) || head.split(' ').every(isKoreanWord)
}
