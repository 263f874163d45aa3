import type { ReadName, Ruling } from '../contract/terms.ts'
import type { Brand, Judgement, KnownName, Mention, Product, ReadAnswer, Refusal } from './answer.ts'
import type { Hit, Standing } from './bounds.ts'
import { resolveBrands } from './brands.ts'
import { createFinder } from './find.ts'
import { createLayout } from './layout.ts'
import { add, brandKey, mostFrequent, nameKey, tidyName } from './names.ts'
import { hiddenSpans } from './prose.ts'
import { type Said, type SaidIn, saidIn } from './quotes.ts'
import { carelessness, decide, type Vote, type Votes } from './votes.ts'

/** The version of the counting rules; change it with any rule that changes a count. */
export const DETECTOR = 'mentions-17'

/** A category's brands, and a function that judges which of them count in an answer. */
export interface NamedSurvey {
  readonly brands: readonly Brand[]
  judge(answer: ReadAnswer): Judgement
}

/** What is known of a category besides its answers. */
export interface Given {
  readonly category: string
  readonly known: readonly KnownName[]
  readonly rulings: readonly Ruling[]
  readonly product: Product | null
}

const ROLES: readonly Vote[] = [null, 'passing', 'choice']
/** The readings as a choice that a known name counts for. */
const KNOWN_VOTES = 2

/** A brand's first place in an answer, and its role in the answer's reading. */
interface Place {
  readonly hit: Hit
  readonly own: Vote
}

/** The places in one answer in order, and the read names that aren't in it. */
interface Seen {
  readonly places: readonly Place[]
  readonly unverified: readonly string[]
}

/** Of several places of a brand the one with the lowest rank is used. */
const RANKS: Readonly<Record<Standing, number>> = { plain: 0, glued: 0, small: 1, within: 2 }

/**
 * Returns the brands of a category and a function that judges which of them count in an answer. A read name counts only
 * if it is in the answer's prose, and a category's readings can correct a careless one. The order of the answers
 * doesn't matter.
 */
export function nameSurvey(answers: readonly ReadAnswer[], given: Given): NamedSurvey {
  const layout = createLayout(answers.filter(({ reading }) => reading === null))
  const readings = new Map(answers.map((answer) => [answer, answer.reading ?? layout(answer)]))
  const unnamed = resolveBrands(answers, [...readings.values()], given)
  const numberOf = createNumbers(unnamed)
  const find = createFinder(unnamed.map(formsOf))
  const totals = unnamed.map((): Votes => ({ choice: 0, passing: 0, unread: 0, plain: 0, small: 0 }))
  for (const { name } of given.known) {
    const of = totals[numberOf(name)]
    if (of !== undefined) of.choice = KNOWN_VOTES
  }
  const placesOf = createPlaces(unnamed, numberOf)
  const see = (answer: ReadAnswer, reading: readonly ReadName[]) => {
    const hidden = hiddenSpans(answer)
    const hits = find(answer.text, hidden)
    return { hits, ...placesOf(hits, reading), ...saidIn(answer.text, hidden, hits, reading, numberOf) }
  }
  const written = unnamed.map(() => new Map<string, number>())
  const seen = new Map<ReadAnswer, Seen & SaidIn>()
  for (const [answer, reading] of readings) {
    const { hits, ...rest } = see(answer, reading)
    const { places } = rest
    seen.set(answer, rest)
    for (const { key, standing } of hits) if (standing === 'plain' || standing === 'small') vote(totals[key], standing)
    for (const { hit, own } of places) {
      if (own !== null || hit.standing === 'plain') vote(totals[hit.key], own ?? 'unread')
      const spellings = written[hit.key]
      if (spellings === undefined || hit.standing !== 'plain') continue
      const spelling = answer.text.slice(hit.start, hit.end)
      add(spellings, spelling, 1)
    }
  }
  const brands = unnamed.map((brand, at) => called(brand, written[at] ?? new Map()))
  const careless = carelessness(totals)
  return {
    brands,
    judge: (answer) => {
      const { unverified, quotesGiven, ...rest } = seen.get(answer) ?? see(answer, answer.reading ?? layout(answer))
      return { ...judge(answer, rest, brands, totals, careless), unverified, quotesGiven }
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

/**
 * Returns a function that gives each brand's first hit of the best standing, in text order, with its role in the
 * reading.
 */
function createPlaces(brands: readonly Brand[], numberOf: (name: string) => number) {
  // By brand, the index of its role in the current answer, and of its place from 1; 0 for none.
  const roles = new Uint8Array(brands.length)
  const numbers = new Int32Array(brands.length)
  return (hits: readonly Hit[], reading: readonly ReadName[]): Seen => {
    const read = reading.map(({ name }) => numberOf(name))
    for (const [k, at] of read.entries()) roles[at] = Math.max(roles[at] ?? 0, ROLES.indexOf(reading[k]?.role ?? null))
    const places: { hit: Hit; own: Vote }[] = []
    for (const hit of hits) {
      const role = ROLES[roles[hit.key] ?? 0] ?? null
      // A longer word contains a name by chance unless a reading has the name.
      if (role === null && hit.standing === 'within') continue
      if (role === null && hit.standing === 'glued' && brands[hit.key]?.own !== true) continue
      const known = places[(numbers[hit.key] ?? 0) - 1]
      if (known === undefined) numbers[hit.key] = places.push({ hit, own: role })
      else if (RANKS[hit.standing] < RANKS[known.hit.standing]) known.hit = hit
    }
    const unverified = reading.filter((_, k) => !numbers[read[k] ?? -1]).map(({ name }) => name)
    for (const at of read) roles[at] = 0
    for (const { hit } of places) numbers[hit.key] = 0
    return { places: places.sort((a, b) => a.hit.start - b.hit.start), unverified }
  }
}

function judge(
  { text, reading }: ReadAnswer,
  { places, said }: { readonly places: readonly Place[]; readonly said: ReadonlyMap<number, Said> },
  brands: readonly Brand[],
  totals: readonly Votes[],
  careless: number,
): Pick<Judgement, 'mentions' | 'refused'> {
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
  return { mentions, refused }
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
