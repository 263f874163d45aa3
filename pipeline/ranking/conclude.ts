import type { Stopped } from '../ask/fan-out.ts'
import type { RunProgress } from '../ask/progress.ts'
import type { LedgerRow } from '../contract/terms.ts'
import type { Lease } from '../store/leases.ts'
import { readLedger } from '../store/ledger.ts'
import { newestVersion } from '../store/rankings.ts'
import type { NamedCategory } from './names.ts'
import { nameCategory } from './names.ts'
import type { PreparedCategory } from './prepare.ts'
import type { Published } from './publish.ts'
import { publishMonth } from './publish.ts'
import type { RunScope } from './scope.ts'

/** A category as the run left it. */
export interface CategoryResult {
  readonly slug: string
  readonly ledger: readonly LedgerRow[]
  readonly published: Published
  /** The newest version of the month that is published, by whichever run; null without one. */
  readonly newest: number | null
}

/**
 * Names and publishes the categories once their asking is over, unless something stopped it, or stops this; and says how
 * each stands. Throws LeaseLost.
 */
export async function concludeCategories(
  scope: RunScope,
  lease: Lease,
  prepared: readonly PreparedCategory[],
  before: Stopped | null,
  progress: RunProgress,
): Promise<{ readonly stopped: Stopped | null; readonly categories: CategoryResult[] }> {
  let stopped = before
  // All names first: a run that the budget or a person ends while names are proposed publishes nothing.
  const named: NamedCategory[] = []
  const { length: total } = prepared
  for (const [at, each] of prepared.entries()) {
    if (stopped !== null) break
    progress.step('reading', at, total)
    const outcome = await nameCategory(scope, lease, each)
    if (typeof outcome === 'string') stopped = outcome
    else named.push(outcome)
  }
  if (stopped === null && total > 0) progress.step('reading', total, total)
  const published = stopped === null ? await publishMonth(scope, lease, named, progress) : new Map<string, Published>()

  const openReason = stopped === 'budget' ? 'not asked: the budget ended' : 'not asked: the run was interrupted'
  const unpublished = { unpublished: 'the run was stopped before its end; run it again' }
  const categories: CategoryResult[] = []
  for (const { slug, surveyId } of prepared)
    categories.push({
      slug,
      ledger: await readLedger(scope.db, surveyId, stopped === null ? 'not asked' : openReason),
      published: published.get(slug) ?? unpublished,
      newest: (await newestVersion(scope.db, slug, scope.month))?.version ?? null,
    })
  return { stopped, categories }
}
