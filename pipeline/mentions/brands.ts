import { getDomain } from 'tldts'
import type { ReadName, Ruling } from '../contract/terms.ts'
import type { Brand, KnownName, Product, ReadAnswer } from './answer.ts'
import { foldKey } from './fold.ts'
import { type Group, mergeMakers, newGroup } from './makers.ts'
import { add, brandKey, compare, mostFrequent, ownLabel, tidyName } from './names.ts'
import { applyRulings, ruledNames, separateKeys } from './rulings.ts'

/**
 * Returns the brands behind all names given for a category, product first, then by name: spellings of one name are one
 * brand, as are a maker and its models if the category also names the maker. Rulings override this, except on the
 * product.
 */
export function resolveBrands(
  answers: readonly ReadAnswer[],
  readings: readonly (readonly ReadName[])[],
  { known, rulings, product }: { known: readonly KnownName[]; rulings: readonly Ruling[]; product: Product | null },
): Brand[] {
  const groups = new Map<string, Group>()
  const give = (name: string, domains: ReadonlyMap<string, number>, choices: number, own = false): void => {
    const tidy = tidyName(name)
    if (tidy === '') return
    const key = brandKey(tidy)
    const group = groups.get(key) ?? newGroup(key)
    group.spellings.add(tidy)
    // Readers give "MacBook Air (M4)" for "MacBook Air with M4".
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
  for (const [name, { domains, choices }] of distinctNames(readings)) give(name, domains, choices)
  for (const { name, domain } of known) give(name, new Map(domain === null ? [] : [[domain, 1]]), 1)
  for (const name of ruledNames(rulings)) give(name, new Map(), 0)
  if (product !== null) for (const name of productNames(product)) give(name, new Map([[product.domain, 1]]), 1, true)

  mergeMakers(groups, separateKeys(rulings))
  const cited = citedDomains(answers)
  const brands = [...groups.values()].map((group): Brand => toBrand(group, cited, product))
  brands.sort((a, b) => Number(b.own ?? false) - Number(a.own ?? false) || compare(a.name, b.name))
  return applyRulings(brands, rulings, ({ own }) => own === true)
}

/** The names of all readings, with their domains and how often they were read as a choice. */
function distinctNames(readings: readonly (readonly ReadName[])[]) {
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

/** The names that count as the product: those declared, its domain, and the domain's label if it matches the name. */
function productNames({ brand, domain, aliases }: Product): string[] {
  const label = ownLabel(domain)
  const [own, called] = [foldKey(label), foldKey(brand)]
  const says = label.length > 3 && (called.startsWith(own) || (called.length > 3 && own.endsWith(called)))
  return [...new Set([brand, ...aliases, ...(says ? [label] : []), domain])]
}

function toBrand(group: Group, cited: ReadonlyMap<string, Map<string, number>>, product: Product | null): Brand {
  const spellings = [...group.spellings].sort((a, b) => b.length - a.length || compare(a, b))
  if (group.own && product !== null) return { name: product.brand, domain: product.domain, spellings, own: true }
  const domain = mostFrequent(group.domains) ?? mostFrequent(cited.get(group.key) ?? new Map())
  const named = spellings.filter((each) => brandKey(each) === group.key)
  return { name: named.at(-1) ?? spellings.at(-1) ?? group.key, domain, spellings }
}

/** The cited domains by their label, each with the number of its citations. */
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
