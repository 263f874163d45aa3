import markets from './data/markets.json' with { type: 'json' }
import { wordClass } from './fold.ts'
import { add, brandKey, compare, isOrdinary, mostFrequent, nameKey, ownLabel } from './names.ts'
import { isHost } from './prose.ts'

/** Labels of domains where many makers sell. */
const MARKETS = new Set(markets.words.split(' '))
/** A longer name is a product's, not a brand's. */
const MAX_BRAND_WORDS = 3
/** A maker's name is at least this long in scripts without spaces. */
const MIN_UNSPACED_LENGTH = 2

/** All spellings of a name, its domains with their counts, and how often it was read as a choice. */
export interface Group {
  readonly key: string
  readonly spellings: Set<string>
  readonly domains: Map<string, number>
  choices: number
  /** Whether it is the report's product. */
  own: boolean
}

type Groups = Map<string, Group>

/**
 * Merges the groups of one maker, in place: of the product, of a host, of a domain, and of its models; `separate` are
 * never merged.
 */
export function mergeMakers(groups: Groups, separate: ReadonlySet<string>): void {
  mergeOwn(groups)
  mergeHosts(groups, separate)
  mergeDomains(groups, separate)
  mergeModels(groups, separate)
}

/** An empty group. */
export function newGroup(key: string): Group {
  return { key, spellings: new Set(), domains: new Map(), choices: 0, own: false }
}

function mergeOwn(groups: Groups): void {
  const [first, ...others] = [...groups.values()].filter(({ own }) => own)
  if (first !== undefined) for (const other of others) merge(groups, other, first)
}

/** Merges a host name with the brand of its label: acme.com with Acme. */
function mergeHosts(groups: Groups, separate: ReadonlySet<string>): void {
  for (const group of [...groups.values()].toSorted((a, b) => compare(a.key, b.key))) {
    const host = [...group.spellings].sort(compare).find(isHost)
    const brand = host === undefined ? undefined : groups.get(nameKey(ownLabel(host)))
    if (brand === undefined || brand === group || group.own || separate.has(group.key)) continue
    if (!contradict(group, brand, brand.key)) merge(groups, group, brand)
  }
}

/**
 * Merges the names for which most readings give one domain, if one of them has its label: "MacBook Air" with "Apple" of
 * apple.com.
 */
function mergeDomains(groups: Groups, separate: ReadonlySet<string>): void {
  const free = [...groups.values()].filter(({ key }) => !separate.has(key))
  const houses = Map.groupBy(
    free.toSorted((a, b) => compare(a.key, b.key)),
    labelOf,
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

/** The label of the domain that most readings of a name give; null for a market's. */
function labelOf({ domains }: Group): string | null {
  const labels = new Map<string, number>()
  for (const [domain, count] of domains) add(labels, nameKey(ownLabel(domain)), count)
  const most = mostFrequent(labels)
  return most === null || MARKETS.has(most) ? null : most
}

/** The most frequent beginning of the names of one domain that matches its label; null for a single short name. */
function makerName(house: readonly Group[], label: string): string | null {
  const counts = new Map<string, number>()
  for (const { key, spellings } of house) {
    const isLong = [...spellings].every((each) => each.split(' ').length > MAX_BRAND_WORDS)
    const begun = new Set([...spellings].sort(compare).flatMap((each) => [each, ...prefixes(each)]))
    for (const name of begun) {
      if (!matchesLabel(label, name) || (house.length === 1 && !isLong)) continue
      add(counts, name, brandKey(name) === key ? 2 : 1)
    }
  }
  const [first] = [...counts].sort((a, b) => b[1] - a[1] || b[0].length - a[0].length || compare(a[0], b[0]))
  return first?.[0] ?? null
}

/** Whether a domain's label is a name, or begins or ends with it: "myearfun" for EarFun, "levi" for Levi's. */
function matchesLabel(label: string, name: string): boolean {
  const said = lettersOf(label)
  const key = brandKey(name)
  return [key, key.replaceAll('&', 'and'), brandKey(name.replace(/['’]s$/u, ''))].map(lettersOf).some((called) => {
    return said === called || (called.length > 3 && (said.startsWith(called) || said.endsWith(called)))
  })
}

function lettersOf(key: string): string {
  return key.replace(/[^\p{L}\p{N}]/gu, '')
}

/** Merges a model with its maker if that is read as a choice: "Dell XPS 13" with Dell. */
function mergeModels(groups: Groups, separate: ReadonlySet<string>): void {
  for (const group of [...groups.values()].toSorted((a, b) => b.key.length - a.key.length || compare(a.key, b.key))) {
    if (group.own || separate.has(group.key)) continue
    const maker = makerOf(group, groups)
    if (maker === undefined || separate.has(maker.key)) continue
    merge(groups, group, maker)
  }
}

function makerOf(group: Group, groups: ReadonlyMap<string, Group>): Group | undefined {
  // Spellings merged into the group say nothing about its own maker.
  const own = [...group.spellings].filter((spelling) => brandKey(spelling) === group.key)
  for (const spelling of own.sort(compare)) {
    for (const prefix of prefixes(spelling)) {
      const maker = groups.get(brandKey(prefix))
      if (maker === undefined || maker === group || maker.choices === 0 || isOrdinary(prefix)) continue
      // A part of a name that few readings have as a choice is not a maker.
      if (2 * maker.choices < group.choices) continue
      if (!contradict(group, maker, prefix)) return maker
    }
  }
  return undefined
}

/** The beginnings of a name that end at a word boundary, longest first; in scripts without spaces all of them. */
function prefixes(name: string): string[] {
  const found: string[] = []
  for (let end = name.length - 1; end > 0; end -= 1) {
    if (/['’]/.test(name.charAt(end))) continue
    const [last, next] = [name.codePointAt(end - 1) ?? -1, name.codePointAt(end) ?? -1]
    const unspaced = end >= MIN_UNSPACED_LENGTH && wordClass(last) === 'unspaced' && wordClass(next) === 'unspaced'
    if (wordClass(next) === 'none' ? wordClass(last) !== 'none' : unspaced) found.push(name.slice(0, end))
  }
  return found
}

/** Whether a name and its possible maker have domains that contradict each other. */
function contradict(one: Group, maker: Group, prefix: string): boolean {
  if (one.domains.size === 0 || maker.domains.size === 0) return false
  return ![...one.domains.keys()].some(
    (domain) => maker.domains.has(domain) || matchesLabel(nameKey(ownLabel(domain)), prefix),
  )
}

function merge(groups: Groups, from: Group, into: Group): void {
  for (const spelling of from.spellings) into.spellings.add(spelling)
  for (const [domain, count] of from.domains) add(into.domains, domain, count)
  into.choices += from.choices
  groups.delete(from.key)
}
