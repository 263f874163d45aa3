import pLimit from 'p-limit'
import type { Stopped } from '../ask/fan-out.ts'
import type { RunProgress } from '../ask/progress.ts'
import type { Market } from '../contract/market/market.ts'
import type { LedgerRow } from '../contract/terms.ts'
import { newestVersion } from '../store/ranking/rankings.ts'
import { readLedger } from '../store/survey/answers.ts'
import type { SurveyRun } from '../survey/run.ts'
import { askCanaries } from './canaries/ask.ts'
import type { MonthPlan } from './plan.ts'
import type { PreparedCategory } from './prepare.ts'
import { type Published, publishMonth } from './publish.ts'
import { type ReadCategory, readCategory } from './read.ts'

/** Categories read at once: enough to fill the scribe's lane with small ones, few enough to hold in memory. */
const AT_ONCE = 4

/** A category after the run. */
export interface CategoryResult extends Market {
  readonly slug: string
  readonly ledger: readonly LedgerRow[]
  readonly published: Published
  /** The newest published version of the month, by any run; null without one. */
  readonly newest: number | null
}

/**
 * Reads and publishes the categories after asking, unless something stopped that or stops this; returns the outcome of each.
 * Asks the canary questions, if wanted, after the readings, which come first on the budget. Throws LeaseLost.
 */
export async function concludeCategories(
  run: SurveyRun,
  plan: MonthPlan,
  prepared: readonly PreparedCategory[],
  { ended, batchId }: { readonly ended: Stopped | null; readonly batchId: string },
  progress: RunProgress,
  warn: (sentence: string) => void,
): Promise<{ readonly stopped: Stopped | null; readonly categories: CategoryResult[] }> {
  // All readings come first: a run that ends while answers are read publishes nothing.
  const { read, stopped: unread } =
    ended === null ? await readAll(run, plan.month, prepared, progress) : { read: [], stopped: ended }
  const stopped = unread ?? (plan.canaries ? await askCanaries(run, plan, batchId, warn) : null)
  const published =
    stopped === null ? await publishMonth(run, plan, read, progress, warn) : new Map<string, Published>()

  const openReason = stopped === 'budget' ? 'not asked: the budget ended' : 'not asked: the run was interrupted'
  const unpublished = { unpublished: 'the run was stopped early; run it again' }
  const categories: CategoryResult[] = []
  for (const { slug, country, language, surveyId } of prepared)
    categories.push({
      ...{ slug, country, language },
      ledger: await readLedger(run.db, surveyId, stopped === null ? 'not asked' : openReason),
      published: published.get(slug) ?? unpublished,
      newest: (await newestVersion(run.db, slug, plan.month))?.version ?? null,
    })
  return { stopped, categories }
}

/** Reads the categories, a few at once, until something stops it. Throws a fault after those under way have ended. */
async function readAll(
  run: SurveyRun,
  month: string,
  prepared: readonly PreparedCategory[],
  progress: RunProgress,
): Promise<{ readonly read: ReadCategory[]; readonly stopped: Stopped | null }> {
  const limit = pLimit(AT_ONCE)
  let stopped: Stopped | null = null
  let done = 0
  if (prepared.length > 0) progress.step('reading', 0, prepared.length)
  const read = async (each: PreparedCategory) => {
    if (stopped !== null) return []
    const outcome = await readCategory(run, month, each)
    if (typeof outcome !== 'string') {
      progress.step('reading', ++done, prepared.length)
      return [outcome]
    }
    stopped = outcome
    return []
  }
  const all = prepared.map((each) => limit(read, each))
  await Promise.allSettled(all)
  return { read: (await Promise.all(all)).flat(), stopped }
}
