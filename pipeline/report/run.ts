import { createBudget } from '../ask/budget.ts'
import type { Stopped } from '../ask/fan-out.ts'
import { withLease } from '../ask/lease.ts'
import type { EngineName } from '../contract/terms.ts'
import type { Lease } from '../store/driver/leases.ts'
import { LeaseLost } from '../store/driver/leases.ts'
import type { Store } from '../store/driver/open.ts'
import { rulingsOn } from '../store/ranking/rulings.ts'
import type { StoredReport } from '../store/report/reports.ts'
import { beginReport, findReport } from '../store/report/reports.ts'
import { notBefore } from '../store/survey/answers.ts'
import type { Survey } from '../store/survey/surveys.ts'
import { findSurvey } from '../store/survey/surveys.ts'
import { readAnswersOf } from '../survey/read.ts'
import { loadReadings } from '../survey/readings.ts'
import { surveyResults } from '../survey/results.ts'
import { SECOND_SHARE } from '../survey/sample.ts'
import { firstReader } from '../survey/scribe.ts'
import type { Asking } from './asking.ts'
import { askReport, fixSurvey, surveyIdOf } from './asking.ts'
import { assembleReport } from './assemble.ts'
import type { ReportEnd } from './finish.ts'
import { finishReport } from './finish.ts'
import type { Job, KeySource } from './job.ts'
import { LEAVE_MS } from './job.ts'
import type { Deadline } from './running-time.ts'
import { countRunning, createDeadline } from './running-time.ts'

/**
 * How a job went: one that stopped early is to be run again, one that is `held` is another process's now, and one that is
 * `gone` had ended, is of the other kind, or no longer there.
 */
export type JobOutcome = 'complete' | 'failed' | Stopped | 'held' | 'gone'

const NOTHING_COUNTED = 'No engine gave an answer that could be counted.'
const KEYS_GONE = 'The provider keys sent with this report could not be read any more.'
/** Why a cell without an outcome has none, in the ledger of a report that failed. */
const UNANSWERED = 'no answer came before the report ended'
const TOO_FEW = 'The category names the product, so that no further question could be written without naming it.'

/**
 * Runs a queued report to its end, or goes on with it where an earlier process left off: its lease, its questions, its
 * answers, their readings, and one transaction that ends it. Faults are thrown and leave the report as it is, to be run again.
 */
export async function runReport(scope: Job, slug: string): Promise<JobOutcome> {
  try {
    const held = await withLease(scope, `report/${slug}`, (lease) => runHeld(scope, lease, slug))
    return 'result' in held ? held.result : 'held'
  } catch (fault) {
    // A deleted account takes its reports along, from under whoever runs them.
    if ((await findReport(scope.db, slug)) === undefined) return 'gone'
    if (fault instanceof LeaseLost) return 'held'
    throw fault
  }
}

async function runHeld(scope: Job, lease: Lease, slug: string): Promise<JobOutcome> {
  const { db, clock } = scope
  const report = await findReport(db, slug)
  if (report === undefined || report.simulated !== scope.simulated) return 'gone'
  const keys = report.funding === 'BYOK' ? await scope.openKeys(slug) : 'service'
  if (keys === 'unreadable') return 'gone'
  if (!(await beginReport(db, lease, slug, clock.now()))) return 'gone'

  const ran = countRunning(scope, lease, report)
  const deadline = createDeadline(clock, scope.deadlineMs - report.ranMs)
  try {
    const end = await endOf(scope, lease, report, keys, deadline)
    if (typeof end !== 'string') return (await finishReport(db, lease, report, end)) ? end.kind : 'gone'
    await ran.keep()
    return end
  } catch (fault) {
    // What fails at once runs for no time: it counts until it is tried again, or it would never reach its deadline.
    await ran.keep(LEAVE_MS).catch(() => {})
    throw fault
  } finally {
    ran.clear()
    deadline.clear()
  }
}

/** Works until the report can end. What fails again and again by a fault of ours ends by the deadline. */
async function endOf(
  scope: Job,
  lease: Lease,
  report: StoredReport,
  keys: KeySource | 'gone',
  deadline: Deadline,
): Promise<ReportEnd | Stopped> {
  if (!deadline.signal.aborted) {
    try {
      const end = await work(scope, lease, report, keys, deadline)
      if (typeof end !== 'string' || !deadline.signal.aborted) return end
    } catch (fault) {
      if (fault instanceof LeaseLost || !deadline.signal.aborted) throw fault
    }
  }
  const minutes = Math.round(scope.deadlineMs / 60_000)
  return failure(scope, report, `The report did not finish within ${minutes} minutes of running.`)
}

async function work(
  scope: Job,
  lease: Lease,
  report: StoredReport,
  keys: KeySource | 'gone',
  deadline: Deadline,
): Promise<ReportEnd | Stopped> {
  const { db, clock } = scope
  if (keys === 'gone') return failure(scope, report, KEYS_GONE)
  const asking: Asking = {
    ...scope,
    lease,
    report,
    selected: report.engines,
    secondShare: SECOND_SHARE,
    ...(await openedBy(scope, report, keys)),
    budget: scope.budget ?? createBudget(),
    stop: AbortSignal.any([scope.stop, deadline.signal]),
    cut: AbortSignal.any([scope.cut, deadline.signal]),
    outage: scope.outage,
    tick: deadline.check,
    progress: scope.progress,
    unknown: (calls, readings) => scope.unknown?.(calls, readings),
  }
  const survey = await fixSurvey(asking)
  if (survey === 'tooFew') return failure(scope, report, TOO_FEW)
  if (typeof survey === 'string') return survey
  const stopped = await askReport(asking, survey)
  if (stopped !== null) return stopped

  const came = await resultsOf(db, survey, report)
  if (!came.answers.some(({ kind }) => kind === 'answered')) return failure(scope, report, NOTHING_COUNTED)
  const unfinished = await readAnswersOf(asking, { id: survey.id, category: report.category }, came.answers)
  if (unfinished !== null) return unfinished
  const readings = await loadReadings(db, survey.id, { reader: firstReader(asking.scribes) })
  const at = await notBefore(db, survey.id, clock.now())
  return { kind: 'complete', at, body: assembleReport({ report, ...came, readings, completedAt: at, error: null }) }
}

/** The engines and the scribes on these keys; one that no sent key is for is left aside, whoever hands it over. */
async function openedBy(
  scope: Job,
  report: StoredReport,
  keys: KeySource,
): Promise<Pick<Asking, 'engines' | 'scribes'>> {
  const has = (name: EngineName) => keys === 'service' || keys[name] !== undefined
  const [engines, scribes] = await Promise.all([scope.engines(keys), scope.scribes(keys)])
  return {
    engines: engines.filter(({ engine: { name } }) => report.engines.includes(name) && has(name)),
    scribes: scribes.filter(({ scribe }) => has(scribe.vendor)),
  }
}

/** What asking gave, with the rulings on the report's category. */
async function resultsOf(db: Store, survey: Survey, { category }: StoredReport) {
  return { ...(await surveyResults(db, survey, UNANSWERED)), rulings: await rulingsOn(db, category) }
}

/** A failed end with what came in and was read. The end matters more than that: what can't be counted is left out. */
async function failure(scope: Job, report: StoredReport, error: string): Promise<ReportEnd> {
  const { db, clock } = scope
  const at = await notBefore(db, surveyIdOf(report.slug), clock.now())
  const counted = async () => {
    const survey = await findSurvey(db, surveyIdOf(report.slug))
    if (survey === undefined) return null
    const came = await resultsOf(db, survey, report)
    const readings = await loadReadings(db, survey.id)
    return assembleReport({ report, ...came, readings, completedAt: at, error })
  }
  return { kind: 'failed', error, at, body: await counted().catch(() => null) }
}
