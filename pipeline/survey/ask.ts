import type { FanOut, FanOutResult } from '../ask/fan-out.ts'
import { fanOut } from '../ask/fan-out.ts'
import { createJournal } from '../ask/journal.ts'
import { recoverAnswers } from '../ask/recover.ts'
import { SKIP_REASONS } from '../ask/retry.ts'
import type { EngineName } from '../contract/terms.ts'
import { skipCells } from '../store/survey/cells.ts'
import { countUnknownCells, replanCells } from '../store/survey/recovery.ts'

/** A planned survey under its lease. */
export interface SurveyAsking extends Omit<FanOut, 'journal'> {
  /** Every engine selected; those that aren't among `engines` are skipped. */
  readonly selected: readonly EngineName[]
  /** Why engines that have a key can't be asked. */
  readonly stopped?: ReadonlyMap<EngineName, string>
  /** Whether cells that an earlier invocation skipped are asked. */
  readonly retrySkipped: boolean
  /** Told how many calls an earlier process had under way, before the first one is sent. */
  resumed(unknown: number): Promise<void>
}

/**
 * Takes a survey up where an earlier process left it and asks it to its end: stores the answers that were kept and not read,
 * plans again what was under way, skips the engines that can't be asked, and asks all others. Throws LeaseLost.
 */
export async function askSurvey(work: SurveyAsking): Promise<FanOutResult> {
  const { db, clock, lease, survey, stopped } = work
  const engines = work.engines.map(({ engine }) => engine)
  const names = engines.map(({ name }) => name)
  const journal = createJournal(db, lease, clock, work.outage)
  // Before anything is given back: a conversation whose next turn was under way would not be told from one that rests.
  const unknown = await countUnknownCells(db, survey.id)
  await recoverAnswers(db, journal, engines, survey.id)
  await replanCells(db, lease, survey.id, work.retrySkipped ? names : [], clock.now())
  for (const name of work.selected.filter((each) => !names.includes(each)))
    await skipCells(db, lease, survey.id, name, stopped?.get(name) ?? SKIP_REASONS.noKey, clock.now())
  await work.resumed(unknown)
  return fanOut({ ...work, journal })
}
