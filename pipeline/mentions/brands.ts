import { getDomain } from 'tldts'
import type { Ruling } from '../contract/terms.ts'
import type { Brand, KnownName, Product, ReadAnswer, ReadName } from './answer.ts'
import legalForms from './data/legal-forms.json' with { type: 'json' }
import markets from './data/markets.json' with { type: 'json' }
import ordinary from './data/ordinary.json' with { type: 'json' }
import questions from './data/questions.json' with { type: 'json' }
import { foldKey, wordClass } from './fold.ts'
import { nameKey } from './name-key.ts'
import { ownLabel } from './own-label.ts'
import { isHost } from './prose.ts'
import { keysApart, obeyRulings, ruledNames } from './rulings.ts'

const LONGEST = 80
const LEGAL_FORMS = new Set(legalForms.words.split(' '))
/** The labels of domains on which many makers sell. */
const MARKETS = new Set(markets.words.split(' '))
const ORDINARY = new Set(`${ordinary.words} ${questions.words}`.split(' '))
/** More words than this are no brand's own name. */
const LONGEST_BRAND = 3
/** Fewer letters than this are no maker's name in a script without blanks. */
const SHORTEST_MAKER = 2

/** A name that somebody gave, with how many times it was given as a choice. */
interface Given {
  readonly key: string
  readonly spellings: Set<string>
  readonly domains: Map<string, number>
  choices: number
  own: boolean
}

/** Whether a name is a frequent word, which stands in many texts without being a name. */
export function isOrdinary(name: string): boolean {
  return ORDINARY.has(foldKey(name))
}

/** A name without marks around it; empty where it can be no name. */
export function tidyName(name: string): string {
  const tidy = name
    .normalize('NFC')
    .replace(/[®™©℠]/g, '')
    .replace(/^[\s*_"“”«»`]+|[\s*_"“”«»`,;:]+$/gu, '')
    .replace(/\s+/g, ' ')
  return tidy.length <= LONGEST && /[\p{L}\p{N}]/u.test(tidy) ? tidy : ''
}

/** What all spellings of a brand's name have in common, without legal form: `acme` of "Acme, Inc." */
export function brandKey(name: string): string {
  const parts = name.split(/[\s,]+/)
  while (parts.length > 1 && LEGAL_FORMS.has(foldKey(parts.at(-1) ?? '').replaceAll('.', ''))) parts.pop()
  return nameKey(parts.join(' ')) || nameKey(name)
}

/**
 * The brands behind all names that were given for a category: one for all spellings of a name, and for a maker and its models where
 * the maker is a name of the category, too. Sorted by key; the product first. A person's rulings come before all this; on the product none has an effect.
 */
export function resolveBrands(
  answers: readonly ReadAnswer[],
  readings: readonly (readonly ReadName[])[],
  { known, rulings, product }: { known: readonly KnownName[]; rulings: readonly Ruling[]; product: Product | null },
): Brand[] {
  const groups = new Map<string, Given>()
  const give = (name: string, domains: ReadonlyMap<string, number>, choices: number, own = false): void => {
    const tidy = tidyName(name)
    if (tidy === '') return
    const key = brandKey(tidy)
    const group = groups.get(key) ?? newGroup(key)
    group.spellings.add(tidy)
    // "MacBook Air (M4)" is read of "MacBook Air with M4".
    const bare = tidy.replace(/ ?[(（][^()（）]*[)）]$/u, '')
    if (bare !== '') group.spellings.add(bare)
    group.choices += choices
    group.own ||= own
    for (const [domain, count] of domains) {
      const registrable = getDomain(domain.trim().toLowerCase())
      if (registrable !== null) add(group.domains, registrable, count)
    }
    groups.set(key, group)
  }
  for (const [name, { domains, choices }] of distinct(readings)) give(name, domains, choices)
  for (const { name, domain } of known) give(name, new Map(domain === null ? [] : [[domain, 1]]), 1)
  for (const name of ruledNames(rulings, [])) give(name, new Map(), 0)
  if (product !== null) for (const name of productNames(product)) give(name, new Map([[product.domain, 1]]), 1, true)

  const apart = keysApart(rulings)
  joinOwn(groups)
  joinHosts(groups, apart)
  joinDomains(groups, apart)
  joinModels(groups, apart)
  const cited = citedDomains(answers)
  const brands = [...groups.values()].map((group): Brand => toBrand(group, cited, product))
  brands.sort((a, b) => Number(b.own ?? false) - Number(a.own ?? false) || compare(a.name, b.name))
  return obeyRulings(brands, rulings, ({ own }) => own === true)
}

/** The names of all readings, each with the domains that they give for it, and how often they were read as a choice. */
function distinct(readings: readonly (readonly ReadName[])[]) {
  const names = new Map<string, { readonly domains: Map<string, number>; choices: number }>()
  for (const reading of readings) {
    for (const { name, domain, role } of reading) {
      const known = names.get(name) ?? { domains: new Map(), choices: 0 }
      if (role === 'choice') known.choices += 1
      if (domain !== null) add(known.domains, domain, 1)
      names.set(name, known)
    }
  }
  return names
}

/** The names that count as the product: as they were given, and the label of its domain where it says the same. */
export function productNames({ brand, domain, aliases }: Product): string[] {
  const label = ownLabel(domain)
  const [own, called] = [foldKey(label), foldKey(brand)]
  const says = label.length > 3 && (called.startsWith(own) || (called.length > 3 && own.endsWith(called)))
  return [...new Set([brand, ...aliases, ...(says ? [label] : []), domain])]
}

/** Makes a host name part of the brand that its label names: acme.com of Acme. */
function joinHosts(groups: Map<string, Given>, apart: ReadonlySet<string>): void {
  for (const group of [...groups.values()].toSorted((a, b) => compare(a.key, b.key))) {
    const host = [...group.spellings].sort(compare).find(isHost)
    const brand = host === undefined ? undefined : groups.get(nameKey(ownLabel(host)))
    if (brand === undefined || brand === group || group.own || apart.has(group.key)) continue
    if (!disagree(group, brand, brand.key)) merge(groups, group, brand)
  }
}

/**
 * Makes all names one brand for which most readings give one domain, where that says what their maker is called: "Apple" and "MacBook Air"
 * of apple.com. Where many makers sell, it says nothing of one.
 */
function joinDomains(groups: Map<string, Given>, apart: ReadonlySet<string>): void {
  const free = [...groups.values()].filter(({ key }) => !apart.has(key))
  const houses = Map.groupBy(
    free.toSorted((a, b) => compare(a.key, b.key)),
    houseOf,
  )
  for (const [label, house] of houses) {
    const name = label === null ? null : makerName(house, label)
    if (name === null) continue
    const key = brandKey(name)
    const maker = house.find((group) => group.own) ?? groups.get(key) ?? newGroup(key)
    maker.spellings.add(name)
    groups.set(maker.key, maker)
    for (const group of house) if (group !== maker) merge(groups, group, maker)
  }
}

/** The label of the domain, under whatever suffix, that most of the readings of a name give; null for a market's. */
function houseOf({ domains }: Given): string | null {
  const labels = new Map<string, number>()
  for (const [domain, count] of domains) {
    const label = nameKey(ownLabel(domain))
    add(labels, label, count)
  }
  const most = mostFrequent(labels)
  return most === null || MARKETS.has(most) ? null : most
}

/** What the names of one house begin with that its domain's label says, the most frequent; a short name alone is its own. */
function makerName(house: readonly Given[], label: string): string | null {
  const counts = new Map<string, number>()
  for (const { key, spellings } of house) {
    const isLong = [...spellings].every((each) => each.split(' ').length > LONGEST_BRAND)
    const begun = new Set([...spellings].sort(compare).flatMap((each) => [each, ...prefixes(each)]))
    for (const name of begun) {
      if (!saysLabel(label, name) || (house.length === 1 && !isLong)) continue
      add(counts, name, brandKey(name) === key ? 2 : 1)
    }
  }
  const [first] = [...counts].sort((a, b) => b[1] - a[1] || b[0].length - a[0].length || compare(a[0], b[0]))
  return first?.[0] ?? null
}

/** Whether a domain's label is a name, or holds it with something before or behind it: myearfun of EarFun. */
function saysLabel(label: string, name: string): boolean {
  const [said, called] = [label, brandKey(name)].map((key) => key.replace(/[^\p{L}\p{N}]/gu, ''))
  if (said === undefined || called === undefined) return false
  return said === called || (called.length > 3 && (said.startsWith(called) || said.endsWith(called)))
}

/** Makes a model part of its maker where that is a choice of the category by itself: "Dell XPS 13" of Dell. */
function joinModels(groups: Map<string, Given>, apart: ReadonlySet<string>): void {
  for (const group of [...groups.values()].toSorted((a, b) => b.key.length - a.key.length || compare(a.key, b.key))) {
    if (group.own || apart.has(group.key)) continue
    const maker = makerOf(group, groups)
    if (maker === undefined || apart.has(maker.key)) continue
    merge(groups, group, maker)
  }
}

function makerOf(group: Given, groups: ReadonlyMap<string, Given>): Given | undefined {
  // What joined the group has a maker.
  const own = [...group.spellings].filter((spelling) => brandKey(spelling) === group.key)
  for (const spelling of own.sort(compare)) {
    for (const prefix of prefixes(spelling)) {
      const maker = groups.get(brandKey(prefix))
      if (maker === undefined || maker === group || maker.choices === 0 || isOrdinary(prefix)) continue
      // What one reading makes of a part of a name is no maker.
      if (2 * maker.choices < group.choices) continue
      if (!disagree(group, maker, prefix)) return maker
    }
  }
  return undefined
}

/** The beginnings of a name that end with a word, the longest first; in scripts without blanks every one. */
function prefixes(name: string): string[] {
  const found: string[] = []
  for (let end = name.length - 1; end > 0; end -= 1) {
    if (/['’]/.test(name.charAt(end))) continue
    const [last, next] = [name.codePointAt(end - 1) ?? -1, name.codePointAt(end) ?? -1]
    const unspaced = end >= SHORTEST_MAKER && wordClass(last) === 'unspaced' && wordClass(next) === 'unspaced'
    if (wordClass(next) === 'none' ? wordClass(last) !== 'none' : unspaced) found.push(name.slice(0, end))
  }
  return found
}

/** Whether a name has a domain of somebody else than its maker. */
function disagree(one: Given, maker: Given, prefix: string): boolean {
  if (one.domains.size === 0 || maker.domains.size === 0) return false
  return ![...one.domains.keys()].some(
    (domain) => maker.domains.has(domain) || saysLabel(nameKey(ownLabel(domain)), prefix),
  )
}

/** All groups that hold a spelling of the product are the product. */
function joinOwn(groups: Map<string, Given>): void {
  const [first, ...others] = [...groups.values()].filter(({ own }) => own)
  if (first !== undefined) for (const other of others) merge(groups, other, first)
}

function newGroup(key: string): Given {
  return { key, spellings: new Set(), domains: new Map(), choices: 0, own: false }
}

function merge(groups: Map<string, Given>, from: Given, into: Given): void {
  for (const spelling of from.spellings) into.spellings.add(spelling)
  for (const [domain, count] of from.domains) add(into.domains, domain, count)
  into.choices += from.choices
  groups.delete(from.key)
}

function toBrand(group: Given, cited: ReadonlyMap<string, Map<string, number>>, product: Product | null): Brand {
  const spellings = [...group.spellings].sort((a, b) => b.length - a.length || compare(a, b))
  if (group.own && product !== null) return { name: product.brand, domain: product.domain, spellings, own: true }
  const domain = mostFrequent(group.domains) ?? mostFrequent(cited.get(group.key) ?? new Map())
  const named = spellings.filter((each) => brandKey(each) === group.key)
  return { name: named.at(-1) ?? spellings.at(-1) ?? group.key, domain, spellings }
}

/** The cited domains by their own label as a key, each with the number of its citations. */
function citedDomains(answers: readonly ReadAnswer[]): Map<string, Map<string, number>> {
  const byLabel = new Map<string, Map<string, number>>()
  for (const { citations } of answers) {
    for (const { domain } of citations) {
      if (domain === null) continue
      const label = foldKey(domain.replace(/\..*$/, ''))
      const domains = byLabel.get(label) ?? new Map<string, number>()
      add(domains, domain, 1)
      byLabel.set(label, domains)
    }
  }
  return byLabel
}

/** The most frequent key; of equally frequent ones the shortest, then the first in code-unit order. */
export function mostFrequent(counts: ReadonlyMap<string, number>): string | null {
  const [first] = [...counts].sort((a, b) => b[1] - a[1] || a[0].length - b[0].length || compare(a[0], b[0]))
  return first?.[0] ?? null
}

function add(counts: Map<string, number>, key: string, more: number): void {
  counts.set(key, (counts.get(key) ?? 0) + more)
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
