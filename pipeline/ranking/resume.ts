import type { AskedEngine } from '../ask/cell.ts'
import type { Clock } from '../ask/clock.ts'
import type { Journal } from '../ask/journal.ts'
import { createJournal } from '../ask/journal.ts'
import { recoverAnswers } from '../ask/recover.ts'
import { SKIP_REASONS } from '../ask/retry.ts'
import type { EngineName } from '../contract/terms.ts'
import type { Lease } from '../store/driver/leases.ts'
import type { Store } from '../store/driver/open.ts'
import { skipCells } from '../store/survey/cells.ts'
import { countUnknownCells, replanCells } from '../store/survey/recovery.ts'

/**
 * Takes up surveys where an earlier process left them: stores the answers that it had kept and not read, plans again what it
 * had under way, and skips the engines that can't be asked. Returns their journal, and how many calls it had under way.
 * Throws LeaseLost.
 */
export async function resumeSurveys(
  scope: {
    readonly db: Store
    readonly clock: Clock
    readonly lease: Lease
    readonly engines: readonly AskedEngine[]
    readonly selected: readonly EngineName[]
  },
  surveyIds: readonly string[],
): Promise<{ readonly journal: Journal; readonly unknown: number }> {
  const { db, clock, lease, selected } = scope
  const engines = scope.engines.map((each) => each.engine)
  const names = engines.map((engine) => engine.name)
  const unknown = await countUnknownCells(db, surveyIds)
  const journal = createJournal(db, lease, clock)
  await recoverAnswers(db, journal, engines, surveyIds)
  await replanCells(db, lease, surveyIds, names, clock.now())
  for (const name of selected)
    if (!names.includes(name)) await skipCells(db, lease, surveyIds, name, SKIP_REASONS.noKey, clock.now())
  return { journal, unknown }
}
