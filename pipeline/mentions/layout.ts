import type { AnswerText, ReadName } from './answer.ts'
import { isOrdinary } from './brands.ts'
import { foldKey } from './fold.ts'
import { hiddenSpans, isHost, proseOf } from './prose.ts'

/** What a line's mark makes of it; `text` is a line without one. */
type Kind = 'heading' | 'item' | 'row' | 'text'

/** The head of a line: what it is about, if that is a name. */
interface Head {
  readonly name: string
  readonly kind: Kind
  readonly isBold: boolean
}

const MARK = /^[ \t>]*(?:(#{1,6})[ \t]+|([-*+•‣◦–]|\d{1,2}[.)、])[ \t]+|(\|))?[ \t]*/u
const BOLD = /^\[?(\*\*|__)\[?(.{1,90}?)\1/u
const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}'’&.+-]*/gu
/** What parts a head from what is said of it. */
const PARTED = /\s[–—-]+\s|[:：(（[|,，;；=]|\s→|(?<=\S)\s{2,}/u
const MOST_WORDS = 6
const MOST_LETTERS = 40
const MOST_LETTERS_CJK = 16
const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u
/** A head that stands so often in one answer is a label that each choice has ("Price"). */
const LABEL_FROM = 2

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
    const heads = headsOf(prose.get(answer) ?? proseOf(answer.text, hiddenSpans(answer)))
    const times = Map.groupBy(heads, ({ name }) => foldKey(name))
    const names = [...times.values()].filter((same) => same.length < LABEL_FROM).flatMap((same) => same[0]?.name ?? [])
    return names
      .filter((name) => isNameLike(name, small))
      .map((name) => ({ name, role: 'choice', domain: isHost(name) ? name.toLowerCase() : null }))
  }
}

function headsOf(prose: string): Head[] {
  const lines = prose.split('\n')
  return lines.flatMap((line, at) => {
    // A table's first row heads its columns.
    if (/^[ \t]*\|?[ \t:|-]*-{2}[ \t:|-]*$/.test(line) || /^[ \t]*\|[ \t:|-]*--/.test(lines[at + 1] ?? '')) return []
    const head = headOf(line)
    return head === null ? [] : [head]
  })
}

function headOf(line: string): Head | null {
  const [mark = '', heading, item, row] = MARK.exec(line) ?? []
  const kind: Kind =
    heading !== undefined ? 'heading' : item !== undefined ? 'item' : row !== undefined ? 'row' : 'text'
  const rest = line.slice(mark.length).replace(/^[^\p{L}\p{N}*_[(|]+/u, '')
  const bold = BOLD.exec(rest)
  if (bold === null && kind === 'text') return null
  const said = bold?.[2] ?? (kind === 'row' ? (rest.split('|')[0] ?? '') : rest)
  const name = nameIn(said, bold !== null || kind === 'heading')
  return name === '' ? null : { name, kind, isBold: bold !== null }
}

/** The name of a head: "Best overall: Acme" is Acme's where the head is set apart; else what comes before the first parting sign. */
function nameIn(said: string, isApart: boolean): string {
  const plain = said
    .replace(/[*_`[\]]+/g, '')
    .replace(/^\d{1,2}[.)、]\s*/, '')
    .trim()
  const labelled = isApart ? /^[^:：]{2,40}[:：]\s*(\S.*)$/u.exec(plain)?.[1] : undefined
  const name = (labelled ?? plain).split(PARTED)[0] ?? ''
  return name.replace(/^[^\p{L}\p{N}]+|[\s:：.,!?。、*]+$/gu, '')
}

function isNameLike(name: string, small: ReadonlySet<string>): boolean {
  const words = name.match(WORD) ?? []
  if (words.length === 0 || words.length > MOST_WORDS || /[.!?。！？…]\s/u.test(name)) return false
  if (CJK.test(name)) return name.length <= MOST_LETTERS_CJK && !isOrdinary(name)
  if (name.length > MOST_LETTERS || isOrdinary(name)) return false
  return words.some((word) => /^\P{Ll}/u.test(word) && /\p{L}/u.test(word) && !small.has(foldKey(word)))
}
