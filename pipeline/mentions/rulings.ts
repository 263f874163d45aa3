import type { Ruling } from '../contract/terms.ts'
import type { Brand } from './answer.ts'
import { nameKey } from './name-key.ts'

/**
 * The names that rulings speak of and that nobody proposed in any case: they are looked for too. In an order of their own,
 * each once.
 */
export function ruledNames(rulings: readonly Ruling[], proposed: readonly string[]): string[] {
  const known = new Set(proposed.map(nameKey))
  const named = rulings.flatMap((ruling) => [subjectOf(ruling), targetOf(ruling) ?? []].flat())
  return named.sort(compare).filter((name) => {
    const first = !known.has(nameKey(name))
    known.add(nameKey(name))
    return first
  })
}

/** The keys of the names that are never taken for another's spelling: those split, and those that are an alias by ruling. */
export function keysApart(rulings: readonly Ruling[]): Set<string> {
  return new Set(
    rulings.flatMap((ruling) => (ruling.kind === 'split' || ruling.kind === 'alias' ? [subjectKey(ruling)] : [])),
  )
}

/**
 * The brands as the rulings have them: one that counts as another gives it its spellings, and the other keeps its name and
 * domain; one that is ignored is marked so and never counted, nor is a shorter name inside it. A ruling on any spelling of
 * a brand is on the brand; on a `fixed` one none has an effect. Any order of the rulings gives the same brands.
 */
export function obeyRulings(
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

/** What each brand counts as that doesn't count as itself; null for one that is ignored. */
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
  // Of two rulings on one brand, the one on its own name comes before the one on a spelling of it.
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

/** Where a chain ends: the brand that it counts as, null where that is ignored; of a circle the first by name. */
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
 * Those of the rulings without which `derive` would give something else, in an order of their own, and what it gives with
 * them: the same as with all. Given back just those, it returns just those.
 */
export function rulingsThatMatter<Result>(
  rulings: readonly Ruling[],
  derive: (rulings: readonly Ruling[]) => Result,
): { readonly rulings: Ruling[]; readonly result: Result } {
  let kept = inOrder(rulings)
  const result = derive(kept)
  const expected = JSON.stringify(result)
  const same = (fewer: readonly Ruling[]) => JSON.stringify(derive(fewer)) === expected
  if (kept.length === 0 || same([])) return { rulings: [], result }
  // Once one is gone, another may have become needless.
  for (let before = kept.length + 1; kept.length < before; ) {
    before = kept.length
    for (const ruling of kept) {
      const fewer = kept.filter((other) => other !== ruling)
      if (same(fewer)) kept = fewer
    }
  }
  return { rulings: kept, result }
}

/** What a new ruling does to those that hold; or why it contradicts them: `by` is the ruling that it meets. */
export type Taken =
  | { readonly ends: readonly Ruling[]; readonly makes: boolean }
  | { readonly refusal: 'sameName' }
  | { readonly refusal: 'circle' | 'ignored'; readonly by: Ruling }

/**
 * Takes a new ruling into those that hold. What a name counts as (merged, an alias, ignored) is ruled by the last ruling on
 * it, which ends the one before; a split ends it too, and stays itself whatever is ruled on the name later. Refused is what
 * would count a name as itself, be it through others, or as a name that is ignored.
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
  const present = held.find((ruling) => rulingText(ruling) === rulingText(made))
  const ends = held.filter(
    (ruling) => ruling !== present && subjectKey(ruling) === key && (ruling.kind !== 'split' || made.kind === 'split'),
  )
  return { ends, makes: present === undefined }
}

/** The name that a ruling moves or keeps. */
function subjectOf(ruling: Ruling): string {
  return ruling.kind === 'alias' ? ruling.spelling : ruling.name
}

function subjectKey(ruling: Ruling): string {
  return nameKey(subjectOf(ruling))
}

/** The brand that the ruled name counts as; null for a ruling that names none. */
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

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
