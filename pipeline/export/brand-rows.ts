import type { Change, FrozenRanking } from '../contract/ranking.ts'
import type { FrozenReport } from '../contract/report.ts'
import type { Said } from '../contract/said/said.ts'
import type { Interval } from '../contract/terms.ts'
import type { SurveyValues } from './columns.ts'
import type { SurveyRows } from './tables.ts'

type BrandRows = SurveyRows['brands']

/** The rows of a ranking's brands, with the published figures. */
export function rankedBrandRows(survey: SurveyValues, { brands, answersCounted }: FrozenRanking): BrandRows {
  return brands.map((brand) => ({
    ...survey,
    ...rateOf(brand, answersCounted),
    product: false,
    averagePosition: brand.averagePosition,
    rankFrom: brand.rankRange?.from ?? null,
    rankTo: brand.rankRange?.to ?? null,
    ...stancesOf(brand.said),
    ...changeOf(brand.change),
  }))
}

/** The rows of a report's product and of the brands named beside it. */
export function reportBrandRows(survey: SurveyValues, report: FrozenReport): BrandRows {
  const { brand: name, domain, pooled, said, engines, competitors } = report
  const product = {
    ...(pooled ?? {
      mentions: engines.reduce((sum, row) => sum + row.runsMentioned, 0),
      answers: report.answersCounted,
    }),
    ...{ name, domain, said, averagePosition: null },
  }
  return [product, ...competitors].map((brand, at) => ({
    ...survey,
    ...rateOf(brand, brand.answers),
    product: at === 0,
    averagePosition: brand.averagePosition,
    ...{ rankFrom: null, rankTo: null },
    ...stancesOf(brand.said),
    ...changeOf(undefined),
  }))
}

interface Rate {
  readonly name: string
  readonly domain?: string | undefined
  readonly mentions: number
  readonly interval?: Interval | undefined
  readonly intervalSameQuestions?: Interval | undefined
}

function rateOf({ name, domain, mentions, interval, intervalSameQuestions }: Rate, answers: number) {
  return {
    brand: name,
    domain: domain ?? null,
    ...{ mentions, answers, share: mentions / answers },
    low: interval?.low ?? null,
    high: interval?.high ?? null,
    lowSameQuestions: intervalSameQuestions?.low ?? null,
    highSameQuestions: intervalSameQuestions?.high ?? null,
  }
}

function stancesOf(said: Said | undefined) {
  return {
    stanceAnswers: said?.answers ?? null,
    recommended: said?.recommended ?? null,
    mentioned: said?.mentioned ?? null,
    advisedAgainst: said?.advisedAgainst ?? null,
  }
}

function changeOf(change: Change | undefined) {
  return {
    changeFrom: change?.from ?? null,
    changeTo: change?.to ?? null,
    changePoints: change?.points ?? null,
    changeLow: change?.interval?.low ?? null,
    changeHigh: change?.interval?.high ?? null,
    moved: change?.moved ?? null,
    changeReason: change?.reason ?? null,
  }
}
