import type { Budget } from '../ask/budget.ts'
import type { AskedEngine } from '../ask/cell.ts'
import type { Stopped } from '../ask/fan-out.ts'
import { fanOut } from '../ask/fan-out.ts'
import { createJournal } from '../ask/journal.ts'
import type { RunProgress } from '../ask/progress.ts'
import { recoverAnswers } from '../ask/recover.ts'
import { SKIP_REASONS } from '../ask/retry.ts'
import { PLANS } from '../contract/report.ts'
import type { Lease } from '../store/driver/leases.ts'
import { holdLease } from '../store/driver/leases.ts'
import { inTransaction } from '../store/driver/transaction.ts'
import type { StoredReport } from '../store/report/reports.ts'
import { attachSurvey } from '../store/report/reports.ts'
import { countOpenCells, planCells, skipCells } from '../store/survey/cells.ts'
import { endLostCalls } from '../store/survey/readings.ts'
import { countUnknownCells, replanCells } from '../store/survey/recovery.ts'
import type { Survey } from '../store/survey/surveys.ts'
import { findSurvey } from '../store/survey/surveys.ts'
import type { AskedScribe } from '../survey/scribe.ts'
import { reportQuestions } from './questions.ts'
import type { JobScope } from './scope.ts'

/** A job under its lease, with what its keys open. */
export interface Asking extends Pick<JobScope, 'db' | 'clock' | 'random' | 'stop' | 'cut'> {
  readonly lease: Lease
  readonly report: StoredReport
  readonly engines: readonly AskedEngine[]
  readonly scribes: readonly AskedScribe[]
  readonly budget: Budget
  readonly progress: RunProgress | undefined
  /** Called as cells are stored. */
  tick(): void
  /** Told how many calls an earlier process had under way, if any: to engines, and to have answers read. */
  unknown(calls: number, readings: number): void
}

/** The survey of a report. */
export function surveyIdOf(slug: string): string {
  return `report/${slug}`
}

/**
 * The report's survey with its questions, which are written at the first call and stay the same ever after; or why there
 * is none. Throws LeaseLost.
 */
export async function fixSurvey(asking: Asking): Promise<Survey | Stopped | 'tooFew'> {
  const { db, clock, lease, report } = asking
  const { slug, simulated } = report
  const id = surveyIdOf(slug)
  const begun = await findSurvey(db, id)
  if (begun !== undefined) return begun
  const questions = await reportQuestions(asking, report, asking.scribes[0])
  if (typeof questions === 'string') return questions
  await attachSurvey(db, lease, slug, { surveyId: id, questions, simulated }, clock.now())
  return { id, simulated, questions }
}

/**
 * Asks whatever of the survey has no outcome yet; a cell that was stored or failed before is never asked again, one that
 * was skipped only where a person goes on with the report. Resolves with what stopped it, or null. Throws LeaseLost.
 */
export async function askSurvey(asking: Asking, { id, questions }: Survey): Promise<Stopped | null> {
  const { db, clock, lease, report, engines, progress } = asking
  const { category, brand, domain, plan } = report
  const size = { questions: questions.length, engines: report.engines, runs: PLANS[plan].runs }
  await inTransaction(db, async (trx) => {
    await holdLease(trx, lease, clock.now())
    await planCells(trx, id, size)
  })
  const journal = createJournal(db, lease, clock)
  const asked = engines.map(({ engine }) => engine)
  const names = asked.map((engine) => engine.name)
  // Before anything is given back: a conversation whose next turn was under way would not be told from one that rests.
  const unknown = await countUnknownCells(db, [id])
  const unknownReadings = await endLostCalls(db, lease, [id], clock.now())
  if (unknown + unknownReadings > 0) asking.unknown(unknown, unknownReadings)
  await recoverAnswers(db, journal, asked, [id])
  // Whoever runs it in the foreground may have given a key since, or filled an account up.
  if (report.funding === 'FREE') await replanCells(db, lease, [id], names, clock.now())
  for (const name of report.engines)
    if (!names.includes(name)) await skipCells(db, lease, [id], name, SKIP_REASONS.noKey, clock.now())
  const open = await countOpenCells(db, { surveyIds: [id], retryEnded: false })
  progress?.begin(new Map([...open].filter(([name]) => names.includes(name))))
  const { stopped } = await fanOut({
    ...asking,
    journal,
    surveys: [{ id, category, tag: id, questions, product: { brand, domain } }],
    retryEnded: false,
    progress: (engine, event) => {
      asking.tick()
      progress?.[event](engine)
    },
  }).finally(() => progress?.end())
  return stopped
}
