import type { ProposedName } from '../names/brand.ts'
import { partsOf } from '../words/cjk-words.ts'
import { foldKey } from '../words/fold.ts'
import type { KnownNames } from './known-names.ts'

interface Candidate {
  readonly spellings: Map<string, number>
  domain: string | null
}

/** The names that the answers propose, by how they are written. */
export interface Candidates {
  note(name: string, domain: string | null): void
  /**
   * Each once, in its most frequent spelling and sorted by name, without those that are another one inflected, possessed or
   * with its product: of "HelloTalk" and "HelloTalka" the first.
   */
  names(): ProposedName[]
}

/** What asking for names has in common for every answer. */
export interface Search {
  /** The folded words of the category. */
  readonly kinds: ReadonlySet<string>
  /** The category's words in Chinese, Japanese and Korean texts. */
  readonly cjkKinds: ReadonlySet<string>
  readonly known: KnownNames
  readonly candidates: Candidates
  /** The cited domain that a name is the own label of: fluxcd.io for "fluxcd". */
  citedDomain(name: string): string | null
}

/** No candidates yet; `known` and `kinds` tell a longer name from the known one within it. */
export function createCandidates(known: Pick<KnownNames, 'has'>, kinds: ReadonlySet<string>): Candidates {
  const candidates = new Map<string, Candidate>()

  /** "HelloTalka" where "HelloTalk" is proposed too: a Slavic case of it. */
  const isInflected = (key: string): boolean => {
    const stem = /^(.{4,}?[^aeiou])(?:a|u|e|y|i|em|om|owi|ie|ze)$/.exec(key)?.[1]
    return stem !== undefined && candidates.has(stem)
  }
  /** freee会計, "マネーフォワード クラウド" where freee and マネーフォワード are proposed too. */
  const isLonger = (name: string): boolean =>
    partsOf(name, kinds).some((part) => candidates.has(foldKey(part)) || known.has(part))
  /** "Victor's Hi-Pro" where Victor is proposed too. */
  const isPossessed = (name: string): boolean => {
    const owner = /^(.+?)[’']s /.exec(name)?.[1] ?? /^(\p{Lu}[\p{L}\p{N}]{3,})s \p{Lu}/u.exec(name)?.[1]
    const bare = /^(.+)[’']s$/u.exec(name)?.[1]
    return (owner !== undefined && candidates.has(foldKey(owner))) || (bare !== undefined && known.has(bare))
  }

  return {
    note: (name, domain) => {
      const key = foldKey(name)
      const candidate = candidates.get(key) ?? { spellings: new Map(), domain: null }
      candidate.spellings.set(name, (candidate.spellings.get(name) ?? 0) + 1)
      if (domain !== null && (candidate.domain === null || domain < candidate.domain)) candidate.domain = domain
      candidates.set(key, candidate)
    },
    names: () =>
      [...candidates.entries()]
        .filter(([key, { spellings }]) => {
          const [first = ''] = spellings.keys()
          return !isInflected(key) && !isLonger(first) && !isPossessed(first)
        })
        .map(([, { spellings, domain }]) => ({ name: mostFrequent(spellings), domain, byRules: true as const }))
        .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)),
  }
}

function mostFrequent(spellings: ReadonlyMap<string, number>): string {
  const [first] = [...spellings].sort((a, b) => b[1] - a[1] || a[0].length - b[0].length || (a[0] < b[0] ? -1 : 1))
  return first?.[0] ?? ''
}
