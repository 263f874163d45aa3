import { createBudget } from '../../pipeline/ask/budget.ts'
import { systemClock } from '../../pipeline/ask/clock.ts'
import { stateOf, type Tracked, trackedProduct, trackedProducts } from '../../pipeline/report/over-time/tracked.ts'
import { openExistingStore } from '../../pipeline/store/driver/open.ts'
import type { OwnerFlags } from '../command/command.ts'
import type { Foreground } from '../report/foreground.ts'
import { deliverDue } from '../setup/due-webhooks.ts'
import { knownAccount, settings } from '../setup/store.ts'
import { onInterrupt, STOPPING_PAID } from '../terminal/interrupt.ts'
import { costJson, EXIT, printJson, spending, type Terminal, timedLineWriter } from '../terminal/output.ts'
import { runOne } from './one.ts'
import { endLines, hasFailed, outcomeJson, outcomeLine, type TrackedOutcome } from './outcome.ts'

/** The flags of `svc report run --tracked`. */
export interface TrackedFlags extends OwnerFlags {
  readonly tracked: true
  readonly budget?: number
  readonly dryRun?: boolean
  readonly simulate?: boolean
}

/** `svc report run --tracked`: every tracked product that is due or unfinished, one after the other. */
export async function runTracked(terminal: Terminal, flags: TrackedFlags): Promise<number> {
  const config = await settings(flags)
  await using db = await openExistingStore(config.database, systemClock.now())
  const accountId = flags.account === undefined ? undefined : (await knownAccount(db, flags.account)).id
  const tracked = await trackedProducts(db, accountId)
  if (flags.dryRun === true) return await (await import('./dry-run.ts')).dryRun(terminal, flags, config, db, tracked)
  const isIdle = tracked.every((each) => leftOver(each, config.simulate).status === 'notDue')
  const say = timedLineWriter(terminal, systemClock.now)
  // With nothing to do it prints nothing, as cron mails whatever is printed.
  if (isIdle && flags.json !== true && !terminal.errIsTty) {
    await deliverDue(config, db, say)
    return EXIT.done
  }

  const interrupt = onInterrupt(terminal, STOPPING_PAID)
  const budget = createBudget(flags.budget)
  const run = { terminal, config, db, budget, interrupt, say }
  const result = await runEach(run, tracked, flags).finally(interrupt.dispose)
  await deliverDue(config, db, say)
  return show(run, result, flags)
}

interface Result {
  readonly outcomes: readonly TrackedOutcome[]
  readonly stopped: 'budget' | 'interrupted' | null
}

async function runEach(run: Foreground, tracked: readonly Tracked[], flags: TrackedFlags): Promise<Result> {
  const outcomes: TrackedOutcome[] = []
  let stopped: Result['stopped'] = null
  for (const each of tracked) {
    if (run.interrupt.stop.aborted) stopped = 'interrupted'
    if (stopped !== null) {
      outcomes.push(leftOver(each, run.config.simulate))
      continue
    }
    // Hours may have passed, in which it was removed or another process began or ended its report.
    const current = await trackedProduct(run.db, each.product.id)
    if (current === undefined) continue
    for await (const outcome of runOne(run, current, (cause) => (stopped = cause))) {
      outcomes.push(outcome)
      const line = outcomeLine(outcome, run.config.simulate)
      if (line !== undefined && flags.json !== true) run.terminal.out(`${line}\n`)
    }
  }
  return { outcomes, stopped }
}

/** The outcome of a product that this invocation doesn't reach. */
function leftOver(tracked: Tracked, simulated: boolean): TrackedOutcome {
  const { product } = tracked
  const { open, isDue, nextDueAt } = stateOf(tracked, { simulated, now: systemClock.now() })
  return open === undefined && !isDue
    ? { product, status: 'notDue', nextDueAt }
    : { product, status: 'left', slug: open?.slug ?? null }
}

function show({ terminal, budget, config, say }: Foreground, result: Result, flags: TrackedFlags): number {
  const { outcomes, stopped } = result
  if (flags.json === true)
    printJson(terminal, {
      simulated: config.simulate,
      tracked: outcomes.map(outcomeJson),
      cost: costJson(budget.spentUsd, budget.spentUsd + budget.uncertainUsd),
      stopped,
    })
  for (const line of endLines(outcomes, stopped)) say(line)
  if (!config.simulate) say(`Spent ${spending(budget)}.`)
  if (stopped === 'interrupted') return EXIT.interrupted
  return stopped === 'budget' || outcomes.some(hasFailed) ? EXIT.failed : EXIT.done
}
