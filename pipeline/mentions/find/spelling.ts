import { isHost } from '../text/clean.ts'
import { fold } from '../words/fold.ts'
import { isOrdinaryWord } from '../words/ordinary.ts'

/** One way to write a spelling: what the automaton looks for, and what else has to hold where it is found. */
export interface Form {
  /** As `fold` reads it: letters, symbols, and one space for each joining character. */
  readonly folded: string
  /** The spelling as written, whose case an ambiguous occurrence must have. */
  readonly written: string
  /** Ordinary words, or too short to be distinctive: naming nobody without a second cue. */
  readonly ambiguous: boolean
  /** A host name, whose dots must be dots. */
  readonly host: boolean
  /** It begins with an article, so that only its own case makes it a name. */
  readonly articled: boolean
  /** Parted by a hyphen only: "e-Tutor" is eTutor, "e tutor" is none. */
  readonly hyphen: boolean
}

/** More places to join or part than this give only the spelling itself, all joined and all parted. */
const MOST_BREAKS = 3

/**
 * The forms of one spelling: joined, spaced, hyphenated and dotted, with a sign or its word ("AT&T", "AT and T"), with or
 * without a last exclamation mark. Empty for a spelling without letters and digits.
 */
export function formsOf(spelling: string): Form[] {
  const forms = new Map<string, Form>()
  const add = (folded: string, written: string, host: boolean, hyphen = false): void => {
    if (!/[\p{L}\p{N}]/u.test(folded) || forms.has(folded)) return
    forms.set(folded, { folded, written, ambiguous: isAmbiguous(folded), articled: ARTICLE.test(folded), host, hyphen })
  }
  const text = spelling.normalize('NFC').trim()
  if (isHost(text)) add(fold(text), text, true)
  for (const written of signVariants(text)) {
    for (const folded of joinVariants(written)) add(folded, written, false)
  }
  // Never joined: "B&O" would be "bio".
  if (text.includes('&')) for (const word of AND) add(fold(text.replace(/\s*&\s*/g, ` ${word} `)), text, false)
  // "Quillpad's Zettel Planner"
  const owned = /^(\p{L}{3,}[^s\P{L}]) (\p{Lu}.*)$/u.exec(text)
  if (owned?.[1] !== undefined && owned[2] !== undefined) add(`${fold(owned[1])}s ${fold(owned[2])}`, text, false)
  const hump = /^(\p{L})(\p{Lu}\p{Ll}{2}[\p{L}\p{N}]*)$/u.exec(text)
  if (hump?.[1] !== undefined && hump[2] !== undefined) add(`${fold(hump[1])} ${fold(hump[2])}`, text, false, true)
  return [...forms.values()]
}

/** An article before an ordinary-looking word makes a phrase of any language. */
const ARTICLE = /^(?:the|la|le|les|el|los|las|il|lo|der|die|das|de|het|o|a) /

function isAmbiguous(folded: string): boolean {
  return isOrdinaryWord(folded) || /^\s*[a-z0-9]{1,2}$/.test(folded)
}

/** What languages read the sign "&" as. */
const AND = ['und', 'et', 'y', 'e', 'en', 'i']
const BETWEEN = / (?:and|und|et|y|e|en|i) /gi

function signVariants(text: string): string[] {
  const variants = new Set([text])
  for (const one of [...variants]) if (/[\p{L}\p{N}]!+$/u.test(one)) variants.add(one.replace(/!+$/, ''))
  for (const one of [...variants]) {
    if (one.includes('&')) {
      variants.add(one.replace(/\s*&\s*/g, ' & '))
      variants.add(one.replace(/\s*&\s*/g, '&'))
      variants.add(one.replace(/\s*&\s*/g, ' and '))
      // As HTML writes it.
      variants.add(one.replaceAll('&', '&amp;'))
    }
    if (BETWEEN.test(one)) variants.add(one.replace(BETWEEN, ' & '))
    // "Black + Decker", "black decker"
    for (const gap of [' + ', ' ']) variants.add(one.replace(/(?<=\p{L}{4}) ?[+&] ?(?=\p{L}{4})/gu, gap))
    // "L.L.Bean", "J.P. Morgan"
    const [, initials, rest] = /^(\p{Lu}{2,3}) (\p{Lu}\p{L}.*)$/u.exec(one) ?? []
    if (initials !== undefined) variants.add(`${[...initials].join('.')}. ${rest}`)
    if (/[\p{L}\p{N}]\+$/u.test(one)) variants.add(one.replace(/\+$/, ' Plus'))
  }
  return [...variants]
}

/** The folded spelling with each place between its parts joined or parted by one joining character. */
function joinVariants(written: string): string[] {
  const lead = /^[._]/.test(written) ? ' ' : ''
  const parts = written
    .replace(/(\p{Ll}\p{M}*)(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{L}{2})(\p{Nd})/gu, '$1 $2')
    .replace(/(\p{Nd})(\p{L}\p{L})/gu, '$1 $2')
  const pieces = fold(parts)
    .split(/\s+/)
    .filter((piece) => piece !== '')
  if (pieces.length === 0) return []
  const asWritten = fold(written).trim()
  // "e 签宝"
  if (/^[a-z]+ ?\p{Script=Han}+$/u.test(asWritten))
    return [asWritten, ...[' ', ''].map((gap) => asWritten.replace(/(?<=[a-z]) ?(?=\p{Script=Han})/u, gap))]
  // "iPhone" parts into "I phone", which is a sentence: a humped spelling with one letter alone stays joined.
  if (pieces.some((piece) => piece.length === 1) && !/\s/.test(asWritten)) return [lead + asWritten]
  const breaks = pieces.length - 1
  const variants = [asWritten, pieces.join(' '), pieces.join('')]
  if (breaks <= MOST_BREAKS) {
    for (let choice = 0; choice < 2 ** breaks; choice += 1) {
      variants.push(pieces.reduce((text, piece, i) => text + ((choice >> (i - 1)) & 1 ? ' ' : '') + piece))
    }
  }
  // "카카오페이 손해보험", "デ・ロンギ": compounds of Korean are written with and without their spaces, foreign names with and without dots.
  const shortest = /^\p{Script=Hangul}{6,}$/u.test(written) ? 2 : /^[ァ-ヺー]{4,}$/u.test(written) ? 1 : written.length
  for (let at = shortest; at <= written.length - shortest; at += 1)
    variants.push(`${fold(written.slice(0, at))} ${fold(written.slice(at))}`)
  return [...new Set(variants)].map((variant) => lead + variant)
}
