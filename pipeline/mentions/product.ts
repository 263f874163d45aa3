import { domainToUnicode } from 'node:url'
import type { Product } from './answer.ts'
import questions from './data/questions.json' with { type: 'json' }
import { fold, foldPoint, joined, pointAt, pointBefore, wordClass } from './fold.ts'
import { isOrdinary, LEGAL_FORMS, ownLabel } from './names.ts'

/** Words of buyer questions; as a product's whole name they count only capitalised within a sentence. */
const QUESTION_WORDS = new Set(questions.words.split(' '))

/** The fewest letters of a name that begins, or is inside, a longer word other than by chance. */
const MIN_PREFIX = 4
const MIN_INFIX = 6

/** Whether a text can be a name: it has a letter or a digit. */
export function isName(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(fold(text))
}

/**
 * Whether a question names the product, whatever its case, accents, spacing or inflection, as a domain, or inside a
 * longer word, which is stricter than counting because such a question spoils every answer. A name that consists of the
 * category's or any question's words counts only capitalised within a sentence.
 */
export function namesProduct(text: string, product: Product & { readonly category: string }): boolean {
  const { brand, domain, aliases } = product
  if (containsDomain(text, domain)) return true
  const names = [brand, ...aliases, ownLabel(domain)].filter(isName)
  const [said, category] = [wordsOf(text), wordsOf(product.category)]
  return names.some((name) => containsName(said, category, name) || isCapitalised(text, name))
}

/** Whether the name is capitalised within a sentence: "Are shoes by Trail any good?" */
function isCapitalised(text: string, name: string): boolean {
  if (!/^\p{Lu}/u.test(name)) return false
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const isWhole =
      !joined(pointBefore(text, at), pointAt(text, at)) &&
      !joined(pointBefore(text, at + name.length), pointAt(text, at + name.length))
    if (isWhole && /[\p{L}\p{N},] $/u.test(text.slice(0, at))) return true
  }
  return false
}

/** Whether the text contains the host name or a subdomain of it. */
function containsDomain(text: string, domain: string): boolean {
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

function containsName(words: readonly Word[], category: readonly Word[], spelling: string): boolean {
  const parts = coreOf(wordsOf(spelling).map((word) => word.text))
  const name = parts.join('')
  if (name === '' || /^\p{L}$/u.test(name)) return false
  if (QUESTION_WORDS.has(parts.join(' ')) || (parts.every(isOrdinary) && containsParts(category, parts))) return false
  return containsParts(words, parts) || containsSplit(words, name) || containsInside(words, name)
}

/** The parts without a leading article and a trailing legal form, unless nothing would remain. */
function coreOf(parts: readonly string[]): readonly string[] {
  const from = parts.length > 1 && parts[0] === 'the' ? 1 : 0
  const to = parts.length - from > 1 && LEGAL_FORMS.has(parts.at(-1) ?? '') ? -1 : undefined
  return parts.slice(from, to)
}

/** Whether the words contain the parts in sequence; the last one may be a plural or genitive. */
function containsParts(words: readonly Word[], parts: readonly string[]): boolean {
  const last = parts.length - 1
  return words.some((_, from) =>
    parts.every((part, at) => {
      const word = words[from + at]?.text
      return word === part || (at === last && (word === `${part}s` || word === `${part}es`))
    }),
  )
}

/** Whether consecutive words spell the name, other than by chance ("for a" is not Fora). */
function containsSplit(words: readonly Word[], name: string): boolean {
  return words.some((_, from) => {
    let made = ''
    for (let to = from; to < words.length && made.length < name.length; to += 1) {
      made += words[to]?.text ?? ''
      if (made !== name && made !== `${name}s`) continue
      const parts = words.slice(from, to + 1)
      const short = parts.some(({ text }) => text.length < 3 && /\p{L}/u.test(text))
      const spelledOut = parts.every(({ text }) => text.length === 1)
      if (!short || spelledOut || !parts.slice(1).some((part) => part.spaced)) return true
    }
    return false
  })
}

/** Whether a longer word begins with the name or, if the name is long enough, contains it. */
function containsInside(words: readonly Word[], name: string): boolean {
  if (name.length < MIN_PREFIX || isOrdinary(name)) return false
  return words.some(({ text }) => text.startsWith(name) || (name.length >= MIN_INFIX && text.includes(name)))
}

/** A folded word; `spaced` if whitespace precedes it, rather than punctuation or a change within a longer word. */
interface Word {
  readonly text: string
  readonly spaced: boolean
}

/** The folded words, also split where case, script or digits change. */
function wordsOf(text: string): Word[] {
  const parted = text
    .normalize('NFKC')
    .replace(/ and /gi, ' & ')
    .replace(/(\p{Ll}\p{M}*)(?=\p{Lu})/gu, '$1-')
    .replace(/(\p{L}\p{M}*)(?=\p{Nd})/gu, '$1-')
    .replace(/(\p{Nd})(?=\p{L})/gu, '$1-')
  const words: { text: string; spaced: boolean }[] = []
  let before = -1
  let spaced = true
  for (const character of parted) {
    if (/\s/.test(character)) spaced = true
    for (const letter of foldPoint(character.codePointAt(0) ?? 0)) {
      const point = letter.codePointAt(0) ?? -1
      const last = words.at(-1)
      if (last !== undefined && joined(before, point)) last.text += letter
      else if (wordClass(point) !== 'none') {
        words.push({ text: letter, spaced })
        spaced = false
      }
      before = point
    }
  }
  return words
}
