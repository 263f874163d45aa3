import type { Agreement } from '../contract/terms.ts'
import type { Mention, Product, ReadAnswer } from '../mentions/answer.ts'
import type { NamedSurvey } from '../mentions/count.ts'
import type { Readings } from './readings.ts'

type Judge = Pick<NamedSurvey, 'judge'>

/** A brand that only one reader found in an answer as a choice. */
interface OneSided {
  readonly answer: ReadAnswer
  readonly mention: Mention
  readonly reader: 'first' | 'second'
}

/**
 * The agreement of two readers over the answers that both read; null without any. It compares only what each reading says,
 * because other readings would add the same to both, and the product separately, because it usually counts by its spelling.
 */
export function agreementOf(
  named: Judge,
  readings: Readings,
  answers: readonly ReadAnswer[],
  product: Product | null,
): Agreement | null {
  const compared = comparedBy(named, readings, answers)
  if (compared.length === 0) return null
  const both = sum(compared, ({ first, second }) => first.filter(({ brand }) => has(second, brand)).length)
  const of = sum(compared, ({ first, second }) => first.length + second.length)
  const f1 = of === 0 ? 1 : Math.round((10_000 * 2 * both) / of) / 10_000
  const onProduct = compared.map(
    ({ namedBy }) => namedBy.filter((mentions) => has(mentions, product?.brand ?? '')).length,
  )
  const stances = compared.flatMap(({ first, second }) => stancePairs(first, second))
  return {
    answers: compared.length,
    ...{ pairs: of - both, both, f1 },
    ...(stances.length > 0 && { stances: { pairs: stances.length, same: stances.filter((same) => same).length } }),
    ...(product !== null && {
      product: { pairs: onProduct.filter((by) => by > 0).length, both: onProduct.filter((by) => by === 2).length },
    }),
  }
}

/** Whether two readers gave the same stance, for each brand to which both gave one. */
function stancePairs(first: readonly Mention[], second: readonly Mention[]): boolean[] {
  return first.flatMap(({ brand, stance }) => {
    const other = second.find((mention) => mention.brand === brand)?.stance
    return stance === undefined || other === undefined ? [] : [stance === other]
  })
}

/** The brands that only one of two readers found. */
export function oneSided(named: Judge, readings: Readings, answers: readonly ReadAnswer[]): OneSided[] {
  return comparedBy(named, readings, answers).flatMap(({ answer, first, second }) => [
    ...first
      .filter(({ brand }) => !has(second, brand))
      .map((mention) => ({ answer, mention, reader: 'first' as const })),
    ...second
      .filter(({ brand }) => !has(first, brand))
      .map((mention) => ({ answer, mention, reader: 'second' as const })),
  ])
}

function comparedBy(named: Judge, readings: Readings, answers: readonly ReadAnswer[]) {
  return answers.flatMap((answer) => {
    const reading = readings.secondNamesIn(answer.text)
    if (reading === null || answer.reading === null) return []
    const namedBy = [answer, { ...answer, reading }].map((each) => named.judge(each).mentions)
    const [first = [], second = []] = namedBy.map((mentions) => mentions.filter(({ rule }) => rule === 'read'))
    return [{ answer, namedBy, first, second }]
  })
}

function has(mentions: readonly Mention[], brand: string): boolean {
  return mentions.some((mention) => mention.brand === brand)
}

function sum<Item>(items: readonly Item[], of: (item: Item) => number): number {
  return items.reduce((total, item) => total + of(item), 0)
}
