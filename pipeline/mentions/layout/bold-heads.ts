import { likenessOf } from '../words/cjk-words.ts'

/** Names in bold behind an arrow: "求省心 → **霏沃**或**石林**". */
const ARROWED =
  /^[^→⇒➡\n]{1,60}[→⇒➡]\ufe0f? ?((?:\*\*[^*\n]{2,24}\*\*(?: ?(?:、|,|\/|或者?|和|与|か|や|또는|이나|나) ?(?=\*\*))?){1,4})/u
/** What is asked about in bold, and judged behind: "**霏沃**？冲动消费更猛". */
const ASKED = /^[^\p{L}\p{N}*]*(?:\d{1,2}[.)、] ?)?\*\*([^*?？\n]{2,16})\*\* ?[?？]/u

/** The names in bold that a line of Chinese, Japanese or Korean leads to with an arrow; null where it has none. */
export function arrowedNames(line: string): string[] | null {
  const row = ARROWED.exec(line)?.[1] ?? ''
  const names = row.split('**').filter((_, at) => at % 2 === 1)
  return names.length === 0 ? null : names
}

/** The name in bold that such a line asks about before it judges it; null where it asks about words. */
export function askedName(line: string): string[] | null {
  const name = ASKED.exec(line)?.[1]
  return name !== undefined && likenessOf(name) !== 'none' ? [name] : null
}
