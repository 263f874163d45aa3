import type { Comparison, NotComparable } from '../../contract/comparison/comparison.ts'
import { cached } from '../../store/driver/cache.ts'
import type { Store } from '../../store/driver/open.ts'
import { completeReportsBefore } from '../../store/report/earlier.ts'
import { findReport, frozenReport, type StoredReport } from '../../store/report/reports.ts'
import { countedAnswers } from '../answers.ts'
import { poolEngines } from '../score.ts'
import { type ComparedReport, isApart, whatChanged } from './changed.ts'
import { compareReports, sideOf } from './compare.ts'

/** The most reports in a history; each is read whole, up to a megabyte. */
const MAX_REPORTS = 12

/** Each is a few kilobytes. */
const MAX_CACHED = 100

/**
 * Compares two reports, in either order, with a history that ends with the later one, so that an older report's address
 * reveals nothing about newer ones. Undefined if one doesn't exist; who may read them is for the caller to check.
 */
export const comparisonOf = cached(
  MAX_CACHED,
  async (db, slug: string, other: string): Promise<Comparison | NotComparable | undefined> => {
    const [one, two] = await Promise.all([findReport(db, slug), findReport(db, other)])
    if (one === undefined || two === undefined) return undefined
    const [before, after] = [await compared(db, one), await compared(db, two)]
    if (before === undefined || after === undefined)
      return { notComparable: 'NOT_COMPLETE', status: (before === undefined ? one : two).status }
    const comparison = compareReports(before, after)
    if ('notComparable' in comparison) return comparison
    return { ...comparison, history: await historyUpTo(db, comparison.after.slug === slug ? one : two) }
  },
)

/** The comparison with the product's previous report; undefined for its first, or one that isn't complete. */
export async function sincePrevious(db: Store, slug: string): Promise<Comparison | undefined> {
  const report = await findReport(db, slug)
  if (report?.status !== 'COMPLETE') return undefined
  const [previous] = await completeReportsBefore(db, report)
  const comparison = previous && (await comparisonOf(db, previous.slug, slug))
  return comparison === undefined || 'notComparable' in comparison ? undefined : comparison
}

async function historyUpTo(db: Store, report: StoredReport): Promise<Comparison['history']> {
  const earlier = await completeReportsBefore(db, report)
  const reports: ComparedReport[] = []
  for (const each of [report, ...earlier].slice(0, MAX_REPORTS).reverse()) {
    const one = await compared(db, each)
    if (one !== undefined) reports.push(one)
  }
  return reports.flatMap((each, at) => {
    const { pooled = poolEngines(countedAnswers(each.frozen.questions, each.frozen.method)).pooled } = each.frozen
    if (pooled === undefined) return []
    const { interval, intervalSameQuestions } = pooled
    const before = reports[at - 1]
    const apart = before !== undefined && isApart(whatChanged(before, each))
    return [{ ...sideOf(each.frozen), interval, intervalSameQuestions, apart }]
  })
}

async function compared(db: Store, { slug, aliases, status }: StoredReport): Promise<ComparedReport | undefined> {
  const frozen = status === 'COMPLETE' ? await frozenReport(db, slug) : undefined
  return frozen && { frozen, aliases }
}
