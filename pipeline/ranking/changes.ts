import type { FrozenRanking, ModelChange, RankedBrand, RankingAnswer } from '../contract/ranking.ts'
import { ENGINES, type EngineName, isCounted, type Method } from '../contract/terms.ts'
import type { Brand, KnownName } from '../mentions/answer.ts'
import {
  countedDifferently,
  inCommon,
  incomparable,
  numberedAs,
  ruledDifferently,
  type TestedChange,
  testChange,
} from '../survey/changes.ts'
import { type Counterparts, counterparts, withSpellings } from '../survey/counterparts.ts'

/** What each brand was published as in the month before. */
export type PublishedAs = ReadonlyMap<Brand, Counterparts<RankedBrand, Brand>>

interface ComparedWith {
  readonly questions: readonly string[]
  readonly previous: FrozenRanking | undefined
  readonly publishedAs: PublishedAs
}

/** What each brand of `all` was published as in the month before, including brands that no answer names now. */
export function publishedAs(all: readonly Brand[], previous: FrozenRanking | undefined): PublishedAs {
  if (previous === undefined) return new Map()
  const pairs = counterparts(withSpellings(previous.brands, previous.answers), all)
  return new Map(pairs.flatMap((pair) => pair.after.map((brand) => [brand, pair])))
}

/**
 * The change of each brand since the previous published month, in the order of `brands`; undefined without an earlier month.
 * It compares the pairs of question and engine that both months counted with the same model, the same complete reader and
 * the same rules, except for brands whose rulings differ, or whose names counted together the month before.
 */
export function changes(
  brands: readonly Brand[],
  counted: readonly RankingAnswer[],
  method: Method,
  { questions, previous, publishedAs: published }: ComparedWith,
): (TestedChange | undefined)[] {
  if (previous === undefined) return brands.map(() => undefined)
  const before = previous.answers.filter(isCounted)
  const compared = inCommon(numberedAs(before, previous.prompts, questions), counted)
  const ruled = ruledDifferently(previous.method, method)
  return brands.map((brand) => {
    const { before: then, after: sharing } = published.get(brand) ?? { before: [], after: [brand] }
    const isRuledDifferently = [brand.name, ...brand.spellings].some((name) => ruled.has(name))
    const isSplit = then.length > 0 && sharing.length > 1
    if (countedDifferently(previous.method, method) || isRuledDifferently || isSplit)
      return incomparable('RULES_CHANGED')
    return testChange(
      compared,
      (answer) => then.some(({ name }) => answer.brands.includes(name)),
      (answer) => answer.brands.includes(brand.name),
    )
  })
}

/** The brands of the month before, to look for again: one that the reader missed would look like a fall. */
export function knownFrom(previous: FrozenRanking | undefined): KnownName[] {
  return (previous?.brands ?? []).map(({ name, domain = null }) => ({ name, domain }))
}

/** The engines whose counted answers came from more than one model, or from other models than before. */
export function modelChanges(now: readonly RankingAnswer[], before: readonly RankingAnswer[]): ModelChange[] {
  return ENGINES.flatMap((engine) => {
    const [served, servedBefore] = [servedBy(engine, now), servedBy(engine, before)]
    if (served.length === 0) return []
    const names = (models: ModelChange['now']) => models.map(({ model }) => model).join('\n')
    const isOther = servedBefore.length > 0 && names(served) !== names(servedBefore)
    return served.length > 1 || isOther ? [{ engine, before: servedBefore, now: served }] : []
  })
}

function servedBy(engine: EngineName, answers: readonly RankingAnswer[]): ModelChange['now'] {
  const counted = answers.filter((answer) => answer.engine === engine && isCounted(answer))
  const models = Map.groupBy(counted, ({ model }) => model ?? '')
  return [...models]
    .map(([model, own]) => ({ model, answers: own.length }))
    .sort((a, b) => (a.model < b.model ? -1 : 1))
}
