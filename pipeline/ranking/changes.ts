import type { Change, FrozenRanking, RankingAnswer } from '../contract/ranking.ts'
import type { Brand } from '../mentions/answer.ts'
import type { ScoredCell } from '../statistics/cells.ts'
import { pairedChange } from '../statistics/change.ts'
import { benjaminiHochberg } from '../statistics/false-discovery.ts'
import type { CountedSurvey } from '../survey/count.ts'
import type { Readings } from '../survey/readings.ts'

/** Of the moves that a month calls real, at most this share is false. */
const FALSE_DISCOVERY_RATE = 0.05

/**
 * The change of each brand since the previous published month, in the order of `brands`; undefined where there is no
 * earlier month, or where this month's names and rules find the brand in other answers of that month
 * than it published: what was counted in two ways can't be compared. The rates are those that the two months published;
 * `moved` compares only the questions, engines and answers that both counted.
 */
export function changes(
  brands: readonly Brand[],
  counted: readonly RankingAnswer[],
  survey: Pick<CountedSurvey, 'judge'>,
  {
    questions,
    previous,
    previousReadings,
  }: { questions: readonly string[]; previous: FrozenRanking | undefined; previousReadings: Readings },
): (Change | undefined)[] {
  if (previous === undefined || previous.answersCounted === 0 || counted.length === 0)
    return brands.map(() => undefined)
  const before = previous.answers.filter((answer) => !answer.failed && !answer.noAnswer)
  const modelChanged = servedAnotherModel(before, counted)
  const recounted = new Map(
    before.map((answer) => [answer, namesIn(answer, previous.prompts, survey, previousReadings)]),
  )
  const compared = brands.map((brand) => {
    const name = nameThen(brand, previous)
    const namedThen = (answer: RankingAnswer) => name !== undefined && answer.brands.includes(name)
    if (before.some((answer) => namedThen(answer) !== recounted.get(answer)?.has(brand.name))) return undefined
    const namedNow = (answer: RankingAnswer) => answer.brands.includes(brand.name)
    return {
      from: before.filter(namedThen).length / before.length,
      to: counted.filter(namedNow).length / counted.length,
      test: modelChanged
        ? null
        : pairedChange(
            aligned(before, previous.prompts, questions, namedThen),
            aligned(counted, questions, questions, namedNow),
          ),
    }
  })
  const real = benjaminiHochberg(
    compared.map((each) => each?.test?.p ?? null),
    FALSE_DISCOVERY_RATE,
  )
  return compared.map((each, at) => {
    if (each === undefined) return undefined
    const rates = { from: round(each.from), to: round(each.to) }
    if (modelChanged) return { ...rates, moved: null, modelChanged }
    // Cells in common that never differ have no p-value, and nothing moved; without a cell in common nothing is known.
    return { ...rates, moved: each.test === null ? null : real[at] === true }
  })
}

function round(rate: number): number {
  return Math.round(rate * 10_000) / 10_000
}

/** The name under which the earlier month published the brand. */
function nameThen(brand: Brand, previous: FrozenRanking): string | undefined {
  const folded = (name: string) => name.normalize('NFKC').toLowerCase()
  const known = new Set([brand.name, ...brand.spellings].map(folded))
  return previous.brands.find(
    (then) => known.has(folded(then.name)) || (then.domain !== undefined && then.domain === brand.domain),
  )?.name
}

function namesIn(
  { text, question, citations }: RankingAnswer,
  prompts: readonly string[],
  { judge }: Pick<CountedSurvey, 'judge'>,
  readings: Readings,
): Set<string> {
  const answer = { text, question: prompts[question] ?? '', citations, reading: readings.namesIn(text) }
  return new Set(judge(answer).mentions.map(({ brand }) => brand))
}

/** The cells with their questions numbered as in `numbering`; those of questions that aren't there are left out. */
function aligned(
  answers: readonly RankingAnswer[],
  prompts: readonly string[],
  numbering: readonly string[],
  named: (answer: RankingAnswer) => boolean,
): ScoredCell[] {
  return answers.flatMap((answer) => {
    const question = numbering.indexOf(prompts[answer.question] ?? '')
    return question < 0 ? [] : [{ question, engine: answer.engine, run: answer.run, named: named(answer) }]
  })
}

/** Whether an engine that both months counted was served by other models than before. */
function servedAnotherModel(before: readonly RankingAnswer[], after: readonly RankingAnswer[]): boolean {
  const served = (answers: readonly RankingAnswer[]) => {
    const byEngine = Map.groupBy(answers, (answer) => answer.engine)
    return new Map([...byEngine].map(([engine, own]) => [engine, [...new Set(own.map((each) => each.model))].sort()]))
  }
  const now = served(after)
  return [...served(before)].some(([engine, models]) => {
    const current = now.get(engine)
    return current !== undefined && current.join() !== models.join()
  })
}
