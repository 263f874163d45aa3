import { stringify } from 'csv-stringify/sync'
import { marketOf } from '../contract/market/market.ts'
import type { Ranking } from '../contract/ranking.ts'
import { brandFigures } from './brand-rows.ts'

const MONTH = ['slug', 'country', 'language', 'month', 'askedFrom', 'askedUntil', 'simulated']
const BRAND = [
  ...['rankFrom', 'rankTo', 'brand', 'domain', 'mentions', 'answers', 'low', 'high', 'lowSameQuestions'],
  ...['highSameQuestions', 'averagePosition', 'recommended', 'mentioned', 'advisedAgainst', 'stanceAnswers'],
  ...['changeFrom', 'changeTo', 'changePoints', 'changeLow', 'changeHigh', 'moved', 'changeReason'],
]
const SEARCH = ['question', 'questionText', 'query', 'answers', 'of', 'engines']

/** A ranking's brands as CSV, a row each. */
export function rankingCsv(ranking: Ranking): string {
  const rows = ranking.brands.map((brand) => brandFigures(brand, ranking.answersCounted))
  return toCsv(ranking, BRAND, rows)
}

/** What engines looked for in a month as CSV, a row for each search of a question. */
export function searchesCsv(ranking: Ranking): string {
  const { prompts, searches = [] } = ranking
  const rows = searches.map(({ engines, ...search }) => ({
    ...search,
    questionText: prompts[search.question],
    engines: engines.join('; '),
  }))
  return toCsv(ranking, SEARCH, rows)
}

/** The rows, each with its month; cells that a spreadsheet would read as formulas are escaped. */
function toCsv(ranking: Ranking, columns: readonly string[], rows: readonly object[]): string {
  const { slug, month, asked, simulated } = ranking
  const fixed = { slug, ...marketOf(ranking), month, askedFrom: asked?.from, askedUntil: asked?.until, simulated }
  return stringify(
    rows.map((row) => ({ ...fixed, ...row })),
    {
      header: true,
      columns: [...MONTH, ...columns],
      escape_formulas: true,
      // A leading blank would hide a formula from the escaping.
      cast: { boolean: String, string: (text) => text.trim() },
    },
  )
}
