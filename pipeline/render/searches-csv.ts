import { stringify } from 'csv-stringify/sync'
import { marketOf } from '../contract/market/market.ts'
import type { Ranking } from '../contract/ranking.ts'

/** What engines looked for in a month as CSV, a row for each search of a question, with formulas escaped. */
export function searchesCsv({ slug, month, asked, simulated, prompts, searches = [], ...named }: Ranking): string {
  const rows = searches.map(({ question, query, answers, of, engines }) => ({
    ...{ slug, ...marketOf(named), month },
    ...{ askedFrom: asked?.from ?? '', askedUntil: asked?.until ?? '', simulated, question },
    // A leading blank would hide a formula from the escaping.
    questionText: prompts[question]?.trim() ?? '',
    query: query.trim(),
    ...{ answers, of },
    engines: engines.join('; '),
  }))
  return stringify(rows, { header: true, columns: COLUMNS, escape_formulas: true, cast: { boolean: String } })
}

const COLUMNS = [
  ...['slug', 'country', 'language', 'month', 'askedFrom', 'askedUntil', 'simulated', 'question', 'questionText'],
  ...['query', 'answers', 'of', 'engines'],
]
