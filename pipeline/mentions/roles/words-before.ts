import { WORD, wordBits } from '../words/role-words.ts'

/** How many words of a sentence are read before a name. */
const MOST_WORDS = 9
const WORD_OR_END = /\p{L}[\p{L}\p{M}\p{N}'’-]*|\p{N}[\p{N}\p{L}.]*|[.!?;:|\n()，。！？；：（）–—]|,/gu
const NAME_LIKE = /^[\p{Lu}\p{N}]|\p{Ll}\p{Lu}/u
const JOINS = new Set(
  'and or und oder sowie et ou y o e ed i oraz lub albo czy en of och eller og samt nebo ve veya und/oder bzw & plus и или'.split(
    ' ',
  ),
)
/** Words for "and" that an article or a preposition follows: "e à Magalu". */
const AND_WORDS = new Set('und oder et ou y o e oraz lub albo czy en of och eller og a nebo ve veya и или'.split(' '))
/** What opens a sentence and ends with a comma. */
const ADVERBIAL =
  /(?:^|[.!?\n] *)[*_]*(?:In|At|On|For|From|With|Among|According to|After|Before|Since|If|When|While|Where|Because|As|Unlike|Like) [^,.!?;:\n]{3,90}, (?=[^,]*$)/u
const SMALL_WORD = /(?:^|[^\p{L}\p{M}’'-])(\p{Ll}[\p{L}\p{M}’'-]*) $/u
/** What is there before a choice is made: "your existing". */
export const ALREADY = new Set(
  'already existing current bereits schon bestehendes bestehende bestehenden déjà existant ya existente già esistente já już reeds al bestaande'.split(
    ' ',
  ),
)
const ALREADY_BEFORE = new RegExp(`(?:${[...ALREADY].join('|')}) `, 'u')

/**
 * The words of the sentence before the row of names that ends there, the nearest first, in lower case: "with", "works" and
 * "it" of "It works with Acme and ".
 */
export function wordsBefore(before: string): string[] {
  const tokens = before.match(WORD_OR_END) ?? []
  const words: string[] = []
  let row = true
  // Behind a comma or a word for "and" a capital letter makes a name; right beside a name, "Dr" or "Tierarzt" is a word.
  let beside = true
  for (let k = tokens.length - 1; k >= 0 && words.length < MOST_WORDS; k -= 1) {
    const token = tokens[k] ?? ''
    // "l'enquête"
    const lower = token.toLowerCase().replace(/^(?:[ldnsjcmt]|qu|dell|all|nell|sull|dall)[’'](?=\p{L})|[’']$/u, '')
    if (row) {
      if (token === ',' && !NAME_LIKE.test(tokens[k - 1] ?? '')) {
        // "Among large makers, X and Y": what stands before the comma says nothing of them, but for "tools, such as X".
        return []
      }
      // Dutch has "en" between names, Spanish before one: "se vende en".
      const joins = JOINS.has(lower) && (lower !== 'en' || NAME_LIKE.test(tokens[k - 1] ?? '') || tokens[k - 1] === ',')
      if (token === ',' || joins) {
        beside = false
        continue
      }
      // "chez Darty, Boulanger et la Fnac", "ao Mercado Livre, à Shopee e à Magalu"
      const left = tokens[k - 1] ?? ''
      if (
        beside &&
        k > 1 &&
        wordBits(lower) & (WORD.determiner | WORD.before) &&
        (left === ',' || AND_WORDS.has(left)) &&
        NAME_LIKE.test(tokens[k - 2] ?? '')
      )
        continue
      if (NAME_LIKE.test(token) && !(beside && wordBits(lower) > 0)) {
        beside = true
        continue
      }
      row = false
    }
    if (token === ',') {
      // "tools, such as X": the comma before the examples doesn't end what is said.
      if (
        words.every((word) => wordBits(word) & (WORD.examples | WORD.before)) &&
        words.some((word) => wordBits(word) & WORD.examples)
      )
        continue
      break
    }
    // "integrations (over 250, including X": what is in brackets says more of what stands before them.
    if (token === '(' && wordBits(words[0] ?? '') & WORD.examples) continue
    // "few integrations: X and Y"
    if (token === ':' && words.length === 0 && wordBits((tokens[k - 1] ?? '').toLowerCase()) & WORD.link) continue
    if (/^[^\p{L}\p{N}]/u.test(token)) break
    words.push(lower)
  }
  return words
}

/** Without the words that open an English sentence before its comma, where no row goes on there: "If you pay for Acme, Quillpad is". */
export function withoutAdverbial(before: string, after: string): string {
  const opening =
    before.includes(', ') && !/^[*_]*(?:,| (?:and|or) \p{Lu}[^.!?]{0,40},)/u.test(after) ? ADVERBIAL.exec(before) : null
  return opening === null || !/ (?:the|you|your|of|by|to) /.test(opening[0])
    ? before
    : before.slice(opening.index + opening[0].length)
}

/** Whether the word right before a name is a small one that says nothing of it, as before most names; the rest costs more. */
export function saysNothing(before: string): boolean {
  const near = before.slice(-40)
  const word = SMALL_WORD.exec(near.slice(-20))?.[1]
  return (
    word !== undefined &&
    wordBits(word) === 0 &&
    !JOINS.has(word) &&
    word !== 'inside' &&
    word !== 'under' &&
    !ALREADY_BEFORE.test(near)
  )
}
