import type { AnswerText, ReadName } from './answer.ts'
import { isOrdinary } from './brands.ts'
import abbreviations from './data/abbreviations.json' with { type: 'json' }
import sections from './data/sections.json' with { type: 'json' }
import { foldKey } from './fold.ts'
import { hiddenSpans, isHost, proseOf } from './prose.ts'

const MARK = /^[ \t>]*(?:(#{1,6})[ \t]+|([-*+•‣◦–]|\d{1,2}[.)、])[ \t]+)?[^\p{L}\p{N}*_[(]*/u
const BOLD = /(\*\*|__)\[?(\S.{0,90}?)\1/gu
/** The line below a table's head. */
const RULE = /^[ \t|]*:?-{2}[-:| \t]*$/
/** Words with capital letters, one behind the other. */
const NAME = /\p{Lu}[\p{L}\p{N}'’&.+-]*(?: [\p{Lu}\p{N}][\p{L}\p{N}'’&.+-]*){0,3}/gu
/** What has a colon behind it so often in one answer is a label that each choice has ("Price"). */
const LABEL_FROM = 2
/** So many names in a row are a list. */
const LEAST_ROW = 3
/** What answers call their own sections, and abbreviations of things: no names. */
const NO_NAMES = new Set([...sections.words.split('|'), ...abbreviations.words.split(' ')].map(foldKey))
const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}'’&.+-]*/gu
/** What parts a head from what is said of it. */
const PARTED = /\s[–—-]+\s|[:：(（[|,，;；=]|\s→|(?<=\S)\s{2,}/u
/** No answer marks more. */
const MOST_NAMES = 300
/** So much of a line is looked at for what it is about. */
const LONGEST_HEAD = 200
const MOST_WORDS = 6
const MOST_LETTERS = 40
const MOST_LETTERS_CJK = 16
const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

/**
 * A function that gives the names that an answer's layout marks, for answers that nobody read: heads of list items and headings, bold
 * at a line's head, a table's first column. In scripts with capitals one of a name's words must be written small nowhere in
 * the answers. All of them count as choices.
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
    const marks = all.filter(({ name, isLabel }) => !isLabel || (labels.get(foldKey(name))?.length ?? 0) < LABEL_FROM)
    return [...new Set(marks.map(({ name }) => name))]
      .slice(0, MOST_NAMES)
      .map((name) => withoutLead(name, small))
      .filter((name) => isNameLike(name, small))
      .map((name) => ({ name, role: 'choice', domain: isHost(name) ? name.toLowerCase() : null }))
  }
}

/** What a line marks as a name; `isLabel` where a colon is behind it, as behind "Price". */
interface Mark {
  readonly name: string
  readonly isLabel: boolean
}

/** What a text's lines mark, in order: their heads, what stands in bold, and three names or more in a row. */
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
    const others = [headOf(line), ...row, ...seriesIn(line)].map((name) => ({ name, isLabel: false }))
    return [...bold, ...others].filter(({ name }) => name !== '')
  })
}

/** What the head of a list item or a heading says. */
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
    if (row.length === LEAST_ROW) found.push(...row)
    else if (row.length > LEAST_ROW) found.push(name)
    end = index + name.length
  }
  return found
}

/** The name of a head: "Best overall: Acme" is Acme's where the head is set apart; else what comes before the first parting sign. */
function nameIn(said: string, isApart: boolean): string {
  const plain = said
    .slice(0, LONGEST_HEAD)
    .replace(/[*_`[\]]+/g, '')
    .replace(/^\d{1,2}[.)、]\s*/, '')
    .trim()
  const labelled = isApart ? /^[^:：]{2,40}[:：]\s*(\S.*)$/u.exec(plain)?.[1] : undefined
  const name = (labelled ?? plain).split(PARTED)[0] ?? ''
  return name.replace(/^[^\p{L}\p{N}]+|[\s:：.,!?。、*]+$/gu, '')
}

/** The name without the words before it that are written small elsewhere: "Choose Acme". */
function withoutLead(name: string, small: ReadonlySet<string>): string {
  const parts = name.split(' ')
  const first = parts.findIndex((word) => !small.has(foldKey(word)))
  return first > 0 ? parts.slice(first).join(' ') : name
}

function isNameLike(name: string, small: ReadonlySet<string>): boolean {
  const parts = name.match(WORD) ?? []
  if (parts.length === 0 || parts.length > MOST_WORDS || /[.!?。！？…]\s/u.test(name)) return false
  if (NO_NAMES.has(foldKey(name)) || !/[\p{L}\p{N}]{2}/u.test(name)) return false
  if (CJK.test(name)) return name.length <= MOST_LETTERS_CJK && !isOrdinary(name)
  if (name.length > MOST_LETTERS || isOrdinary(name)) return false
  if (isHost(name)) return true
  // What is said in a sentence has small words in it.
  if (parts.some((word) => /^\p{Ll}{4}/u.test(word) && !/\p{Lu}/u.test(word))) return false
  return parts.some((word) => /\p{Lu}/u.test(word) && !small.has(foldKey(word)))
}
