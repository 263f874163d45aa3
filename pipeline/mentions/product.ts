import { domainToUnicode } from 'node:url'
import { parse } from 'tldts'
import { createCounter } from './count.ts'
import { formsOf } from './find/spelling.ts'
import { fold, foldKey, foldPoint, joined, pointAt, pointBefore, wordClass } from './words/fold.ts'
import { isOrdinaryWord } from './words/ordinary.ts'

/** The product that a report is about; `domain` is a host name in lower-case ASCII. */
export interface Product {
  readonly brand: string
  readonly domain: string
  readonly aliases: readonly string[]
  readonly category: string
}

/** Words that buyer questions are made of: as a product's whole name they need the cues that counting asks for. */
const QUESTION_WORDS = new Set(
  (
    'a about all also am an and any anyone are around as ask at be been before best better between big brand brands but buy by ' +
    'can cheap cheapest choice choose choosing compare could customer customers do does each easiest easy every everyday ' +
    'expect find first for free from get give go good great happy has have help how i if in into is it its know large ' +
    'leading least like list lot low made make makes many market may me mean money more most much my name names need new ' +
    'next no not now of off offer on one only option options or other our out over pay people pick picks popular price ' +
    'product products provide pros quality really recommend reliable review reviews right see service should shop small ' +
    'so some someone start support switch tell than that the their them then there these they thing this those time to ' +
    'today tool tools top try under up us use used user users using value very want was way we well were what when where ' +
    'which while who why will with without work works worth would year years you your'
  ).split(' '),
)

const LEGAL_FORMS = new Set(
  'ab ag bv co company corp corporation gmbh inc llc ltd limited nv oy plc sa sarl spa srl'.split(' '),
)

/** Fewer letters than this are looked for as whole words only. */
const CONTAINED_FROM = 4

/** Whether a text can be looked for as a name at all: it has a letter or a digit. */
export function isName(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(fold(text))
}

/** The label that is a domain's own, as people read it: `acme` of `shop.acme.co.uk`. */
export function ownLabel(domain: string): string {
  const { domainWithoutSuffix } = parse(domain, { allowPrivateDomains: true })
  const label = domainWithoutSuffix || (domain.split('.')[0] ?? domain)
  return domainToUnicode(label) || label
}

/**
 * Whether a question names the product in any case, accent, joining or inflection, as an address, or inside a longer
 * word. Stricter than counting: a question that names it wrongly spoils every answer, one refused wrongly costs a
 * rephrasing. Only a name of ordinary words that the category itself is made of, or one word that any question may hold,
 * is judged as in an answer.
 */
export function namesProduct(text: string, product: Product): boolean {
  const { brand, domain, aliases } = product
  if (holdsDomain(text, domain)) return true
  const names = [brand, ...aliases, ownLabel(domain)].filter(isName)
  const words = wordsOf(text)
  const category = wordsOf(product.category)
  if (names.some((name) => holdsName(words, category, name))) return true
  // An automaton for one text is dear: most texts don't even have the letters.
  const letters = foldKey(text)
  if (!names.flatMap(formsOf).some(({ folded }) => letters.includes(foldKey(folded)))) return false
  return (
    createCounter([{ name: brand, domain, spellings: names, own: true }])({ text, question: '', citations: [] })
      .length > 0
  )
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
  const ordinary = parts.every(isOrdinaryWord)
  if (ordinary && (QUESTION_WORDS.has(parts.join(' ')) || standsIn(category, parts))) return false
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
      const short = parts.some(({ text }) => text.length < 3 && isOrdinaryWord(text))
      const spelledOut = parts.every(({ text }) => text.length === 1)
      if (!short || spelledOut || !parts.slice(1).some((part) => part.apart)) return true
    }
    return false
  })
}

/** Whether the name is part of a longer word that is none of the language; one of ordinary words must begin or end it. */
function standsInside(words: readonly Word[], name: string): boolean {
  if (name.length < CONTAINED_FROM) return false
  const ordinary = isOrdinaryWord(name)
  return words.some(({ text }) => {
    const inside = ordinary ? text.startsWith(name) || text.endsWith(name) : text.includes(name)
    return inside && !isOrdinaryWord(text)
  })
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
