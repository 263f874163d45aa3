import type { ReadName } from '../contract/terms.ts'
import type { AnswerText } from './answer.ts'
import abbreviations from './data/abbreviations.json' with { type: 'json' }
import sections from './data/sections.json' with { type: 'json' }
import { foldKey } from './fold.ts'
import { isOrdinary } from './names.ts'
import { hiddenSpans, isHost, proseOf } from './prose.ts'

const MARK = /^[ \t>]*(?:(#{1,6})[ \t]+|([-*+•‣◦–]|\d{1,2}[.)、])[ \t]+)?[^\p{L}\p{N}*_[(]*/u
const BOLD = /(\*\*|__)\[?(\S.{0,90}?)\1/gu
/** A link at the start of a line or within a sentence, its target blanked; one after a sentence is that sentence's source. */
const LINK = /(?<=^|[\p{L}\p{N},:;] )\[([^[\]]{2,60}?) {4,}/gu
/** The line below a table header. */
const RULE = /^[ \t|]*:?-{2}[-:| \t]*$/
/** Consecutive capitalised words. */
const NAME = /\p{Lu}[\p{L}\p{N}'’&.+-]*(?: [\p{Lu}\p{N}][\p{L}\p{N}'’&.+-]*){0,3}/gu
/** A text followed by a colon this often in one answer is a label such as "Price". */
const MIN_LABELS = 2
/** The fewest names in a row that are a list. */
const MIN_SERIES = 3
/** Headings of sections and abbreviations, which are not names. */
const NO_NAMES = new Set([...sections.words.split('|'), ...abbreviations.words.split(' ')].map(foldKey))
const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}'’&.+-]*/gu
/** What separates a heading from the text after it. */
const SEPARATOR = /\s[–—-]+\s|[:：(（[|,，;；=]|\s→|(?<=\S)\s{2,}/u
/** The most names taken from one answer. */
const MAX_NAMES = 300
/** How much of a line is searched for a name. */
const MAX_HEAD = 200
const MAX_WORDS = 6
const MAX_LETTERS = 40
const MAX_LETTERS_CJK = 16
const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

/**
 * Returns a function that finds names by layout, all as choices, for answers without a reading: in list items,
 * headings, bold text, a table's first column, links and series. In scripts with case, a name needs a word that is never in
 * lower case in `answers`.
 */
export function createLayout(answers: readonly AnswerText[]): (answer: AnswerText) => ReadName[] {
  const small = new Set<string>()
  const prose = new Map<AnswerText, string>()
  for (const answer of answers) {
    const text = proseOf(answer.text, hiddenSpans(answer))
    prose.set(answer, text)
    for (const [word] of `${text}\n${answer.question}`.matchAll(WORD))
      if (/^\p{Ll}/u.test(word)) small.add(foldKey(word))
  }
  return (answer) => {
    const all = marksOf(prose.get(answer) ?? proseOf(answer.text, hiddenSpans(answer)))
    const labels = Map.groupBy(all, ({ name, isLabel }) => (isLabel ? foldKey(name) : ''))
    const kept = all.filter(({ name, isLabel }) => !isLabel || (labels.get(foldKey(name))?.length ?? 0) < MIN_LABELS)
    return [...new Set(kept.map(({ name }) => name))]
      .slice(0, MAX_NAMES)
      .map((name) => withoutLead(name, small))
      .filter((name) => isNameLike(name, small))
      .map((name) => ({ name, role: 'choice', domain: isHost(name) ? name.toLowerCase() : null }))
  }
}

/** A possible name; `isLabel` if a colon follows it, as after "Price". */
interface Mark {
  readonly name: string
  readonly isLabel: boolean
}

/** The possible names in a text, in order. */
function marksOf(prose: string): Mark[] {
  const lines = prose.split('\n')
  return lines.flatMap((line, at) => {
    if (RULE.test(line)) return []
    const bold = Array.from(line.matchAll(BOLD), ({ 0: all, 2: said = '', index }) => ({
      name: nameIn(said, true),
      isLabel: /[:：]\s*$/u.test(said) || /^[:：]/u.test(line.slice(index + all.length)),
    }))
    const row =
      line.trimStart().startsWith('|') && !RULE.test(lines[at + 1] ?? '')
        ? [nameIn(line.split('|')[1] ?? '', false)]
        : []
    const links = Array.from(line.matchAll(LINK), ([, label = '']) => nameIn(label, false))
    const others = [headOf(line), ...row, ...links, ...seriesIn(line)].map((name) => ({ name, isLabel: false }))
    return [...bold, ...others].filter(({ name }) => name !== '')
  })
}

/** The start of a list item or a heading; empty for other lines. */
function headOf(line: string): string {
  const [mark = '', heading, item] = MARK.exec(line) ?? []
  if (heading === undefined && item === undefined) return ''
  return nameIn(line.slice(mark.length), heading !== undefined)
}

/** Names in a row: "Acme, Bolt and Quill". */
function seriesIn(line: string): string[] {
  const found: string[] = []
  let row: string[] = []
  let end = -1
  for (const { 0: name, index } of line.matchAll(NAME)) {
    const gap = end < 0 ? '' : line.slice(end, index)
    if (!/^(?:[,、/] ?|,? \p{L}{1,3} )$/u.test(gap)) row = []
    row.push(name)
    if (row.length === MIN_SERIES) found.push(...row)
    else if (row.length > MIN_SERIES) found.push(name)
    end = index + name.length
  }
  return found
}

/** The text before the first separator; in a heading or bold text, "Best overall: Acme" gives "Acme". */
function nameIn(said: string, isHeading: boolean): string {
  const plain = said
    .slice(0, MAX_HEAD)
    .replace(/[*_`[\]]+/g, '')
    .replace(/^\d{1,2}[.)、]\s*/, '')
    .trim()
  const labelled = isHeading ? /^[^:：]{2,40}[:：]\s*(\S.*)$/u.exec(plain)?.[1] : undefined
  const name = (labelled ?? plain).split(SEPARATOR)[0] ?? ''
  return name.replace(/^[^\p{L}\p{N}]+|[\s:：.,!?。、*]+$/gu, '')
}

/** The name without leading words that occur in lower case elsewhere: "Acme" for "Choose Acme". */
function withoutLead(name: string, small: ReadonlySet<string>): string {
  const parts = name.split(' ')
  const first = parts.findIndex((word) => !small.has(foldKey(word)))
  return first > 0 ? parts.slice(first).join(' ') : name
}

function isNameLike(name: string, small: ReadonlySet<string>): boolean {
  const parts = name.match(WORD) ?? []
  if (parts.length === 0 || parts.length > MAX_WORDS || /[.!?。！？…]\s/u.test(name)) return false
  if (NO_NAMES.has(foldKey(name)) || !/[\p{L}\p{N}]{2}/u.test(name)) return false
  if (CJK.test(name)) return name.length <= MAX_LETTERS_CJK && !isOrdinary(name)
  if (name.length > MAX_LETTERS || isOrdinary(name)) return false
  if (isHost(name)) return true
  // Text with lower-case words is a sentence.
  if (parts.some((word) => /^\p{Ll}{4}/u.test(word) && !/\p{Lu}/u.test(word))) return false
  return parts.some((word) => /\p{Lu}/u.test(word) && !small.has(foldKey(word)))
}
