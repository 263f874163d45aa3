import type { FrozenRanking, ModelChange, RankingAnswer } from '../contract/ranking.ts'
import type { Method } from '../contract/terms.ts'
import { ENGINES, isCounted } from '../contract/terms.ts'
import type { Brand, KnownName } from '../mentions/answer.ts'
import type { TestedChange } from '../survey/changes.ts'
import {
  asPublished,
  countedOtherwise,
  inCommon,
  incomparable,
  numberedAs,
  ruledOtherwise,
  testChange,
} from '../survey/changes.ts'

interface ComparedWith {
  readonly questions: readonly string[]
  readonly previous: FrozenRanking | undefined
  /** Every brand of this month, also those that no answer names. */
  readonly all: readonly Brand[]
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
  { questions, previous, all }: ComparedWith,
): (TestedChange | undefined)[] {
  if (previous === undefined) return brands.map(() => undefined)
  const before = previous.answers.filter(isCounted)
  const compared = inCommon(numberedAs(before, previous.prompts, questions), counted)
  const ruled = ruledOtherwise(previous.method, method)
  const matched = brands.map((brand) => asPublished(brand, previous.brands, all).map(({ name }) => name))
  const isShared = (then: string) => matched.filter((names) => names.includes(then)).length > 1
  return brands.map((brand, at) => {
    const then = matched[at] ?? []
    const isRuledOtherwise = [brand.name, ...brand.spellings].some((name) => ruled.has(name))
    if (countedOtherwise(previous.method, method) || isRuledOtherwise || then.some(isShared))
      return incomparable('RULES_CHANGED')
    return testChange(
      compared,
      (answer) => answer.brands.some((name) => then.includes(name)),
      (answer) => answer.brands.includes(brand.name),
    )
  })
}

/** The brands of the month before, which are looked for again, as a brand missed by the reader would look like a fall. */
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
