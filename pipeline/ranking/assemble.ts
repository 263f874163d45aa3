import type { AskedTimes, FrozenRanking, RankedBrand, RankingAnswer, RankingSource } from '../contract/ranking.ts'
import type { EngineName, LedgerRow, Ruling } from '../contract/terms.ts'
import { ENGINES } from '../contract/terms.ts'
import type { Brand } from '../mentions/answer.ts'
import type { ScoredCell } from '../statistics/cells.ts'
import { rateIntervals } from '../statistics/intervals.ts'
import { rankRanges } from '../statistics/ranks.ts'
import type { CountedVersion } from '../store/ranking/publications.ts'
import type { StoredAnswer } from '../store/survey/answers.ts'
import type { CountedMention, CountedSurvey, FoundNames } from '../survey/count.ts'
import { countSurvey } from '../survey/count.ts'
import type { Readings } from '../survey/readings.ts'
import { asPublished, changes } from './changes.ts'
import { toKnown } from './known.ts'

/** A category's month, asked and whole. */
export interface AskedMonth {
  readonly slug: string
  readonly category: string
  readonly month: string
  readonly version: number
  readonly simulated: boolean
  readonly checkedAt: number
  readonly asked?: AskedTimes | undefined
  readonly questions: readonly string[]
  readonly answers: readonly StoredAnswer[]
  readonly ledger: readonly LedgerRow[]
  readonly readings: Readings
  /** A person's rulings on the category's names. */
  readonly rulings: readonly Ruling[]
  /** The newest version of the month published before this one. */
  readonly previous: FrozenRanking | undefined
  /** What was found in the answers before, where it isn't to be looked for again. */
  readonly found?: FoundNames
}

const TOP = 5

/**
 * Counts a month: the same answers and readings give the same bytes, whatever their order of arrival. No move is announced
 * yet: that is decided over all rankings of the month (`announceMoves`).
 */
export function assembleRanking(asked: AskedMonth): Omit<CountedVersion, 'answersIn'> {
  const counted = asked.answers.filter((answer) => answer.kind === 'answered')
  const survey = countSurvey({ ...asked, known: asked.previous?.brands.map(toKnown) ?? [], product: null })
  const answers = asked.answers.map((answer) => toAnswer(answer, survey.mentionsOf(answer)))
  const { brands, pValues } = rankBrands(survey, answers, asked)
  const engines = asked.ledger.filter((row) => row.counted + row.noAnswer > 0).map((row) => row.engine)
  const shared = {
    slug: asked.slug,
    category: asked.category,
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
    entry: { ...shared, answers: counted.length },
    ranking: {
      ...shared,
      version: asked.version,
      answersCounted: counted.length,
      brands,
      answers,
      sources: rankSources(answers),
      ledger: [...asked.ledger],
      method: survey.method,
      ...(asked.previous && { comparedWith: comparedWith(asked.previous, asked.questions) }),
    },
  }
}

function comparedWith({ month, version, prompts }: FrozenRanking, questions: readonly string[]) {
  return {
    month,
    version,
    newQuestions: questions.filter((question) => !prompts.includes(question)).length,
    droppedQuestions: prompts.filter((prompt) => !questions.includes(prompt)).length,
  }
}

function toAnswer(answer: StoredAnswer, mentions: readonly CountedMention[]): RankingAnswer {
  const ordered = mentions.toSorted((a, b) => a.position - b.position)
  return {
    question: answer.question,
    engine: answer.engine,
    run: answer.run,
    text: answer.kind === 'failed' ? '' : answer.text,
    failed: answer.kind === 'failed',
    noAnswer: answer.kind === 'noAnswer',
    grounded: answer.kind === 'answered' && answer.grounded,
    model: answer.kind === 'failed' ? null : answer.model,
    brands: ordered.map((mention) => mention.brand),
    citations: answer.kind === 'answered' ? [...answer.citations] : [],
    evidence: ordered.map(({ brand, start, end, rule }) => ({ brand, start, end, rule })),
  }
}

interface RankedBrands {
  readonly brands: RankedBrand[]
  /** The p-value of each brand's change, null where it has none. */
  readonly pValues: (number | null)[]
}

/** The brands that are named, and those that the month before named and this one doesn't. */
function rankBrands(survey: CountedSurvey, answers: readonly RankingAnswer[], asked: AskedMonth): RankedBrands {
  const counted = answers.filter((answer) => !answer.failed && !answer.noAnswer)
  const fell = (brand: Brand) =>
    brand.ignored !== true &&
    asked.previous !== undefined &&
    (asPublished(brand, asked.previous, survey.brands)?.mentions ?? 0) > 0
  const rows = survey.brands
    .map((brand) => ({ brand, in: counted.filter((answer) => answer.brands.includes(brand.name)) }))
    .filter((row) => row.in.length > 0 || fell(row.brand))
    .map((row) => ({ ...row, averagePosition: averagePosition(row.brand.name, row.in) }))
    .sort(
      (a, b) =>
        b.in.length - a.in.length ||
        (a.averagePosition ?? 0) - (b.averagePosition ?? 0) ||
        (a.brand.name < b.brand.name ? -1 : 1),
    )
  const cells = rows.map((row) => scoredCells(row.brand.name, counted))
  const ranks = rankRanges(cells)
  const moves = changes(
    rows.map((row) => row.brand),
    counted,
    survey.method,
    { ...asked, all: survey.brands },
  )
  const brands = rows.map(({ brand, in: naming, averagePosition: position }, at) => {
    const change = moves[at]?.change
    const rankRange = ranks[at] ?? { from: 1, to: rows.length }
    return {
      name: brand.name,
      ...(brand.domain !== null && { domain: brand.domain }),
      mentions: naming.length,
      averagePosition: position,
      ...rateIntervals(cells[at] ?? []),
      rankRange,
      tie: rankRange.from,
      ...(change !== undefined && { change }),
      engines: byEngine(counted, naming),
    }
  })
  return { brands, pValues: moves.map((each) => each?.p ?? null) }
}

/** One scored cell for each counted answer: whether it names the brand. */
function scoredCells(brand: string, counted: readonly RankingAnswer[]): ScoredCell[] {
  return counted.map(({ question, engine, run, brands }) => ({ question, engine, run, named: brands.includes(brand) }))
}

function averagePosition(brand: string, naming: readonly RankingAnswer[]): number | null {
  if (naming.length === 0) return null
  const sum = naming.reduce((total, answer) => total + answer.brands.indexOf(brand) + 1, 0)
  return Math.round((100 * sum) / naming.length) / 100
}

function byEngine(
  counted: readonly RankingAnswer[],
  naming: readonly RankingAnswer[],
): { engine: EngineName; mentions: number; answers: number }[] {
  return ENGINES.map((engine) => ({
    engine,
    mentions: naming.filter((answer) => answer.engine === engine).length,
    answers: counted.filter((answer) => answer.engine === engine).length,
  })).filter((row) => row.answers > 0)
}

/** The cited domains, the most cited first; a page counts at each citation, an answer once for its domain. */
function rankSources(answers: readonly RankingAnswer[]): RankingSource[] {
  const cited = answers.flatMap((answer) =>
    answer.citations.flatMap(({ domain }) => (domain === null ? [] : [{ domain, answer }])),
  )
  return [...Map.groupBy(cited, ({ domain }) => domain)]
    .map(([domain, all]) => {
      const from = new Set(all.map(({ answer }) => answer))
      const engines = ENGINES.filter((engine) => [...from].some((answer) => answer.engine === engine))
      return { domain, citations: all.length, answers: from.size, engines }
    })
    .sort((a, b) => b.answers - a.answers || b.citations - a.citations || (a.domain < b.domain ? -1 : 1))
}
