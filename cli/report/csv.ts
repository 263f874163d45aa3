import { marketOf } from '../../pipeline/contract/market/market.ts'
import type { Report } from '../../pipeline/contract/report.ts'
import { isCounted } from '../../pipeline/contract/terms.ts'
import { csvOf } from '../terminal/csv.ts'

const COLUMNS = [
  ...['slug', 'country', 'language', 'simulated', 'question', 'questionText', 'engine', 'model', 'run', 'failed'],
  ...['noAnswer', 'productNamed', 'position', 'stance', 'brands', 'sources', 'searches'],
]

/**
 * The answers as CSV, one per row, with brands, cited domains and searches separated by semicolons. An answer that is not
 * counted has an empty productNamed, as it is not a miss.
 */
export function reportCsv(report: Report): string {
  const rows = report.questions.flatMap(({ index, text, answers }) =>
    answers.map((answer) => ({
      slug: report.slug,
      ...marketOf(report),
      simulated: report.simulated,
      question: index,
      questionText: text,
      engine: answer.engine,
      model: answer.model,
      run: answer.run,
      failed: answer.failed,
      noAnswer: answer.noAnswer,
      productNamed: isCounted(answer) ? answer.productNamed : '',
      position: answer.position,
      stance: answer.evidence.find(({ brand }) => brand === report.brand)?.stance,
      brands: listed(answer.brands.map(({ name }) => name)),
      sources: listed(answer.citations.flatMap(({ domain }) => domain ?? [])),
      searches: listed(answer.searches ?? []),
    })),
  )
  return csvOf(rows, COLUMNS)
}

function listed(texts: readonly string[]): string {
  return [...new Set(texts)].join('; ')
}
