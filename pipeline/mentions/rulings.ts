import type { Ruling } from '../contract/terms.ts'
import type { Brand } from './answer.ts'
import { compare, nameKey } from './names.ts'

/** The distinct names in rulings, sorted; they are searched for even if no reading has them. */
export function ruledNames(rulings: readonly Ruling[]): string[] {
  const known = new Set<string>()
  const named = rulings.flatMap((ruling) => [subjectOf(ruling), targetOf(ruling) ?? []].flat())
  return named.sort(compare).filter((name) => {
    const first = !known.has(nameKey(name))
    known.add(nameKey(name))
    return first
  })
}

/** The keys of names that rulings split or make an alias, which are never merged otherwise. */
export function separateKeys(rulings: readonly Ruling[]): Set<string> {
  return new Set(
    rulings.flatMap((ruling) => (ruling.kind === 'split' || ruling.kind === 'alias' ? [subjectKey(ruling)] : [])),
  )
}

/**
 * Applies rulings: a merged brand gives its spellings to the other, which keeps its name and domain; an ignored one is
 * marked and still found, so that no shorter name is counted inside it. Brands for which `fixed` holds are not changed.
 */
export function applyRulings(
  brands: readonly Brand[],
  rulings: readonly Ruling[],
  fixed: (brand: Brand) => boolean,
): Brand[] {
  const next = destinations(brands, rulings, fixed)
  if (next.size === 0) return [...brands]
  const joined = Map.groupBy(brands, (brand) => endOf(brand, next))
  const owners = Map.groupBy(brands, ({ domain }) => domain)
  return brands.flatMap((brand): Brand[] => {
    const end = endOf(brand, next)
    if (end === null) return [{ ...brand, ignored: true }]
    if (end !== brand) return []
    const others = (joined.get(brand) ?? []).filter((other) => other !== brand)
    if (others.length === 0) return [brand]
    const spellings = others.flatMap(({ spellings: own, domain }) =>
      domain !== null && owners.get(domain)?.length === 1 ? [...own, domain] : own,
    )
    const all = [...new Set([...brand.spellings, ...spellings])]
    return [{ ...brand, spellings: all.sort((a, b) => b.length - a.length || compare(a, b)) }]
  })
}

/** The brand that each redirected brand counts as; null for an ignored one. */
function destinations(
  brands: readonly Brand[],
  rulings: readonly Ruling[],
  fixed: (brand: Brand) => boolean,
): Map<Brand, Brand | null> {
  const byName = new Map<string, Brand>()
  for (const brand of brands) if (!byName.has(nameKey(brand.name))) byName.set(nameKey(brand.name), brand)
  const bySpelling = new Map<string, Brand>()
  for (const brand of brands)
    for (const key of brand.spellings.map(nameKey)) if (!bySpelling.has(key)) bySpelling.set(key, brand)
  const brandOf = (name: string) => byName.get(nameKey(name)) ?? bySpelling.get(nameKey(name))

  const next = new Map<Brand, Brand | null>()
  const moves = inOrder(rulings).filter(({ kind }) => kind !== 'split')
  // A ruling on a brand's own name takes precedence over one on another spelling of it.
  for (const own of [true, false])
    for (const ruling of moves) {
      const brand = brandOf(subjectOf(ruling))
      if (brand === undefined || fixed(brand) || next.has(brand)) continue
      if ((nameKey(brand.name) === subjectKey(ruling)) !== own) continue
      const target = targetOf(ruling)
      const into = target === null ? null : brandOf(target)
      if (into !== undefined && into !== brand) next.set(brand, into)
    }
  return next
}

/** The end of a chain of redirects: null if ignored, in a cycle the first brand by name. */
function endOf(brand: Brand, next: ReadonlyMap<Brand, Brand | null>): Brand | null {
  const passed = [brand]
  let at: Brand = brand
  for (;;) {
    const following = next.get(at)
    if (following === undefined) return at
    if (following === null) return null
    const met = passed.indexOf(following)
    if (met >= 0)
      return passed.slice(met).reduce((first, each) => (compare(each.name, first.name) < 0 ? each : first), following)
    passed.push(following)
    at = following
  }
}

/**
 * Returns a minimal set of rulings for which `derive` gives the same result as for all, in sorted order, and that
 * result.
 */
export function rulingsThatMatter<Result>(
  rulings: readonly Ruling[],
  derive: (rulings: readonly Ruling[]) => Result,
): { readonly rulings: Ruling[]; readonly result: Result } {
  let kept = inOrder(rulings)
  const result = derive(kept)
  if (kept.length === 0) return { rulings: [], result }
  const expected = JSON.stringify(result)
  const same = (fewer: readonly Ruling[]) => JSON.stringify(derive(fewer)) === expected
  if (same([])) return { rulings: [], result }
  // Dropping one ruling can make another redundant.
  for (let before = kept.length + 1; kept.length < before; ) {
    before = kept.length
    for (const ruling of kept) {
      const fewer = kept.filter((other) => other !== ruling)
      if (same(fewer)) kept = fewer
    }
  }
  return { rulings: kept, result }
}

/** The rulings that a new one ends and whether it is new; or why it is refused, with the conflicting ruling in `by`. */
export type Taken =
  | { readonly ends: readonly Ruling[]; readonly makes: boolean }
  | { readonly refusal: 'sameName' }
  | { readonly refusal: 'circle' | 'ignored'; readonly by: Ruling }

/**
 * Checks a new ruling against those in force, and refuses one that would make a cycle or count a name as an ignored
 * one. The latest merge, alias or ignore on a name ends the one before, as does a split, which later rulings don't end.
 */
export function takeRuling(held: readonly Ruling[], made: Ruling): Taken {
  const key = subjectKey(made)
  const target = targetOf(made)
  if (target !== null) {
    if (nameKey(target) === key) return { refusal: 'sameName' }
    const moves = new Map(held.filter(({ kind }) => kind !== 'split').map((ruling) => [subjectKey(ruling), ruling]))
    for (let at = nameKey(target), by = moves.get(at); by !== undefined; by = moves.get(at)) {
      const further = targetOf(by)
      if (further === null) return { refusal: 'ignored', by }
      moves.delete(at)
      at = nameKey(further)
      if (at === key) return { refusal: 'circle', by }
    }
  }
  const same = held.find((ruling) => rulingText(ruling) === rulingText(made))
  const ends = held.filter(
    (ruling) => ruling !== same && subjectKey(ruling) === key && (ruling.kind !== 'split' || made.kind === 'split'),
  )
  return { ends, makes: same === undefined }
}

/** The name that a ruling is about. */
function subjectOf(ruling: Ruling): string {
  return ruling.kind === 'alias' ? ruling.spelling : ruling.name
}

function subjectKey(ruling: Ruling): string {
  return nameKey(subjectOf(ruling))
}

/** The brand that the ruled name counts as; null for a split or ignore. */
function targetOf(ruling: Ruling): string | null {
  if (ruling.kind === 'merge') return ruling.into
  return ruling.kind === 'alias' ? ruling.name : null
}

function inOrder(rulings: readonly Ruling[]): Ruling[] {
  return rulings.toSorted((a, b) => compare(rulingText(a), rulingText(b)))
}

function rulingText(ruling: Ruling): string {
  return JSON.stringify([ruling.kind, subjectOf(ruling), targetOf(ruling)])
}
