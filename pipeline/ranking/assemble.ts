import { type MarketFields, marketFieldsOf } from '../contract/market/market.ts'
import type {
  AskedTimes,
  CanaryChange,
  FrozenRanking,
  RankedBrand,
  RankingAnswer,
  RankingSource,
} from '../contract/ranking.ts'
import { ENGINES, isCounted } from '../contract/terms.ts'
import type { Brand } from '../mentions/answer.ts'
import type { ScoredCell } from '../statistics/cells.ts'
import { rateIntervals } from '../statistics/intervals.ts'
import { rankRanges } from '../statistics/ranks.ts'
import type { CountedVersion } from '../store/ranking/publications.ts'
import type { StoredAnswer } from '../store/survey/answers.ts'
import { type CountedMention, type CountedSurvey, countSurvey } from '../survey/count.ts'
import { rateBrands } from '../survey/rates.ts'
import type { SurveyResults } from '../survey/results.ts'
import { createSaid } from '../survey/said.ts'
import { countSearches } from '../survey/searches.ts'
import { shownAnswer } from '../survey/shown.ts'
import { citedDomains } from '../survey/sources.ts'
import { changes, knownFrom, modelChanges, publishedAs } from './changes.ts'

/** A category's month after asking. */
export interface AskedMonth extends SurveyResults, MarketFields {
  readonly slug: string
  readonly category: string
  readonly month: string
  readonly version: number
  readonly simulated: boolean
  readonly checkedAt: number
  readonly asked?: AskedTimes | undefined
  /** The newest version of the month published before this one. */
  readonly previous: FrozenRanking | undefined
  readonly canaries?: CanaryChange[] | undefined
}

const TOP = 5

/**
 * Counts a month: the same answers and readings give the same bytes in any order of arrival. Moves are left to
 * `announceMoves`, which decides them over all rankings of the month.
 */
export function assembleRanking(asked: AskedMonth): Omit<CountedVersion, 'answersIn'> {
  const survey = countSurvey({ ...asked, known: knownFrom(asked.previous), product: null })
  const answers = asked.answers.map((answer) => toAnswer(answer, survey.mentionsOf(answer)))
  const { brands, pValues } = rankBrands(survey, answers, asked)
  const models = modelChanges(answers, asked.previous?.answers ?? [])
  const engines = asked.ledger.filter((row) => row.counted + row.noAnswer > 0).map((row) => row.engine)
  const shared = {
    slug: asked.slug,
    category: asked.category,
    ...marketFieldsOf(asked),
    month: asked.month,
    prompts: [...asked.questions],
    checkedAt: new Date(asked.checkedAt).toISOString(),
    ...(asked.asked && { asked: asked.asked }),
    engines,
    top: brands
      .filter((brand) => brand.mentions > 0)
      .slice(0, TOP)
      .map(({ name, domain, mentions: of }) => ({ name, ...(domain && { domain }), mentions: of })),
    simulated: asked.simulated,
  }
  return {
    pValues,
    entry: { ...shared, answers: survey.counted.length },
    ranking: {
      ...shared,
      version: asked.version,
      answersCounted: survey.counted.length,
      brands,
      answers,
      sources: rankSources(answers),
      ...searchesByQuestion(asked.questions, answers),
      ledger: [...asked.ledger],
      method: survey.method,
      ...(asked.previous && { comparedWith: comparedWith(asked.previous, asked.questions) }),
      ...(models.length > 0 && { models }),
      ...(asked.canaries && { canaries: asked.canaries }),
    },
  }
}

/** What engines searched for, by question; empty if no answer says. */
function searchesByQuestion(questions: readonly string[], answers: readonly RankingAnswer[]) {
  const counted = questions.map((_, at) => countSearches(answers.filter(({ question }) => question === at)))
  if (counted.every((list) => list === undefined)) return {}
  return { searches: counted.flatMap((list = [], question) => list.map((each) => ({ question, ...each }))) }
}

function comparedWith({ month, version, prompts }: FrozenRanking, questions: readonly string[]) {
  return {
    month,
    version,
    newQuestions: questions.filter((question) => !prompts.includes(question)).length,
    droppedQuestions: prompts.filter((prompt) => !questions.includes(prompt)).length,
  }
}

function toAnswer(stored: StoredAnswer, mentions: readonly CountedMention[]): RankingAnswer {
  const { question, engine, run } = stored
  const { text, failed, noAnswer, grounded, searches, model, citations, evidence } = shownAnswer(stored, mentions)
  const brands = mentions.map(({ brand }) => brand)
  const searching = { grounded, ...(searches !== undefined && { searches }) }
  return { question, engine, run, text, failed, noAnswer, ...searching, model, brands, citations, evidence }
}

interface RankedBrands {
  readonly brands: RankedBrand[]
  /** The p-value of each brand's change, null if it has none. */
  readonly pValues: (number | null)[]
}

/** The brands named in this month or, if known again, only in the month before. */
function rankBrands(survey: CountedSurvey, answers: readonly RankingAnswer[], asked: AskedMonth): RankedBrands {
  const published = publishedAs(survey.brands, asked.previous)
  const disappeared = (brand: Brand) =>
    brand.ignored !== true && (published.get(brand)?.before ?? []).some(({ mentions }) => mentions > 0)
  const rows = rateBrands(survey.brands, survey.counted).filter((row) => row.mentions > 0 || disappeared(row.brand))
  const ranks = rankRanges(rows.map(({ cells }) => cells))
  const moves = changes(
    rows.map((row) => row.brand),
    answers.filter(isCounted),
    survey.method,
    { ...asked, publishedAs: published },
  )
  const saidOf = createSaid(survey.counted)
  const brands = rows.map(({ brand, cells, mentions, averagePosition }, at) => {
    const change = moves[at]?.change
    const said = saidOf(brand.name)
    const rankRange = ranks[at] ?? { from: 1, to: rows.length }
    return {
      name: brand.name,
      ...(brand.domain !== null && { domain: brand.domain }),
      mentions,
      averagePosition,
      ...rateIntervals(cells),
      rankRange,
      tie: rankRange.from,
      ...(change !== undefined && { change }),
      engines: byEngine(cells),
      ...(said && { said }),
    }
  })
  return { brands, pValues: moves.map((each) => each?.p ?? null) }
}

function byEngine(cells: readonly ScoredCell[]): RankedBrand['engines'] {
  return ENGINES.map((engine) => {
    const own = cells.filter((cell) => cell.engine === engine)
    return { engine, mentions: own.filter(({ named }) => named).length, answers: own.length }
  }).filter((row) => row.answers > 0)
}

function rankSources(answers: readonly RankingAnswer[]): RankingSource[] {
  return citedDomains(answers).map(({ domain, pages, answers: citing, engines }) => ({
    domain,
    citations: pages.length,
    answers: citing.length,
    engines: [...engines],
  }))
}
