import type { Ruling } from '../contract/terms.ts'
import type { Brand, Judgement, KnownName, Mention, Product, ReadAnswer, ReadName, Refusal } from './answer.ts'
import type { Hit, Standing } from './bounds.ts'
import { brandKey, mostFrequent, resolveBrands, tidyName } from './brands.ts'
import { createFinder } from './find.ts'
import { createLayout } from './layout.ts'
import { nameKey } from './name-key.ts'
import { hiddenSpans } from './prose.ts'
import { carelessness, decide, type Vote, type Votes } from './votes.ts'

/** The version of the counting rules: whatever changes a count changes it. */
export const DETECTOR = 'mentions-17'

/** A category's brands, and what counts in an answer. */
export interface NamedSurvey {
  readonly brands: readonly Brand[]
  judge(answer: ReadAnswer): Judgement
}

/** What is given beside the answers: names that the category is known to have, a person's rulings, and the product of a report. */
export interface Given {
  readonly category: string
  readonly known: readonly KnownName[]
  readonly rulings: readonly Ruling[]
  readonly product: Product | null
}

const ROLES: readonly Vote[] = [null, 'passing', 'choice']
/** A name that the category is known to have counts as so many readings that have it as a choice. */
const KNOWN = 2

/** Where a brand stands in one answer for the first time, and what the answer's reading says of it. */
interface Place {
  readonly hit: Hit
  readonly own: Vote
}

/** What stands in one answer, in order. */
interface Seen {
  readonly places: readonly Place[]
  readonly unverified: readonly string[]
}

/** Where a brand stands plainly comes before where it stands with a small letter, and that before a longer word that holds it. */
const RANKS: Readonly<Record<Standing, number>> = { plain: 0, glued: 0, small: 1, within: 2 }

/**
 * The brands of a category, and a function that says which of them count in an answer. A name that a reading has counts only where
 * it stands in that answer's prose; where the readings of a category contradict each other, what most of them say
 * of a name corrects the one that says otherwise. The same answers in any order give the same.
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
    if (of !== undefined) of.choice = KNOWN
  }
  const placesOf = createPlaces(unnamed, numberOf)
  const see = (answer: ReadAnswer, reading: readonly ReadName[]) => {
    const hits = find(answer.text, hiddenSpans(answer))
    return { hits, ...placesOf(hits, reading) }
  }
  const written = unnamed.map(() => new Map<string, number>())
  const seen = new Map<ReadAnswer, Seen>()
  for (const [answer, reading] of readings) {
    const { hits, places, unverified } = see(answer, reading)
    seen.set(answer, { places, unverified })
    for (const { key, standing } of hits) if (standing === 'plain' || standing === 'small') add(totals[key], standing)
    for (const { hit, own } of places) {
      if (own !== null || hit.standing === 'plain') add(totals[hit.key], own ?? 'unread')
      const spellings = written[hit.key]
      if (spellings === undefined || hit.standing !== 'plain') continue
      const spelling = answer.text.slice(hit.start, hit.end)
      spellings.set(spelling, (spellings.get(spelling) ?? 0) + 1)
    }
  }
  const brands = unnamed.map((brand, at) => called(brand, written[at] ?? new Map()))
  const careless = carelessness(totals)
  return {
    brands,
    judge: (answer) => {
      const { places, unverified } = seen.get(answer) ?? see(answer, answer.reading ?? layout(answer))
      return { ...judge(answer, places, brands, totals, careless), unverified }
    },
  }
}

/** A function that gives the number of the brand that a name is one of, or -1. */
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

function add(votes: Votes | undefined, what: keyof Votes): void {
  if (votes !== undefined) votes[what] += 1
}

/** A function that gives of each brand its first hit of the best standing, in order, with the role that the reading has for it. */
function createPlaces(brands: readonly Brand[], numberOf: (name: string) => number) {
  // By brand the number of its role in the answer at hand, and of its place there from 1; 0 for none.
  const roles = new Uint8Array(brands.length)
  const numbers = new Int32Array(brands.length)
  return (hits: readonly Hit[], reading: readonly ReadName[]): Seen => {
    const read = reading.map(({ name }) => numberOf(name))
    for (const [k, at] of read.entries()) roles[at] = Math.max(roles[at] ?? 0, ROLES.indexOf(reading[k]?.role ?? null))
    const places: { hit: Hit; own: Vote }[] = []
    for (const hit of hits) {
      const role = ROLES[roles[hit.key] ?? 0] ?? null
      // Words that hold a name hold it by chance, where no reading has it.
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
  places: readonly Place[],
  brands: readonly Brand[],
  totals: readonly Votes[],
  careless: number,
): Omit<Judgement, 'unverified'> {
  const mentions: Mention[] = []
  const refused: Refusal[] = []
  for (const { hit, own } of places) {
    const [brand, votes] = [brands[hit.key], totals[hit.key]]
    if (brand === undefined || votes === undefined) continue
    const verdict = decide({ brand, text, hit, own, isRead: reading !== null, votes }, careless)
    const { start, end } = hit
    if ('reason' in verdict) refused.push({ brand: brand.name, start, end, reason: verdict.reason })
    else mentions.push({ brand: brand.name, start, end, rule: verdict.rule, position: mentions.length + 1 })
  }
  return { mentions, refused }
}

/** The brand under the spelling of its name that most of the answers have. */
function called(brand: Brand, written: ReadonlyMap<string, number>): Brand {
  if (brand.own === true) return brand
  const counts = new Map([[brand.name, 0]])
  for (const [spelling, count] of written) {
    const name = spelling.normalize('NFC')
    if (nameKey(name) === nameKey(brand.name)) counts.set(name, (counts.get(name) ?? 0) + count)
  }
  return { ...brand, name: mostFrequent(counts) ?? brand.name }
}

/** What a brand is found by: its spellings, and its domain. */
function formsOf({ spellings, domain }: Brand): string[] {
  return domain === null || spellings.includes(domain) ? [...spellings] : [...spellings, domain]
}
