const LETTERS = new Map([
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ø', 'o'],
  ['đ', 'd'],
  ['ð', 'd'],
  ['ł', 'l'],
  ['ı', 'i'],
  ['ς', 'σ'],
])
const JOINER = /^[\p{Zs}\p{Pd}._·・‧]$/u
const LONG_DASH = /^[—―]$/
/** Combining accents, apostrophes, trademark signs, footnote digits and zero-width characters. */
const DROPPED = /^(?:[\u0300-\u036f]|['’‘ʼ`´′©®™℠¹²³⁰-⁹]|\u00ad|[\u200b-\u200d]|\u2060|[\ufe00-\ufe0f]|\ufeff)$/u

const folded = new Map<number, string>()

/**
 * Folds a code point for comparing names: to lower case without accents, width or Unicode form. A space, hyphen or dot
 * gives a space, a line break gives `\n`, an ignored character (accent, apostrophe, trademark sign) gives the empty
 * string.
 */
export function foldPoint(point: number): string {
  const known = folded.get(point)
  if (known !== undefined) return known
  const raw = String.fromCodePoint(point)
  let result = ''
  if (!DROPPED.test(raw)) {
    for (const part of raw.normalize('NFKD').toLowerCase()) {
      if (/^[\n\r\t\v\f\u2028\u2029]$/.test(part) || LONG_DASH.test(part)) result += '\n'
      else if (JOINER.test(part)) result += ' '
      else if (!DROPPED.test(part)) result += LETTERS.get(part) ?? part
    }
  }
  folded.set(point, result)
  return result
}

/** The text with every code point folded by `foldPoint`. */
export function fold(text: string): string {
  let result = ''
  for (const character of text) result += foldPoint(character.codePointAt(0) ?? 0)
  return result
}

/** The folded text without spaces and punctuation, for comparing spellings. */
export function foldKey(text: string): string {
  return fold(text).replace(/[\s,:;()"“”]+/g, '')
}

/** How a character's script separates words: `spaced` scripts do with spaces, `unspaced` ones don't. */
export type WordClass = 'none' | 'spaced' | 'unspaced' | 'katakana' | 'hangul'

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const NAMES: readonly WordClass[] = ['none', 'spaced', 'unspaced', 'katakana', 'hangul']
/** A cache: by code point, the index of its class in `NAMES` plus 1, or 0. */
const classes = new Uint8Array(0x110000)

/** The class of a code point; `none` for -1, which stands for the start and the end of a text. */
export function wordClass(point: number): WordClass {
  const known = point < 0 ? 1 : (classes[point] ?? 1)
  if (known !== 0) return NAMES[known - 1] ?? 'none'
  const character = String.fromCodePoint(point)
  let found: WordClass = 'none'
  if (/\p{P}|\p{S}/u.test(character)) found = 'none'
  else if (/[\p{Script=Katakana}ー\u3099\u309a]/u.test(character)) found = 'katakana'
  else if (/\p{Script=Hangul}/u.test(character)) found = 'hangul'
  else if (UNSPACED.test(character)) found = 'unspaced'
  else if (/[\p{L}\p{Nd}\p{M}]/u.test(character)) found = 'spaced'
  classes[point] = NAMES.indexOf(found) + 1
  return found
}

/** A cache: by code point, 1 for a lower-case letter, 2 for anything else, or 0. */
const cases = new Uint8Array(0x110000)

/** Whether a code point is a lower-case letter. */
export function isSmall(point: number): boolean {
  if (point < 0) return false
  if (cases[point] === 0) cases[point] = /\p{Ll}/u.test(String.fromCodePoint(point)) ? 1 : 2
  return cases[point] === 1
}

/** Whether two adjacent code points belong to the same word. */
export function joined(left: number, right: number): boolean {
  const of = wordClass(left)
  return of !== 'none' && of !== 'unspaced' && of === wordClass(right)
}

/** The code point before `index`, -1 at the start. */
export function pointBefore(text: string, index: number): number {
  if (index <= 0) return -1
  const unit = text.charCodeAt(index - 1)
  const low = unit >= 0xdc00 && unit <= 0xdfff && index > 1
  return (low ? text.codePointAt(index - 2) : unit) ?? -1
}

/** The code point at `index`, -1 at the end. */
export function pointAt(text: string, index: number): number {
  return text.codePointAt(index) ?? -1
}
