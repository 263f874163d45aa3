import { isDeepStrictEqual } from 'node:util'
import type { FrozenRanking } from '../../pipeline/contract/ranking.ts'
import type { FrozenReport } from '../../pipeline/contract/report.ts'
import type { Method, Ruling } from '../../pipeline/contract/terms.ts'
import { whatCounts } from '../../pipeline/ranking/recount.ts'

/** A brand whose count changes: the answers that name it before and after, of `of` counted answers. */
interface BrandDifference {
  readonly brand: string
  readonly product: boolean
  readonly from: number
  readonly to: number
  readonly of: number
}

/** What counting again changes in one published month or complete report. */
export interface Difference {
  readonly kind: 'ranking' | 'report'
  readonly slug: string
  /** Rankings only. */
  readonly month?: string
  /** Rankings only: the version that was counted again, and its successor. */
  readonly version?: { readonly from: number; readonly to: number }
  /** Reports only. */
  readonly overallScore?: { readonly from: number | null; readonly to: number | null }
  readonly simulated: boolean
  readonly detector: { readonly from: string; readonly to: string }
  /** The rulings that the new count applies. */
  readonly rulings: readonly Ruling[]
  readonly brands: readonly BrandDifference[]
  /** The fields of the body that change, except the announced moves, which publishing decides. */
  readonly fields: readonly string[]
}

/** What changes between two versions of a ranking. */
export function rankingDifference(before: FrozenRanking, after: FrozenRanking): Difference {
  const counts = ({ brands }: FrozenRanking) => new Map(brands.map(({ name, mentions }) => [name, mentions]))
  return {
    kind: 'ranking',
    slug: after.slug,
    month: after.month,
    version: { from: before.version, to: after.version },
    simulated: after.simulated,
    ...methods(before.method, after.method),
    brands: differing(counts(before), counts(after), after.answersCounted),
    fields: fields(whatCounts(before), whatCounts(after)),
  }
}

/** What changes between two bodies of a report, the product first. */
export function reportDifference(before: FrozenReport, after: FrozenReport): Difference {
  const counts = ({ competitors }: FrozenReport) => new Map(competitors.map(({ name, mentions }) => [name, mentions]))
  const named = ({ engines }: FrozenReport) => engines.reduce((sum, { runsMentioned }) => sum + runsMentioned, 0)
  const own = { brand: after.brand, product: true, from: named(before), to: named(after), of: after.answersCounted }
  return {
    kind: 'report',
    slug: after.slug,
    overallScore: { from: before.overallScore, to: after.overallScore },
    simulated: after.simulated,
    ...methods(before.method, after.method),
    brands: [...(own.from === own.to ? [] : [own]), ...differing(counts(before), counts(after), after.answersCounted)],
    fields: fields(before, after),
  }
}

function methods(before: Method | null, after: Method | null): Pick<Difference, 'detector' | 'rulings'> {
  return {
    detector: { from: before?.detector ?? '', to: after?.detector ?? '' },
    rulings: after?.rulings ?? [],
  }
}

function differing(
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
  of: number,
): BrandDifference[] {
  return [...new Set([...after.keys(), ...before.keys()])]
    .map((brand) => ({ brand, product: false, from: before.get(brand) ?? 0, to: after.get(brand) ?? 0, of }))
    .filter(({ from, to }) => from !== to)
}

function fields(before: object, after: object): string[] {
  const was = new Map(Object.entries(before))
  const is = new Map(Object.entries(after))
  return [...new Set([...was.keys(), ...is.keys()])].filter(
    (field) => !isDeepStrictEqual(was.get(field), is.get(field)),
  )
}
