import { stringify } from 'csv-stringify/sync'
import { marketOf } from '../../pipeline/contract/market/market.ts'
import type { Report } from '../../pipeline/contract/report.ts'
import { isCounted } from '../../pipeline/contract/terms.ts'
import { plain } from '../terminal/output.ts'

/**
 * The answers as CSV, one per row, with brands, cited domains and searches separated by semicolons and formulas escaped. An answer
 * that is not counted has an empty productNamed, as it is not a miss.
 */
export function reportCsv(report: Report): string {
  const rows = report.questions.flatMap(({ index, text, answers }) =>
    answers.map((answer) => ({
      slug: report.slug,
      ...marketOf(report),
      simulated: report.simulated,
      question: index,
      questionText: cell(text),
      engine: answer.engine,
      model: cell(answer.model ?? ''),
      run: answer.run,
      failed: answer.failed,
      noAnswer: answer.noAnswer,
      productNamed: isCounted(answer) ? answer.productNamed : '',
      position: answer.position ?? '',
      stance: answer.evidence.find(({ brand }) => brand === report.brand)?.stance ?? '',
      brands: list(answer.brands.map(({ name }) => name)),
      sources: list(answer.citations.flatMap(({ domain }) => domain ?? [])),
      searches: list(answer.searches ?? []),
    })),
  )
  return stringify(rows, { header: true, columns: [...COLUMNS], escape_formulas: true, cast: { boolean: String } })
}

const COLUMNS = [
  ...[
    'slug',
    'country',
    'language',
    'simulated',
    'question',
    'questionText',
    'engine',
    'model',
    'run',
    'failed',
    'noAnswer',
  ],
  ...['productNamed', 'position', 'stance', 'brands', 'sources', 'searches'],
] as const

function list(texts: readonly string[]): string {
  return cell([...new Set(texts)].join('; '))
}

/** Trims the text, as a leading blank would hide a formula from the escaping. */
function cell(text: string): string {
  return plain(text).trim()
}
