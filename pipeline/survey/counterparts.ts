import type { Evidence } from '../contract/terms.ts'

/** A brand as a survey counted it. */
export interface Counted {
  readonly name: string
  readonly domain?: string | null | undefined
  /** Its other names, as far as they are known. */
  readonly spellings: readonly string[]
}

/** A brand in two surveys: none in a survey without it, several in one that counted its names separately. */
export interface Counterparts<Then, Now> {
  readonly before: readonly Then[]
  readonly after: readonly Now[]
}

/**
 * The brands of two surveys, each once. They are the same if they have a name in common, or else their domain and no other brand
 * in either survey has it, as products of one maker share theirs.
 */
export function counterparts<Then extends Counted, Now extends Counted>(
  earlier: readonly Then[],
  later: readonly Now[],
): Counterparts<Then, Now>[] {
  const byName = new Map<string, Then[]>()
  for (const then of earlier) for (const name of namesOf(then)) byName.set(name, [...(byName.get(name) ?? []), then])
  const matching = (now: Now): Then[] => {
    const named = [...namesOf(now)].flatMap((name) => byName.get(name) ?? [])
    const isOwner = ({ domain }: Counted) => domain === now.domain
    if (named.length > 0 || now.domain == null || later.filter(isOwner).length > 1) return named
    const owners = earlier.filter(isOwner)
    return owners.length === 1 ? owners : []
  }
  let groups: Counterparts<Then, Now>[] = []
  for (const now of later) {
    const own = matching(now)
    const joined = groups.filter(({ before }) => before.some((then) => own.includes(then)))
    groups = [
      ...groups.filter((group) => !joined.includes(group)),
      {
        before: [...new Set([...joined.flatMap(({ before }) => before), ...own])],
        after: [...joined.flatMap(({ after }) => after), now],
      },
    ]
  }
  const known = new Set(groups.flatMap(({ before }) => before))
  return [...groups, ...earlier.filter((then) => !known.has(then)).map((then) => ({ before: [then], after: [] }))]
}

/** The brands with the spellings under which the answers name them. */
export function withSpellings<Brand extends Omit<Counted, 'spellings'>>(
  brands: readonly Brand[],
  answers: readonly { readonly text: string; readonly evidence: readonly Evidence[] }[],
): (Brand & Counted)[] {
  const spelled = new Map<string, Set<string>>()
  for (const { text, evidence } of answers)
    for (const { brand, start, end } of evidence)
      spelled.set(brand, (spelled.get(brand) ?? new Set()).add(text.slice(start, end)))
  return brands.map((brand) => ({ ...brand, spellings: [...(spelled.get(brand.name) ?? [])] }))
}

/** A name without case and width, for comparison. */
export function folded(name: string): string {
  return name.normalize('NFKC').toLowerCase()
}

function namesOf({ name, spellings }: Counted): Set<string> {
  return new Set([name, ...spellings].map(folded))
}
