import type { Agreement } from '../contract/terms.ts'
import type { Choice, Product, ReadAnswer } from '../mentions/answer.ts'
import { type Given, nameSurvey } from '../mentions/count.ts'
import type { Readings } from './readings.ts'

/** An answer that two readers read: the choices of each, and by how many of their readings the product is named. */
export interface ComparedAnswer {
  readonly answer: ReadAnswer
  readonly first: readonly Choice[]
  readonly second: readonly Choice[]
  readonly productBy: number
}

/** A brand that only one reader found in an answer as a choice. */
interface OneSided {
  readonly answer: ReadAnswer
  readonly choice: Choice
  readonly reader: 'first' | 'second'
}

/**
 * The agreement of two readers over the answers that both read; null without any. It compares only what each reading says,
 * because other readings would add the same to both, and the product separately, because it usually counts by its spelling.
 */
export function agreementOf(compared: readonly ComparedAnswer[], product: Product | null): Agreement | null {
  if (compared.length === 0) return null
  const both = sum(compared, ({ first, second }) => first.length - without(first, second).length)
  const of = sum(compared, ({ first, second }) => first.length + second.length)
  const f1 = of === 0 ? 1 : Math.round((10_000 * 2 * both) / of) / 10_000
  const stances = compared.flatMap(({ first, second }) => stancePairs(first, second))
  return {
    answers: compared.length,
    ...{ pairs: of - both, both, f1 },
    ...(stances.length > 0 && { stances: { pairs: stances.length, same: stances.filter((same) => same).length } }),
    ...(product !== null && {
      product: {
        pairs: compared.filter(({ productBy }) => productBy > 0).length,
        both: compared.filter(({ productBy }) => productBy === 2).length,
      },
    }),
  }
}

/** Whether two readers gave the same stance, for each brand to which both gave one. */
function stancePairs(first: readonly Choice[], second: readonly Choice[]): boolean[] {
  const others = new Map(second.map((choice) => [choice.brand, choice.stance]))
  return first.flatMap(({ brand, stance }) => {
    const other = others.get(brand)
    return stance === undefined || other === undefined ? [] : [stance === other]
  })
}

/** The brands that only one of two readers found. */
export function oneSided(compared: readonly ComparedAnswer[]): OneSided[] {
  return compared.flatMap(({ answer, first, second }) => [
    ...without(first, second).map((choice) => ({ answer, choice, reader: 'first' as const })),
    ...without(second, first).map((choice) => ({ answer, choice, reader: 'second' as const })),
  ])
}

/**
 * The answers that both readers read. Their names are looked for together with the second reader's, of which the first may
 * have none in the whole category.
 */
export function comparedAnswers(answers: readonly ReadAnswer[], readings: Readings, given: Given): ComparedAnswer[] {
  const pairs = answers.flatMap((answer) => {
    const reading = readings.secondNamesIn(answer.text)
    return reading === null || answer.reading === null ? [] : [{ answer, again: { ...answer, reading } }]
  })
  if (pairs.length === 0) return []
  const named = nameSurvey([...answers, ...pairs.map(({ again }) => again)], given)
  return pairs.map(({ answer, again }) => {
    const namedBy = [answer, again].filter((each) => has(named.judge(each).mentions, given.product?.brand ?? ''))
    return { answer, first: named.choicesIn(answer), second: named.choicesIn(again), productBy: namedBy.length }
  })
}

/** The choices of brands that the others don't have. */
function without(choices: readonly Choice[], others: readonly Choice[]): Choice[] {
  const brands = new Set(others.map(({ brand }) => brand))
  return choices.filter(({ brand }) => !brands.has(brand))
}

function has(named: readonly { readonly brand: string }[], brand: string): boolean {
  return named.some((each) => each.brand === brand)
}

function sum<Item>(items: readonly Item[], of: (item: Item) => number): number {
  return items.reduce((total, item) => total + of(item), 0)
}
