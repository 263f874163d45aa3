import { isDeepStrictEqual } from 'node:util'
import { systemClock } from '../../pipeline/ask/clock.ts'
import type { Stopped } from '../../pipeline/ask/fan-out.ts'
import type { Engine } from '../../pipeline/engines/engine.ts'
import { estimateRest } from '../../pipeline/report/estimate.ts'
import { sideOf } from '../../pipeline/report/over-time/compare.ts'
import { sincePrevious } from '../../pipeline/report/over-time/history.ts'
import { beginTracked, stateOf, type Tracked } from '../../pipeline/report/over-time/tracked.ts'
import type { JobOutcome } from '../../pipeline/report/run.ts'
import { isAway } from '../../pipeline/store/driver/faults.ts'
import { findLease, type HeldLease } from '../../pipeline/store/driver/leases.ts'
import { findReport, frozenReport } from '../../pipeline/store/report/reports.ts'
import { type TrackedProduct, trackedQuestions } from '../../pipeline/store/report/tracked.ts'
import { askable, type Foreground, runHere } from '../report/foreground.ts'
import { estimateSentence, refuseUnwritten } from '../report/start.ts'
import { estimatedEngines, estimatedScribes } from '../setup/engines.ts'
import { explain } from '../terminal/explain.ts'
import { plain } from '../terminal/output.ts'
import { productName, type TrackedOutcome } from './outcome.ts'

/** How often to check the lease of a held report; a live process renews it every 4 s. */
const CHECK_MS = 1_000

/**
 * Continues the product's unfinished report, then begins the one that is due; yields each outcome, or `notDue`. `stopped` is
 * called when no further report may begin.
 */
export async function* runOne(
  run: Foreground,
  tracked: Tracked,
  stopped: (cause: Stopped) => void,
): AsyncGenerator<TrackedOutcome> {
  const { config, db } = run
  const { product } = tracked
  const { open, isDue, nextDueAt } = stateOf(tracked, { simulated: config.simulate, now: systemClock.now() })
  if (open === undefined && !isDue) return yield { product, status: 'notDue', nextDueAt }
  let slug = open?.slug ?? null
  try {
    const engines = await askable(config, product.engines, run.say)
    if (slug !== null) {
      const resumed = await finish(run, engines, product, slug, stopped)
      yield resumed
      if (!isDue || (resumed.status !== 'complete' && resumed.status !== 'failed')) return
    }
    const kept = await trackedQuestions(db, { id: product.id, simulated: config.simulate })
    const scribe = estimatedScribes(config).vendors.length > 0
    refuseUnwritten({ ...product, seedPrompts: kept ?? product.seedPrompts }, { simulated: config.simulate, scribe })
    const begun = await beginTracked(db, product, { simulated: config.simulate, now: systemClock.now() })
    slug = begun ?? null
    yield begun === undefined ? { product, status: 'held', slug } : await finish(run, engines, product, begun, stopped)
  } catch (fault) {
    // Without the store no product can be run.
    if (isAway(fault)) throw fault
    yield { product, status: 'left', slug, error: explain(fault).sentence }
  }
}

/** Runs the report until it ends or is stopped. */
async function finish(
  run: Foreground,
  engines: readonly Engine[],
  product: TrackedProduct,
  slug: string,
  stopped: (cause: Stopped) => void,
): Promise<TrackedOutcome> {
  const { config, db, say } = run
  const report = await findReport(db, slug)
  if (report === undefined) return { product, status: 'failed', slug, error: DELETED }
  const choices = [estimatedEngines(config, engines), estimatedScribes(config)] as const
  const estimate = await estimateRest(db, report, ...choices)
  say(plain(`${productName(product)}, report ${slug}: ${estimateSentence(estimate, report)}`))
  const outcome = await runUnlessHeld(run, engines, slug)
  switch (outcome) {
    case 'held':
      return { product, status: 'held', slug }
    case 'budget':
    case 'interrupted':
      stopped(outcome)
      return { product, status: 'left', slug }
    case 'complete':
    case 'failed':
    case 'gone':
      return endOf(run, product, slug)
  }
}

const DELETED = 'It was deleted with its account while it ran.'

/** Runs the report, unless another process holds its lease and still renews it. */
async function runUnlessHeld(run: Foreground, engines: readonly Engine[], slug: string): Promise<JobOutcome> {
  let seen: HeldLease | undefined
  for (;;) {
    const outcome = await runHere(run, engines, slug)
    if (outcome !== 'held' || run.interrupt.stop.aborted) return outcome
    const lease = await findLease(run.db, `report/${slug}`)
    if (seen === undefined) run.say('Another process has this report; waiting to see whether it is still running.')
    else if (lease !== undefined && !isDeepStrictEqual(lease, seen)) return outcome
    seen = lease ?? seen
    await systemClock.sleep(CHECK_MS, run.interrupt.stop)
  }
}

async function endOf({ db }: Foreground, product: TrackedProduct, slug: string): Promise<TrackedOutcome> {
  const report = await findReport(db, slug)
  if (report === undefined) return { product, status: 'failed', slug, error: DELETED }
  const frozen = report.status === 'COMPLETE' ? await frozenReport(db, slug) : undefined
  if (frozen === undefined) return { product, status: 'failed', slug, error: report.error ?? 'It did not finish.' }
  return { product, status: 'complete', slug, named: sideOf(frozen), since: await sincePrevious(db, slug) }
}
