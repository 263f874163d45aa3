import { likenessOf } from '../words/cjk-words.ts'

/** A heading or a line all in bold, its rank, the label before its colon, and what the label announces. */
const ANNOUNCING =
  /^( {0,3}#{1,6}[ \t]+|\*\*)([^\p{L}\p{N}]{0,8}(?:第?[\d０-９一二三四五六七八九十]{1,3}(?:[、．.)）位名]|위) ?|[①-⑳] ?|TOP ?\d{1,2} ?)?)([^:：\n]{2,30})[:：] ?([^:：\n]{2,40})$/u
const LEVEL = /^(?: {0,3}(#{1,6})[ \t]|\*\*[^*\n]{2,80}\*\*\s*$)/u
const RANKED = /^[^\p{L}\p{N}]{0,16}(?:第?[\d０-９一二三四五六七八九十]{1,3}(?:[、．.)）位名]|위)|[①-⑳]|TOP ?\d)/iu
/** 路线二, 第一类, "候補1": what stands behind is a kind of choices, or says it by itself. */
const NUMBERED_LABEL = /[\p{L}] ?[一二三四五六\d]{1,2}$|^第[一二三四五六\d]+\p{L}/u

interface Announcing {
  readonly at: number
  readonly line: string
  readonly label: string
  readonly named: string
}

/**
 * The lines of a text in Chinese, Japanese or Korean without the labels of those headings that each announce a choice, told by
 * most of them: beside "1. 音で選ぶ：Zoltan" and "2. とにかく軽く：Kielmo", "3. 色を楽しむ：霏沃" is headed by 霏沃.
 */
export function withoutAnnouncements(lines: readonly string[]): string[] {
  const plain = [...lines]
  const levels = Map.groupBy(
    lines.flatMap((line, at) => {
      const level = LEVEL.exec(line)
      return level === null ? [] : [{ at, line, key: `${level[1] ?? '*'}${RANKED.test(line) ? '1' : ''}` }]
    }),
    ({ key }) => key,
  )
  for (const headings of levels.values()) {
    const announcing = headings.flatMap(({ at, line }) => read(at, line))
    if (announcing.length * 3 < headings.length * 2 || !announce(announcing)) continue
    for (const { at, line } of announcing) plain[at] = line
  }
  return plain
}

function read(at: number, line: string): Announcing[] {
  const bold = line.startsWith('**')
  const [, mark = '', rank = '', label, named] = ANNOUNCING.exec(bold ? line.trimEnd().slice(0, -2) : line) ?? []
  if (label === undefined || named === undefined || NUMBERED_LABEL.test(label)) return []
  return [
    { at, line: `${mark}${rank}${named}${bold ? '**' : ''}`, label, named: named.split(/[（(「—–]/u)[0]?.trim() ?? '' },
  ]
}

/** Whether what several labels announce is written as names, and they aren't. */
function announce(lines: readonly Announcing[]): boolean {
  const names = lines.filter(({ named }) => isName(named)).length
  return names > 1 && names * 2 >= lines.length && lines.filter(({ label }) => isName(label)).length < names
}

function isName(text: string): boolean {
  const [first = ''] = text.split(' ')
  return likenessOf(text) === 'name' || (first !== text && likenessOf(first) === 'name')
}
