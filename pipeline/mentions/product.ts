import { domainToUnicode } from 'node:url'
import type { Product } from './answer.ts'
import { isOrdinary } from './brands.ts'
import legalForms from './data/legal-forms.json' with { type: 'json' }
import questions from './data/questions.json' with { type: 'json' }
import { fold, foldPoint, joined, pointAt, pointBefore, wordClass } from './fold.ts'
import { ownLabel } from './own-label.ts'

export { ownLabel }

/** Words that buyer questions are made of: as a product's whole name they name it with a capital letter within a sentence only. */
const QUESTION_WORDS = new Set(questions.words.split(' '))
const LEGAL_FORMS = new Set(legalForms.words.split(' '))

/** Fewer letters than this begin a longer word by chance, or stand within one. */
const BEGUN_FROM = 4
const HELD_FROM = 6

/** Whether a text can be looked for as a name at all: it has a letter or a digit. */
export function isName(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(fold(text))
}

/**
 * Whether a question names the product in any case, accent, joining or inflection, as an address, or inside a longer
 * word. Stricter than counting: a question that names it wrongly spoils every answer, one refused wrongly costs a
 * rephrasing. Only a name that the category itself is made of, or one word that any question may hold, must stand within a
 * sentence with a capital letter of its own.
 */
export function namesProduct(text: string, product: Product & { readonly category: string }): boolean {
  const { brand, domain, aliases } = product
  if (holdsDomain(text, domain)) return true
  const names = [brand, ...aliases, ownLabel(domain)].filter(isName)
  const [said, category] = [wordsOf(text), wordsOf(product.category)]
  return names.some((name) => holdsName(said, category, name) || isSaidAsName(text, name))
}

/** Whether the name stands within a sentence with a capital letter of its own: "Are shoes by Trail any good?" */
function isSaidAsName(text: string, name: string): boolean {
  if (!/^\p{Lu}/u.test(name)) return false
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const isWhole =
      !joined(pointBefore(text, at), pointAt(text, at)) &&
      !joined(pointBefore(text, at + name.length), pointAt(text, at + name.length))
    if (isWhole && /[\p{L}\p{N},] $/u.test(text.slice(0, at))) return true
  }
  return false
}

/** Whether the host name, or one under it, stands anywhere, in an address too. */
function holdsDomain(text: string, domain: string): boolean {
  const lowered = text.normalize('NFKC').toLowerCase()
  return [domain, domainToUnicode(domain)].some((host) => {
    for (let at = lowered.indexOf(host); host !== '' && at >= 0; at = lowered.indexOf(host, at + 1)) {
      const end = at + host.length
      const within = joined(pointBefore(lowered, at), pointAt(lowered, at)) || lowered.charAt(at - 1) === '-'
      if (!within && !/^(?:[\p{L}\p{N}-]|\.[\p{L}\p{N}])/u.test(lowered.slice(end, end + 3))) return true
    }
    return false
  })
}

function holdsName(words: readonly Word[], category: readonly Word[], spelling: string): boolean {
  const parts = coreOf(wordsOf(spelling).map((word) => word.text))
  const name = parts.join('')
  if (name === '' || /^\p{L}$/u.test(name)) return false
  if (QUESTION_WORDS.has(parts.join(' ')) || (parts.every(isOrdinary) && standsIn(category, parts))) return false
  return standsIn(words, parts) || standsParted(words, name) || standsInside(words, name)
}

/** The parts without an article before them and a legal form behind them, as long as a part remains. */
function coreOf(parts: readonly string[]): readonly string[] {
  const from = parts.length > 1 && parts[0] === 'the' ? 1 : 0
  const to = parts.length - from > 1 && LEGAL_FORMS.has(parts.at(-1) ?? '') ? -1 : undefined
  return parts.slice(from, to)
}

/** Whether the parts stand there one after the other, the last one as a plural or genitive too. */
function standsIn(words: readonly Word[], parts: readonly string[]): boolean {
  const last = parts.length - 1
  return words.some((_, from) =>
    parts.every((part, at) => {
      const word = words[from + at]?.text
      return word === part || (at === last && (word === `${part}s` || word === `${part}es`))
    }),
  )
}

/** Whether words make the name together: one, or several that hardly stand beside each other by chance ("for a" is no Fora). */
function standsParted(words: readonly Word[], name: string): boolean {
  return words.some((_, from) => {
    let made = ''
    for (let to = from; to < words.length && made.length < name.length; to += 1) {
      made += words[to]?.text ?? ''
      if (made !== name && made !== `${name}s`) continue
      const parts = words.slice(from, to + 1)
      const short = parts.some(({ text }) => text.length < 3 && /\p{L}/u.test(text))
      const spelledOut = parts.every(({ text }) => text.length === 1)
      if (!short || spelledOut || !parts.slice(1).some((part) => part.apart)) return true
    }
    return false
  })
}

/** Whether a longer word begins with the name or, where that is long enough for no word to hold it by chance, holds it. */
function standsInside(words: readonly Word[], name: string): boolean {
  if (name.length < BEGUN_FROM || isOrdinary(name)) return false
  return words.some(({ text }) => text.startsWith(name) || (name.length >= HELD_FROM && text.includes(name)))
}

/** A folded word; `apart` where white space is before it, not a sign or a change within a longer word. */
interface Word {
  readonly text: string
  readonly apart: boolean
}

/** The folded words, parted also where the letters' case, their script or digits begin anew. */
function wordsOf(text: string): Word[] {
  const parted = text
    .normalize('NFKC')
    .replace(/ and /gi, ' & ')
    .replace(/(\p{Ll}\p{M}*)(?=\p{Lu})/gu, '$1-')
    .replace(/(\p{L}\p{M}*)(?=\p{Nd})/gu, '$1-')
    .replace(/(\p{Nd})(?=\p{L})/gu, '$1-')
  const words: { text: string; apart: boolean }[] = []
  let before = -1
  let apart = true
  for (const character of parted) {
    if (/\s/.test(character)) apart = true
    for (const letter of foldPoint(character.codePointAt(0) ?? 0)) {
      const point = letter.codePointAt(0) ?? -1
      const last = words.at(-1)
      if (last !== undefined && joined(before, point)) last.text += letter
      else if (wordClass(point) !== 'none') {
        words.push({ text: letter, apart })
        apart = false
      }
      before = point
    }
  }
  return words
}
