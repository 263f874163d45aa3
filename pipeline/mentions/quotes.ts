import type { ReadName, Span, Stance } from '../contract/terms.ts'
import type { Hit } from './bounds.ts'
import type { Spans } from './find.ts'
import { foldKey, foldPoint, pointAt, wordClass } from './fold.ts'
import { hiddenSpans, proseOf } from './prose.ts'
import { sentenceAt } from './sentence.ts'

/** What an answer says of a choice, according to its reading; `quote` is the sentence in the answer. */
export interface Said {
  readonly stance: Stance
  readonly quote?: Span
}

/** What a reading says of the brands in one answer, by their keys, and how many quotes it gave. */
export interface SaidIn {
  readonly said: ReadonlyMap<number, Said>
  readonly quotesGiven: number
}

/** Longer sentences, counted with their markup, aren't quoted: shortened, they could say the opposite. */
const LONGEST = 400
/** How many occurrences of the same words are looked at; hostile texts repeat them. */
const MAX_PLACES = 20
/** How many different quotes of one reading are looked for; no engine's answer has as many choices. */
const MAX_QUOTES = 1_000
/** The markup around a sentence in lists, tables, headings and quotations. */
const BEFORE = /^(?:[\s|>]+|(?:[-*+•]+|#{1,6}|\d{1,3}[.)])\s+)+/
const AFTER = /(?<![\s|]|\(\s*\))(?:[\s|]|\(\s*\))+$/

const NOTHING: SaidIn = { said: new Map(), quotesGiven: 0 }

/**
 * Verifies what a reading says of its choices; a brand that was read under two names takes what was read with the
 * first. A quote is kept only if its letters and digits are in the answer's prose, and becomes the whole sentence
 * there, which must name the brand or, if it names no choice, follow the brand's name with no other choice between.
 */
export function saidIn(
  text: string,
  hidden: Spans,
  hits: readonly Hit[],
  reading: readonly ReadName[],
  keys: readonly number[],
): SaidIn {
  const read = new Map<number, { readonly name: string; readonly stance: Stance; readonly quote: string | undefined }>()
  reading.forEach(({ name, stance, quote }, at) => {
    const key = keys[at] ?? -1
    if (stance !== undefined && key >= 0 && !read.has(key)) read.set(key, { name, stance, quote })
  })
  if (read.size === 0) return NOTHING
  const choices = new Set(keys.filter((_, at) => reading[at]?.role === 'choice'))
  const named = hits.filter(({ key }) => choices.has(key))
  const letters = lettersOf(text, hidden)
  const prose = proseOf(text, hidden)
  const sentences = new Map<string, readonly Span[]>()
  const said = new Map<number, Said>()
  for (const [key, { name, stance, quote }] of read) {
    const kept =
      quote === undefined || foldKey(quote) === foldKey(name)
        ? undefined
        : sentencesWith(quote).find((sentence) => isOf(key, sentence, named))
    said.set(key, { stance, ...(kept && { quote: kept }) })
  }
  return { said, quotesGiven: [...read.values()].filter(({ quote }) => quote !== undefined).length }

  /** The sentences of quotable length that hold a quote; many names may share it. */
  function sentencesWith(quote: string): readonly Span[] {
    const known = sentences.get(quote)
    if (known !== undefined) return known
    if (sentences.size === MAX_QUOTES) return []
    const found: Span[] = []
    const wanted = lettersOf(quote, hiddenSpans({ text: quote, question: '', citations: [] })).text
    let from = wanted === '' ? -1 : letters.text.indexOf(wanted)
    for (let places = 0; from >= 0 && places < MAX_PLACES; places += 1) {
      const [start = 0, last = 0] = [letters.places[from], letters.places[from + wanted.length - 1]]
      const end = last + (pointAt(text, last) > 0xffff ? 2 : 1)
      if (end - start <= LONGEST && !text.slice(start, end).includes('\n')) {
        const sentence = trimmed(prose, sentenceAt(prose, { start, end }, LONGEST))
        if (sentence.end - sentence.start <= LONGEST) found.push(sentence)
      }
      from = letters.text.indexOf(wanted, from + 1)
    }
    sentences.set(quote, found)
    return found
  }
}

/** Whether a sentence is about this brand rather than another choice; `named` are in text order and don't overlap. */
function isOf(key: number, { start, end }: Span, named: readonly Hit[]): boolean {
  let first = 0
  for (let to = named.length; first < to; ) {
    const middle = (first + to) >> 1
    if ((named[middle]?.start ?? 0) < start) first = middle + 1
    else to = middle
  }
  const within = named.slice(first, first + LONGEST).filter((hit) => hit.end <= end)
  return within.length > 0 ? within.some((hit) => hit.key === key) : named[first - 1]?.key === key
}

/** The sentence without the markup of lists and tables around it. */
function trimmed(prose: string, { start, end }: Span): Span {
  const sentence = prose.slice(start, end)
  const before = BEFORE.exec(sentence)?.[0].length ?? 0
  const after = AFTER.exec(sentence.slice(before))?.[0].length ?? 0
  return { start: start + before, end: end - after }
}

/** The folded letters and digits of a text outside its hidden spans, and the offset of each. */
function lettersOf(text: string, hidden: Spans): { readonly text: string; readonly places: readonly number[] } {
  const letters: string[] = []
  const places: number[] = []
  let span = 0
  for (let at = 0; at < text.length; ) {
    if (at >= (hidden[span] ?? text.length)) {
      at = Math.max(at, hidden[span + 1] ?? at)
      span += 2
      continue
    }
    const point = pointAt(text, at)
    for (const letter of foldPoint(point)) {
      if (wordClass(pointAt(letter, 0)) === 'none') continue
      letters.push(letter)
      for (let unit = 0; unit < letter.length; unit += 1) places.push(at)
    }
    at += point > 0xffff ? 2 : 1
  }
  return { text: letters.join(''), places }
}
