import type { Clock } from '../../pipeline/ask/clock.ts'
import { createLane } from '../../pipeline/ask/lane.ts'
import { DEFAULT_MARKET } from '../../pipeline/contract/market/market.ts'
import { PLANS } from '../../pipeline/contract/report.ts'
import type { Engine } from '../../pipeline/engines/engine.ts'
import type { Queue } from '../../pipeline/queue/queue.ts'
import { DEADLINE_MS, type Job } from '../../pipeline/report/job.ts'
import type { Scribe } from '../../pipeline/scribe/scribe.ts'
import type { Store } from '../../pipeline/store/driver/open.ts'
import { findReport, insertReport, type NewReport, type StoredReport } from '../../pipeline/store/report/reports.ts'
import { fixedClock } from './clock.ts'
import { testQueue } from './store/queue.ts'
import { withLanes } from './vendors/scripted-scribe.ts'

export const never = new AbortController().signal

/** A report on Ridgeloom as it is started: QUICK, free, real, on three engines. */
export function newReport(changed: Partial<NewReport> = {}): NewReport {
  return {
    slug: 'r1',
    accountId: null,
    simulated: false,
    plan: 'QUICK',
    funding: 'FREE',
    domain: 'ridgeloom.example',
    brand: 'Ridgeloom',
    aliases: [],
    category: 'CRM software',
    ...DEFAULT_MARKET,
    description: 'A CRM for small teams.',
    engines: [...PLANS.QUICK.engines],
    seedPrompts: [],
    byokEngines: null,
    endMailUrl: null,
    tracked: null,
    ...changed,
  }
}

/** A report that waits in the queue. */
export async function queueReport(
  db: Store,
  changed: Partial<NewReport> = {},
  now = 0,
  queue: Pick<Queue, 'enqueueReport'> = testQueue(db),
): Promise<string> {
  const report = newReport(changed)
  await db.transaction().execute(async (trx) => {
    await insertReport(trx, report, now)
    await queue.enqueueReport(trx, report, now)
  })
  return report.slug
}

export interface JobOptions extends Partial<Omit<Job, 'db' | 'engines' | 'scribes' | 'clock'>> {
  readonly engines?: readonly Engine[]
  readonly scribes?: readonly Scribe[]
  readonly clock?: Clock
  readonly width?: number
}

/** A job's scope over scripted engines, which any keys open. */
export function jobScope(
  db: Store,
  { engines = [], scribes = [], clock = fixedClock(), width = 3, ...scope }: JobOptions = {},
): Job {
  const asked = engines.map((engine) => ({ engine, lane: createLane(width) }))
  return {
    db,
    clock,
    random: () => 0.5,
    simulated: false,
    engines: async () => asked,
    scribes: async () => withLanes(scribes),
    openKeys: async () => 'gone',
    stop: never,
    cut: never,
    deadlineMs: DEADLINE_MS,
    ...scope,
  }
}

/** The report as it stands. */
export async function stored(db: Store, slug: string): Promise<StoredReport> {
  const report = await findReport(db, slug)
  if (report === undefined) throw new Error(`there is no report ${slug}`)
  return report
}

/** The slugs in the queue, those that run and of either kind too, oldest first. */
export async function queued(db: Store): Promise<string[]> {
  const rows = await db.selectFrom('jobs').select('report_slug').orderBy('created_at').orderBy('report_slug').execute()
  return rows.map((row) => row.report_slug)
}

/** How many cells of the report are in each state. */
export async function cellStates(db: Store, slug: string): Promise<Record<string, number>> {
  const rows = await db.selectFrom('cells').select('state').where('survey_id', '=', `report/${slug}`).execute()
  return Object.fromEntries([...Map.groupBy(rows, ({ state }) => state)].map(([state, all]) => [state, all.length]))
}
