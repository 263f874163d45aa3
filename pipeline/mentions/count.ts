import type { Ruling } from '../contract/terms.ts'
import type { Brand, Judgement, KnownName, Mention, Product, ReadAnswer, ReadName, Refusal } from './answer.ts'
import { brandKey, mostFrequent, resolveBrands, tidyName } from './brands.ts'
import { createFinder, type Hit, type Standing } from './find.ts'
import { createLayout } from './layout.ts'
import { nameKey } from './name-key.ts'
import { hiddenSpans } from './prose.ts'
import { carelessness, decide, type Vote, type Votes } from './votes.ts'

export { createCounter } from './old-count.ts'

/** The version of the counting rules: whatever changes a count changes it. */
export const DETECTOR = 'mentions-16'

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

/** A name that the category is known to have counts as so many readings that have it as a choice. */
const KNOWN = 2

/** What stands in one answer, by the number of its brand. */
interface Seen {
  readonly votes: ReadonlyMap<number, Vote>
  readonly hits: readonly Hit[]
  readonly unverified: readonly string[]
}

/** Where a brand stands plainly comes before where it stands with a small letter, and that before a longer word that holds it. */
const RANKS: Readonly<Record<Standing, number>> = { plain: 0, small: 1, within: 2 }

/**
 * The brands of a category, and a function that says which of them count in an answer. A name that a reading has counts only where
 * it stands in that answer's prose; where the readings of a category contradict each other, what most of them say
 * of a name corrects the one that says otherwise. The same answers in any order give the same.
 */
export function nameSurvey(answers: readonly ReadAnswer[], given: Given): NamedSurvey {
  const layout = createLayout(answers.filter(({ reading }) => reading === null))
  const readingOf = (answer: ReadAnswer): readonly ReadName[] => answer.reading ?? layout(answer)
  const unnamed = resolveBrands(answers, answers.map(readingOf), given)
  const find = createFinder(unnamed.map(formsOf))
  const numbers = new Map(unnamed.flatMap(({ spellings }, at) => spellings.map((each) => [brandKey(each), at])))
  const see = (answer: ReadAnswer): Seen => {
    const hits = find(answer.text, hiddenSpans(answer))
    const stands = new Set(hits.map(({ key }) => key))
    const votes = new Map<number, Vote>([...stands].map((at) => [at, null]))
    const unverified: string[] = []
    for (const { name, role } of readingOf(answer)) {
      const at = numbers.get(brandKey(tidyName(name)))
      if (at === undefined || !stands.has(at)) unverified.push(name)
      else if (votes.get(at) !== 'choice') votes.set(at, role)
    }
    return { votes, hits, unverified }
  }
  const seen = new Map(answers.map((answer) => [answer, see(answer)]))
  const brands = unnamed.map((brand, at) => called(brand, at, seen))
  const known = new Set(given.known.flatMap(({ name }) => numbers.get(brandKey(tidyName(name))) ?? []))
  const totals = tally(brands, known, seen.values())
  const careless = carelessness(totals)
  return { brands, judge: (answer) => judge(answer, seen.get(answer) ?? see(answer), brands, totals, careless) }
}

function judge(
  { text, reading }: ReadAnswer,
  { votes, hits, unverified }: Seen,
  brands: readonly Brand[],
  totals: readonly Votes[],
  careless: number,
): Judgement {
  const mentions: Mention[] = []
  const refused: Refusal[] = []
  for (const hit of firstHits(hits)) {
    const [brand, of] = [brands[hit.key], totals[hit.key]]
    if (brand === undefined || of === undefined) continue
    const own = votes.get(hit.key) ?? null
    const verdict = decide({ brand, text, hit, own, isRead: reading !== null, votes: of }, careless)
    const { start, end } = hit
    if ('reason' in verdict) refused.push({ brand: brand.name, start, end, reason: verdict.reason })
    else mentions.push({ brand: brand.name, start, end, rule: verdict.rule, position: mentions.length + 1 })
  }
  return { mentions, refused, unverified }
}

/** Of each brand the first hit of the best standing, in order. */
function firstHits(hits: readonly Hit[]): Hit[] {
  const first = new Map<number, Hit>()
  for (const hit of hits) {
    const known = first.get(hit.key)
    if (known === undefined || RANKS[hit.standing] < RANKS[known.standing]) first.set(hit.key, hit)
  }
  return [...first.values()].sort((a, b) => a.start - b.start)
}

/** The brand under the spelling of its name that most of the answers have. */
function called(brand: Brand, at: number, seen: ReadonlyMap<ReadAnswer, Seen>): Brand {
  if (brand.own === true) return brand
  const written = new Map([[brand.name, 0]])
  for (const [{ text }, { hits }] of seen) {
    for (const { key, start, end, standing } of hits) {
      if (key !== at || standing !== 'plain') continue
      const spelling = text.slice(start, end).normalize('NFC')
      if (nameKey(spelling) === nameKey(brand.name)) written.set(spelling, (written.get(spelling) ?? 0) + 1)
    }
  }
  return { ...brand, name: mostFrequent(written) ?? brand.name }
}

/** What all answers say of each brand; that the category is known to have it weighs as much as some readings. */
function tally(brands: readonly Brand[], known: ReadonlySet<number>, seen: Iterable<Seen>): Votes[] {
  const totals = brands.map(
    (_, at): Votes => ({ choice: known.has(at) ? KNOWN : 0, passing: 0, unread: 0, plain: 0, small: 0 }),
  )
  for (const { hits, votes } of seen) {
    for (const { key, standing } of hits) {
      const of = totals[key]
      if (of !== undefined && standing !== 'within') of[standing] += 1
    }
    for (const { key, standing } of firstHits(hits)) {
      const of = totals[key]
      const vote = votes.get(key) ?? null
      if (of !== undefined && vote !== null) of[vote] += 1
      else if (of !== undefined && standing === 'plain') of.unread += 1
    }
  }
  return totals
}

/** What a brand is found by: its spellings, and its domain. */
function formsOf({ spellings, domain }: Brand): string[] {
  return domain === null || spellings.includes(domain) ? [...spellings] : [...spellings, domain]
}
