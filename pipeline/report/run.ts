import { createBudget } from '../ask/budget.ts'
import type { Stopped } from '../ask/fan-out.ts'
import { withLease } from '../ask/lease.ts'
import { languageName } from '../contract/market/market-words.ts'
import type { EngineName } from '../contract/terms.ts'
import { SECOND_SHARE } from '../contract/words.ts'
import { TEMPLATES_LANGUAGE } from '../scribe/suggest.ts'
import { type Lease, LeaseLost } from '../store/driver/leases.ts'
import type { Store } from '../store/driver/open.ts'
import { rulingsOn } from '../store/ranking/rulings.ts'
import { beginReport, findReport, type StoredReport } from '../store/report/reports.ts'
import { notBefore } from '../store/survey/answers.ts'
import { findSurvey, type Survey } from '../store/survey/surveys.ts'
import { readAnswersOf } from '../survey/read.ts'
import { loadReadings } from '../survey/readings.ts'
import { surveyResults } from '../survey/results.ts'
import type { SurveyRun } from '../survey/run.ts'
import { firstReader } from '../survey/scribe.ts'
import { askReport, fixSurvey, surveyIdOf } from './asking.ts'
import { assembleReport } from './assemble.ts'
import { finishReport, type ReportEnd } from './finish.ts'
import { type Job, type KeySource, LEAVE_MS } from './job.ts'
import { countRunning, createDeadline, type Deadline } from './running-time.ts'

/**
 * How a job ended: one that stopped early is to be run again, `held` means that another process has it, and `gone` that the
 * report has ended, doesn't exist, or is not for this process.
 */
export type JobOutcome = 'complete' | 'failed' | Stopped | 'held' | 'gone'

const NOTHING_COUNTED = 'No engine gave an answer that could be counted.'
const KEYS_GONE = 'The provider keys sent with this report could not be read any more.'
/** The reason for cells without an outcome in the ledger of a failed report. */
const UNANSWERED = 'no answer came before the report ended'
const TOO_FEW = 'The category names the product, so that no further question could be written without naming it.'

/** Templates, which step in for a scribe, are in one language only. */
function tooFew(report: StoredReport): string {
  if (report.language === TEMPLATES_LANGUAGE) return TOO_FEW
  return `Fewer questions in ${languageName(report)} could be written than the plan asks; start it again with questions of your own.`
}

/**
 * Runs or resumes a queued report: its lease, its questions, its answers, their readings, and one transaction that ends it.
 * A fault is thrown and leaves the report to be run again.
 */
export async function runReport(job: Job, slug: string): Promise<JobOutcome> {
  try {
    const held = await withLease(job, `report/${slug}`, (lease) => runHeld(job, lease, slug))
    return 'result' in held ? held.result : 'held'
  } catch (fault) {
    // Deleting an account also deletes its running reports.
    if ((await findReport(job.db, slug)) === undefined) return 'gone'
    if (fault instanceof LeaseLost) return 'held'
    throw fault
  }
}

async function runHeld(job: Job, lease: Lease, slug: string): Promise<JobOutcome> {
  const { db, clock } = job
  const report = await findReport(db, slug)
  if (report === undefined || report.simulated !== job.simulated) return 'gone'
  const keys = report.funding === 'BYOK' ? await job.openKeys(slug) : 'service'
  if (keys === 'unreadable') return 'gone'
  if (!(await beginReport(db, lease, slug, clock.now()))) return 'gone'

  const ran = countRunning(job, lease, report)
  const deadline = createDeadline(clock, job.deadlineMs - report.ranMs)
  try {
    const end = await endOf(job, lease, report, keys, deadline)
    if (typeof end !== 'string') return (await finishReport(db, lease, report, end)) ? end.kind : 'gone'
    await ran.keep()
    return end
  } catch (fault) {
    // The wait before the next try counts, as a report that fails at once would never reach its deadline.
    await ran.keep(LEAVE_MS).catch(() => {})
    throw fault
  } finally {
    ran.clear()
    deadline.clear()
  }
}

/** Works until the report can end; one that faults of ours keep stopping ends at the deadline. */
async function endOf(
  job: Job,
  lease: Lease,
  report: StoredReport,
  keys: KeySource | 'gone',
  deadline: Deadline,
): Promise<ReportEnd | Stopped> {
  if (!deadline.signal.aborted) {
    try {
      const end = await work(job, lease, report, keys, deadline)
      if (typeof end !== 'string' || !deadline.signal.aborted) return end
    } catch (fault) {
      if (fault instanceof LeaseLost || !deadline.signal.aborted) throw fault
    }
  }
  const minutes = Math.round(job.deadlineMs / 60_000)
  return failure(job, report, `The report did not finish within ${minutes} minutes of running.`)
}

async function work(
  job: Job,
  lease: Lease,
  report: StoredReport,
  keys: KeySource | 'gone',
  deadline: Deadline,
): Promise<ReportEnd | Stopped> {
  const { db, clock } = job
  if (keys === 'gone') return failure(job, report, KEYS_GONE)
  const run: SurveyRun = {
    ...job,
    lease,
    selected: report.engines,
    stopped: new Map(),
    secondShare: SECOND_SHARE,
    ...(await openedBy(job, report, keys)),
    budget: job.budget ?? createBudget(),
    stop: AbortSignal.any([job.stop, deadline.signal]),
    cut: AbortSignal.any([job.cut, deadline.signal]),
  }
  const survey = await fixSurvey(run, report)
  if (survey === 'tooFew') return failure(job, report, tooFew(report))
  if (typeof survey === 'string') return survey
  const stopped = await askReport(run, job, report, survey, deadline.check)
  if (stopped !== null) return stopped

  const came = await resultsOf(db, survey, report)
  if (!came.answers.some(({ kind }) => kind === 'answered')) return failure(job, report, NOTHING_COUNTED)
  const unfinished = await readAnswersOf(run, { id: survey.id, category: report.category }, came.answers)
  if (unfinished !== null) return unfinished
  const readings = await loadReadings(db, survey.id, { preferred: firstReader(run.scribes) })
  const at = await notBefore(db, survey.id, clock.now())
  return { kind: 'complete', at, body: assembleReport({ report, ...came, readings, completedAt: at, error: null }) }
}

/** The engines and scribes on these keys; any without a key among those sent is left out. */
async function openedBy(
  job: Job,
  report: StoredReport,
  keys: KeySource,
): Promise<Pick<SurveyRun, 'engines' | 'scribes'>> {
  const has = (name: EngineName) => keys === 'service' || keys[name] !== undefined
  const [engines, scribes] = await Promise.all([job.engines(keys), job.scribes(keys)])
  return {
    engines: engines.filter(({ engine: { name } }) => report.engines.includes(name) && has(name)),
    scribes: scribes.filter(({ scribe }) => has(scribe.vendor)),
  }
}

/** The survey's results with the rulings on the report's category. */
async function resultsOf(db: Store, survey: Survey, report: StoredReport) {
  return { ...(await surveyResults(db, survey, UNANSWERED)), rulings: await rulingsOn(db, report) }
}

/** A failed end with the results so far, or without a body if they can't be counted. */
async function failure(job: Job, report: StoredReport, error: string): Promise<ReportEnd> {
  const { db, clock } = job
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
