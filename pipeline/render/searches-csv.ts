import { stringify } from 'csv-stringify/sync'
import type { Ranking } from '../contract/ranking.ts'

/** What engines looked for in a month as CSV, a row for each search of a question, with formulas escaped. */
export function searchesCsv({ slug, month, simulated, prompts, searches = [] }: Ranking): string {
  const rows = searches.map(({ question, query, answers, of, engines }) => ({
    ...{ slug, month, simulated, question },
    // A leading blank would hide a formula from the escaping.
    questionText: prompts[question]?.trim() ?? '',
    query: query.trim(),
    ...{ answers, of },
    engines: engines.join('; '),
  }))
  return stringify(rows, { header: true, columns: COLUMNS, escape_formulas: true, cast: { boolean: String } })
}

const COLUMNS = ['slug', 'month', 'simulated', 'question', 'questionText', 'query', 'answers', 'of', 'engines']
