import { stringify } from 'csv-stringify/sync'
import type { Report } from '../../pipeline/contract/report.ts'
import { isCounted } from '../../pipeline/contract/terms.ts'
import { plain } from '../terminal/output.ts'

/**
 * The answers as CSV, one a row; brands in their order and cited domains, both with semicolons between. Cells that a
 * spreadsheet would take for a formula are escaped. Whether the product is named stays empty where nothing was counted:
 * such an answer is no "no".
 */
export function reportCsv(report: Report): string {
  const rows = report.questions.flatMap(({ index, text, answers }) =>
    answers.map((answer) => ({
      slug: report.slug,
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
      brands: list(answer.brands.map(({ name }) => name)),
      sources: list(answer.citations.flatMap(({ domain }) => domain ?? [])),
    })),
  )
  return stringify(rows, { header: true, columns: [...COLUMNS], escape_formulas: true, cast: { boolean: String } })
}

const COLUMNS = [
  ...['slug', 'simulated', 'question', 'questionText', 'engine', 'model', 'run', 'failed', 'noAnswer'],
  ...['productNamed', 'position', 'brands', 'sources'],
] as const

function list(texts: readonly string[]): string {
  return cell([...new Set(texts)].join('; '))
}

/** Trimmed, as a blank before an equals sign would hide a formula from the escaping alone. */
function cell(text: string): string {
  return plain(text).trim()
}
