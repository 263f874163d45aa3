import type { FrozenRanking } from '../../pipeline/contract/ranking.ts'
import { frozenRanking } from '../support/rankings.ts'

/** Two names alike in their first sixty characters. */
const LONG_NAMES = ['one', 'two'].map((end) => `${'Consolidated International Pipeline '.repeat(2)}${end}`)

/** A ranking that names these brands alike, each with its domain or without. */
export function rankingOf(
  brands: readonly (readonly [name: string, domain?: string])[],
  changed: Partial<FrozenRanking> = {},
): FrozenRanking {
  const { brands: named, ...rest } = frozenRanking()
  const plain = named.find(({ domain }) => domain === undefined)
  if (plain === undefined) throw new TypeError('every brand has a domain')
  return {
    ...rest,
    brands: brands.map(([name, domain]) => ({ ...plain, name, ...(domain === undefined ? {} : { domain }) })),
    ...changed,
  }
}

/** Categories and brands whose names are markup or formulas, collide in addresses, or stand for several companies. */
export function foundRankings(): FrozenRanking[] {
  const markup = { slug: 'r-d-tools', category: 'R&D <b>tools</b> & "kits"' }
  return [
    rankingOf([['Acme'], ['Gone Ltd'], ['Twin', 'twin.example']], markup),
    rankingOf([['ACME'], ['C'], ['C++'], [' =1+1']], {
      ...markup,
      month: '2026-11',
      checkedAt: '2026-11-02T08:30:00.000Z',
    }),
    rankingOf([['Twin', 'twin.test'], ...LONG_NAMES.map((name) => [name] as const)], {
      slug: 'trail-shoes',
      category: 'Trail shoes',
    }),
    rankingOf([['Twin']], { slug: 'trail-shoes', category: 'Trail shoes', month: '2026-11' }),
    rankingOf([['Acme']], { slug: 'trail-shoes-de-de', category: 'Trail shoes', country: 'DE', language: 'de' }),
    rankingOf([['Twin']], { slug: 'unknown-twins', category: 'Unknown twins' }),
    rankingOf([['Twin'], ['Pretended']], { slug: 'pretend-tools', category: 'Pretend tools', simulated: true }),
  ]
}
