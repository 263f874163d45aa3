import { stringify } from 'csv-stringify/sync'
import { marketOf } from '../contract/market/market.ts'
import type { Ranking } from '../contract/ranking.ts'

/** A ranking's brands as CSV, a row each, with cells that a spreadsheet would read as formulas escaped. */
export function rankingCsv(ranking: Ranking): string {
  const rows = ranking.brands.map((brand) => ({
    slug: ranking.slug,
    ...marketOf(ranking),
    month: ranking.month,
    askedFrom: ranking.asked?.from ?? '',
    askedUntil: ranking.asked?.until ?? '',
    simulated: ranking.simulated,
    rankFrom: brand.rankRange?.from ?? '',
    rankTo: brand.rankRange?.to ?? '',
    // A leading blank would hide a formula from the escaping.
    brand: brand.name.trim(),
    domain: brand.domain ?? '',
    mentions: brand.mentions,
    answers: ranking.answersCounted,
    low: brand.interval.low,
    high: brand.interval.high,
    lowSameQuestions: brand.intervalSameQuestions.low,
    highSameQuestions: brand.intervalSameQuestions.high,
    averagePosition: brand.averagePosition ?? '',
    recommended: brand.said?.recommended ?? '',
    mentioned: brand.said?.mentioned ?? '',
    advisedAgainst: brand.said?.advisedAgainst ?? '',
    stanceAnswers: brand.said?.answers ?? '',
    changeFrom: brand.change?.from ?? '',
    changeTo: brand.change?.to ?? '',
    changePoints: brand.change?.points ?? '',
    changeLow: brand.change?.interval?.low ?? '',
    changeHigh: brand.change?.interval?.high ?? '',
    moved: brand.change?.moved ?? '',
    changeReason: brand.change?.reason ?? '',
  }))
  return stringify(rows, { header: true, escape_formulas: true, cast: { boolean: String } })
}
