import type { FrozenRanking, ModelChange, RankedBrand, RankingAnswer } from '../contract/ranking.ts'
import type { Method } from '../contract/terms.ts'
import { ENGINES, isCounted } from '../contract/terms.ts'
import type { Brand, KnownName } from '../mentions/answer.ts'
import type { TestedChange } from '../survey/changes.ts'
import {
  countedDifferently,
  inCommon,
  incomparable,
  numberedAs,
  ruledDifferently,
  testChange,
} from '../survey/changes.ts'
import type { Counterparts } from '../survey/counterparts.ts'
import { counterparts, withSpellings } from '../survey/counterparts.ts'

/** What the month before published each brand as. */
export type PublishedAs = ReadonlyMap<Brand, Counterparts<RankedBrand, Brand>>

interface ComparedWith {
  readonly questions: readonly string[]
  readonly previous: FrozenRanking | undefined
  readonly publishedAs: PublishedAs
}

/** What the month before published each brand of `all` as, including brands that no answer names now. */
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

/** The brands of the month before, which are looked for again, because one that the reader missed would look like a fall. */
export function knownFrom(previous: FrozenRanking | undefined): KnownName[] {
  return (previous?.brands ?? []).map(({ name, domain = null }) => ({ name, domain }))
}

/** The engines whose counted answers came from more than one model, or from other models than before. */
export function modelChanges(now: readonly RankingAnswer[], before: readonly RankingAnswer[]): ModelChange[] {
  return ENGINES.flatMap((engine) => {
    const [served, servedBefore] = [now, before].map((answers) =>
      servedBy(answers.filter((of) => of.engine === engine)),
    )
    if (!served?.length || servedBefore === undefined) return []
    const names = [served, servedBefore].map((models) => models.map(({ model }) => model).join('\n'))
    const isOther = servedBefore.length > 0 && names[0] !== names[1]
    return served.length > 1 || isOther ? [{ engine, before: servedBefore, now: served }] : []
  })
}

function servedBy(answers: readonly RankingAnswer[]): ModelChange['now'] {
  const models = Map.groupBy(answers.filter(isCounted), ({ model }) => model ?? '')
  return [...models]
    .map(([model, own]) => ({ model, answers: own.length }))
    .sort((a, b) => (a.model < b.model ? -1 : 1))
}
