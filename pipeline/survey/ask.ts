import { type AskedSurvey, type FanOut, fanOut, type Stopped } from '../ask/fan-out.ts'
import { createJournal } from '../ask/journal.ts'
import { recoverAnswers } from '../ask/recover.ts'
import { SKIP_REASONS } from '../ask/retry.ts'
import { skipCells } from '../store/survey/cells.ts'
import { countUnknownCells, replanCells } from '../store/survey/recovery.ts'
import type { SurveyRun } from './run.ts'

interface AskOptions {
  /** Whether to ask failed and skipped cells of earlier invocations again. */
  readonly retryEnded: boolean
  /** Whether to ask cells that an earlier invocation skipped. */
  readonly retrySkipped: boolean
  /** Called before the first call is sent, with the number of calls an earlier process had under way. */
  resumed(unknown: number): Promise<void>
  readonly progress?: FanOut['progress']
}

/**
 * Resumes a survey and asks it to its end: parses the replies an earlier process stored, plans again the cells it had under
 * way, skips the engines that can't be asked, and asks all others. Resolves with what stopped it, or null. Throws LeaseLost.
 */
export async function askSurvey(
  run: SurveyRun,
  survey: AskedSurvey,
  { retryEnded, retrySkipped, resumed, progress }: AskOptions,
): Promise<Stopped | null> {
  const { db, clock, lease, budget, stopped } = run
  const asked = run.engines.filter(({ engine }) => !stopped.has(engine.name))
  const engines = asked.map(({ engine }) => engine)
  const names = engines.map(({ name }) => name)
  const journal = createJournal(db, lease, clock, run.outage)
  // They are counted first, because once released a conversation with a turn under way looks like one at rest.
  const unknown = await countUnknownCells(db, survey.id)
  await recoverAnswers(db, journal, engines, survey.id)
  await replanCells(db, lease, survey.id, retrySkipped ? names : [], clock.now())
  for (const name of run.selected.filter((each) => !names.includes(each)))
    await skipCells(db, lease, survey.id, name, stopped.get(name) ?? SKIP_REASONS.noKey, clock.now())
  await resumed(unknown)
  return fanOut(run, { lease, journal, budget, engines: asked, survey, stopped, retryEnded, progress })
}
