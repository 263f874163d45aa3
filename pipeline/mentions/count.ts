import type { ReadName, Ruling } from '../contract/terms.ts'
import type { Brand, Choice, Judgement, KnownName, Mention, Product, ReadAnswer, Refusal } from './answer.ts'
import type { Hit, Standing } from './bounds.ts'
import { resolveBrands } from './brands.ts'
import { createFinder } from './find.ts'
import { createLayout } from './layout.ts'
import { add, brandKey, mostFrequent, nameKey, tidyName } from './names.ts'
import { hiddenSpans } from './prose.ts'
import { type SaidIn, saidIn } from './quotes.ts'
import { carelessness, decide, type Vote, type Votes } from './votes.ts'

/** The version of the counting rules; change it with any rule that changes a count. */
export const DETECTOR = 'mentions-22'

/** A category's brands, and a function that judges which of them count in an answer. */
export interface NamedSurvey {
  readonly brands: readonly Brand[]
  judge(answer: ReadAnswer): Judgement
  /** The choices of the answer's own reading that are in its prose, in order, without the product and ignored names. */
  choicesIn(answer: ReadAnswer): Choice[]
}

/** What is known of a category besides its answers. */
export interface Given {
  readonly category: string
  readonly known: readonly KnownName[]
  readonly rulings: readonly Ruling[]
  readonly product: Product | null
}

/** The readings as a choice that a known name counts for. */
const KNOWN_VOTES = 2

/** A brand's first place in an answer, and its role in the answer's reading. */
interface Place {
  readonly hit: Hit
  readonly own: Vote
}

/** The places in one answer in order, the read names that aren't in it, and what its reading says of the others. */
interface Seen extends SaidIn {
  readonly places: readonly Place[]
  readonly unverified: readonly string[]
}

/**
 * The brands, and by brand its role and its best hit in the answer at hand. Each answer empties them again, which is
 * faster than maps of its own.
 */
interface Sheet {
  readonly brands: readonly Brand[]
  readonly roles: Vote[]
  readonly best: (Hit | null)[]
}

/** Of several places of a brand the one with the lowest rank is used. */
const RANKS: Readonly<Record<Standing, number>> = { plain: 0, glued: 0, small: 1, within: 2 }

/**
 * Returns the brands of a category and a function that judges which of them count in an answer, whatever the order of
 * the answers. A read name counts only if it is in the answer's prose, and a category's readings can correct a careless
 * one.
 */
export function nameSurvey(answers: readonly ReadAnswer[], given: Given): NamedSurvey {
  const layout = createLayout(answers.filter(({ reading }) => reading === null))
  const readings = new Map(answers.map((answer) => [answer, answer.reading ?? layout(answer)]))
  const unnamed = resolveBrands(answers, [...readings.values()], given)
  const numberOf = createNumbers(unnamed)
  const finder = createFinder(unnamed.map(formsOf))
  const totals = unnamed.map((): Votes => ({ choice: 0, passing: 0, unread: 0, plain: 0, small: 0 }))
  const known = new Set(given.known.map(({ name }) => numberOf(name)))
  for (const key of known) {
    const of = totals[key]
    if (of !== undefined) of.choice = KNOWN_VOTES
  }
  const sheet: Sheet = { brands: unnamed, roles: unnamed.map(() => null), best: unnamed.map(() => null) }
  const see = (answer: ReadAnswer, reading: readonly ReadName[]): { hits: readonly Hit[]; seen: Seen } => {
    const scan = finder.scan(answer.text)
    const hidden = hiddenSpans(answer, scan)
    const hits = finder.find(answer.text, scan, hidden)
    const keys = reading.map(({ name }) => numberOf(name))
    const { places, unverified } = placesIn(hits, reading, keys, sheet)
    const { said, quotesGiven } = saidIn(answer.text, hidden, hits, reading, keys)
    return { hits, seen: { places, unverified, said, quotesGiven } }
  }
  const written = unnamed.map(() => new Map<string, number>())
  const seenIn = new Map<ReadAnswer, Seen>()
  // A callback is compiled apart from this function, and is a tenth faster than a loop here.
  readings.forEach((reading, answer) => {
    const { hits, seen } = see(answer, reading)
    seenIn.set(answer, seen)
    for (const { key, standing } of hits) if (standing === 'plain' || standing === 'small') vote(totals[key], standing)
    for (const { hit, own } of seen.places) {
      if (own !== null || hit.standing === 'plain') vote(totals[hit.key], own ?? 'unread')
      const spellings = written[hit.key]
      if (spellings === undefined || hit.standing !== 'plain') continue
      add(spellings, spellingAt(answer.text, hit, unnamed[hit.key]?.name ?? ''), 1)
    }
  })
  const brands = unnamed.map((brand, at) => called(brand, written[at] ?? new Map()))
  // The votes of known names aren't from these readings: where there are many, they would hide a careless reader.
  const read = totals.map((of, key) => (known.has(key) ? { ...of, choice: of.choice - KNOWN_VOTES } : of))
  const careless = Math.max(carelessness(totals), carelessness(read))
  const seenOf = (answer: ReadAnswer) => seenIn.get(answer) ?? see(answer, answer.reading ?? layout(answer)).seen
  return {
    brands,
    judge: (answer) => judge(answer, seenOf(answer), brands, totals, careless),
    choicesIn: (answer) => {
      const { places, said } = seenOf(answer)
      return places.flatMap(({ hit: { key, start, end }, own }) => {
        const brand = brands[key]
        if (own !== 'choice' || brand === undefined || brand.own === true || brand.ignored === true) return []
        return [{ brand: brand.name, start, end, stance: said.get(key)?.stance }]
      })
    },
  }
}

/** Returns a function that gives the index of the brand with this name, or -1. */
function createNumbers(brands: readonly Brand[]): (name: string) => number {
  const numbers = new Map(brands.flatMap(({ spellings }, at) => spellings.map((each) => [brandKey(each), at])))
  const known = new Map<string, number>()
  return (name) => {
    const number = known.get(name)
    if (number !== undefined) return number
    const found = numbers.get(brandKey(tidyName(name))) ?? -1
    known.set(name, found)
    return found
  }
}

function vote(votes: Votes | undefined, what: keyof Votes): void {
  if (votes !== undefined) votes[what] += 1
}

/** Each brand's first hit of the best standing, in text order, with its role in the reading; `keys` are its names'. */
function placesIn(
  hits: readonly Hit[],
  reading: readonly ReadName[],
  keys: readonly number[],
  { brands, roles, best }: Sheet,
): Pick<Seen, 'places' | 'unverified'> {
  for (let at = 0; at < keys.length; at += 1) {
    const key = keys[at] ?? -1
    if (key >= 0 && roles[key] !== 'choice') roles[key] = reading[at]?.role ?? null
  }
  for (const hit of hits) {
    const { key, standing } = hit
    const known = best[key] ?? null
    const role = roles[key] ?? null
    if (known !== null && RANKS[standing] >= RANKS[known.standing]) continue
    // A longer word contains a name by chance unless a reading has the name.
    if (standing === 'within' && role === null) continue
    if (standing === 'glued' && role === null && brands[key]?.own !== true) continue
    best[key] = hit
  }
  const places: Place[] = []
  for (const hit of hits) if (best[hit.key] === hit) places.push({ hit, own: roles[hit.key] ?? null })
  const unverified = reading.flatMap(({ name }, at) => ((best[keys[at] ?? -1] ?? null) === null ? name : []))
  for (const { key } of hits) best[key] = null
  for (const key of keys) if (key >= 0) roles[key] = null
  return { places, unverified }
}

function judge(
  { text, reading }: ReadAnswer,
  { places, said, unverified, quotesGiven }: Seen,
  brands: readonly Brand[],
  totals: readonly Votes[],
  careless: number,
): Judgement {
  const mentions: Mention[] = []
  const refused: Refusal[] = []
  for (const { hit, own } of places) {
    const [brand, votes] = [brands[hit.key], totals[hit.key]]
    if (brand === undefined || votes === undefined) continue
    const verdict = decide({ brand, text, hit, own, isRead: reading !== null, votes }, careless)
    const { start, end } = hit
    if ('reason' in verdict) refused.push({ brand: brand.name, start, end, reason: verdict.reason })
    else {
      const position = mentions.length + 1
      mentions.push({ brand: brand.name, start, end, rule: verdict.rule, position, ...said.get(hit.key) })
    }
  }
  return { mentions, refused, unverified, quotesGiven }
}

/** How a brand is written; its name itself if it is written so, as a new string costs more to count. */
function spellingAt(text: string, { start, end }: Hit, name: string): string {
  return end - start === name.length && text.startsWith(name, start) ? name : text.slice(start, end)
}

/** The brand with the most frequent spelling of its name. */
function called(brand: Brand, written: ReadonlyMap<string, number>): Brand {
  if (brand.own === true) return brand
  const counts = new Map([[brand.name, 0]])
  for (const [spelling, count] of written) {
    const name = spelling.normalize('NFC')
    if (nameKey(name) === nameKey(brand.name)) add(counts, name, count)
  }
  return { ...brand, name: mostFrequent(counts) ?? brand.name }
}

/** The forms by which a brand is found: its spellings and its domain. */
function formsOf({ spellings, domain }: Brand): string[] {
  return domain === null || spellings.includes(domain) ? [...spellings] : [...spellings, domain]
}
