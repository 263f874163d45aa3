import type { FrozenRanking, RankedBrand } from '../contract/ranking.ts'
import type { FrozenReport } from '../contract/report.ts'
import type { SurveyValues } from './columns.ts'
import type { SurveyRows } from './tables.ts'

type BrandRows = SurveyRows['brands']

/** The rows of a ranking's brands, with the published figures. */
export function rankedBrandRows(survey: SurveyValues, { brands, answersCounted }: FrozenRanking): BrandRows {
  return brands.map((brand) => ({ ...survey, product: false, ...brandFigures(brand, answersCounted) }))
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
    product: at === 0,
    ...brandFigures(brand, brand.answers),
  }))
}

type Figures = Pick<RankedBrand, 'name' | 'mentions' | 'averagePosition'> & Partial<RankedBrand>

/** A brand's published figures, of which `answers` is the denominator; null for those that its survey doesn't give. */
export function brandFigures(brand: Figures, answers: number) {
  const { name, domain, mentions, averagePosition, interval, intervalSameQuestions, rankRange, said, change } = brand
  return {
    brand: name,
    domain: domain ?? null,
    ...{ mentions, answers, share: mentions / answers },
    low: interval?.low ?? null,
    high: interval?.high ?? null,
    lowSameQuestions: intervalSameQuestions?.low ?? null,
    highSameQuestions: intervalSameQuestions?.high ?? null,
    averagePosition,
    rankFrom: rankRange?.from ?? null,
    rankTo: rankRange?.to ?? null,
    stanceAnswers: said?.answers ?? null,
    recommended: said?.recommended ?? null,
    mentioned: said?.mentioned ?? null,
    advisedAgainst: said?.advisedAgainst ?? null,
    changeFrom: change?.from ?? null,
    changeTo: change?.to ?? null,
    changePoints: change?.points ?? null,
    changeLow: change?.interval?.low ?? null,
    changeHigh: change?.interval?.high ?? null,
    moved: change?.moved ?? null,
    changeReason: change?.reason ?? null,
  }
}
