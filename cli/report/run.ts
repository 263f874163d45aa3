import { createBudget } from '../../pipeline/ask/budget.ts'
import { systemClock } from '../../pipeline/ask/clock.ts'
import type { Config } from '../../pipeline/config/config.ts'
import type { Engine } from '../../pipeline/engines/engine.ts'
import { estimateReport, estimateRest } from '../../pipeline/report/estimate.ts'
import { randomId } from '../../pipeline/store/driver/ids.ts'
import { openExistingStore, openStoreForReading } from '../../pipeline/store/driver/open.ts'
import { findReport, insertReport, type StoredReport } from '../../pipeline/store/report/reports.ts'
import { deliverDue } from '../setup/due-webhooks.ts'
import { estimatedEngines, estimatedScribes } from '../setup/engines.ts'
import { knownAccount, mayExist, noAccount, type Opened, openPatiently, settings } from '../setup/store.ts'
import { onInterrupt, STOPPING_PAID } from '../terminal/interrupt.ts'
import { CommandError, EXIT, lineWriter, spending, type Terminal } from '../terminal/output.ts'
import { type EndFlags, showEnd } from './end.ts'
import { askable, runHere } from './foreground.ts'
import { prepareKitFolder } from './kit.ts'
import { noReport, resumeCommand, showReport } from './read.ts'
import { estimateSentence, printEstimate, type RunFlags, refuseUnwritten, sayRepeats, understood } from './start.ts'

interface ResumeFlags extends EndFlags {
  readonly budget?: number
  readonly simulate?: boolean
}

/** `svc report run`. */
export async function reportRun(terminal: Terminal, flags: RunFlags): Promise<number> {
  const config = await settings(flags)
  const asked = understood(flags)
  const engines = await askable(config, asked.engines, lineWriter(terminal))
  const scribes = estimatedScribes(config)
  refuseUnwritten(asked, { simulated: config.simulate, scribe: scribes.vendors.length > 0 })
  const estimate = estimateReport(asked, estimatedEngines(config, engines), scribes)
  sayRepeats(terminal, flags, asked)
  if (flags.dryRun === true) {
    if (flags.account !== undefined) await refuseUnknownAccount(config, flags.account)
    return printEstimate(terminal, flags, estimate, { ...asked, simulated: config.simulate })
  }

  await using db = await openPatiently(terminal, config.database)
  const accountId = flags.account === undefined ? null : (await knownAccount(db, flags.account)).id
  if (flags.kit !== undefined) await prepareKitFolder(flags.kit)
  terminal.err(`${estimateSentence(estimate, { simulated: config.simulate })}\n`)
  const slug = randomId()
  const unpaid = { funding: 'FREE', byokEngines: null, endMailUrl: null, tracked: null } as const
  // It gets no job, so that no worker runs it on other keys.
  await insertReport(db, { ...asked, ...unpaid, slug, accountId, simulated: config.simulate }, systemClock.now())
  return await runAndShow(terminal, { config, db }, engines, slug, flags)
}

/** `svc report resume`; shows a complete report, so that a script can repeat the command until it exits with 0. */
export async function reportResume(terminal: Terminal, slug: string, flags: ResumeFlags): Promise<number> {
  const config = await settings(flags)
  await using db = await openExistingStore(config.database, systemClock.now())
  const report = await findReport(db, slug)
  if (report === undefined) throw noReport()
  if (report.status === 'COMPLETE' || report.status === 'FAILED')
    return await endWith(terminal, { config, db }, slug, flags)
  refuseOther(report, config)
  const engines = await askable(config, report.engines, lineWriter(terminal))
  if (flags.kit !== undefined) await prepareKitFolder(flags.kit)
  const estimate = await estimateRest(db, report, estimatedEngines(config, engines), estimatedScribes(config))
  terminal.err(`${estimateSentence(estimate, report)}\n`)
  return await runAndShow(terminal, { config, db }, engines, slug, flags)
}

/** Throws CommandError if the account doesn't exist; makes no store. */
async function refuseUnknownAccount({ database }: Config, email: string): Promise<void> {
  if (!mayExist(database)) throw noAccount()
  await using db = await openStoreForReading(database)
  await knownAccount(db, email)
}

/** Throws CommandError if the report is a worker's, or was begun with the other kind of engines. */
function refuseOther({ funding, simulated }: StoredReport, config: Config): void {
  if (funding !== 'FREE')
    throw new CommandError('This report is on the queue; `./svc worker` or `./svc serve` continues it.')
  if (simulated && !config.simulate)
    throw new CommandError('This report was begun with simulated engines; add --simulate to continue it.', EXIT.usage)
  if (!simulated && config.simulate)
    throw new CommandError('This report was begun with real engines; leave --simulate or SVC_SIMULATE out.', EXIT.usage)
}

/** Runs the report until it ends, spends its budget or is interrupted, and shows it. */
async function runAndShow(
  terminal: Terminal,
  { config, db }: Pick<Opened, 'config' | 'db'>,
  engines: readonly Engine[],
  slug: string,
  flags: ResumeFlags,
): Promise<number> {
  const resume = resumeCommand({ slug, simulated: config.simulate }, flags)
  terminal.err(`Report ${slug}; if it is stopped, continue it with: ${resume}\n`)
  const interrupt = onInterrupt(terminal, STOPPING_PAID)
  const budget = createBudget(flags.budget)
  const foreground = { terminal, config, db, budget, interrupt, say: lineWriter(terminal) }
  const outcome = await runHere(foreground, engines, slug).finally(interrupt.dispose)

  if (outcome === 'held')
    throw new CommandError('Another process is running this report; a killed one releases it within 20 seconds.')
  if (!config.simulate) terminal.err(`Spent ${spending(budget)}.\n`)
  switch (outcome) {
    case 'budget':
    case 'interrupted': {
      if (flags.json === true) await showReport(terminal, { config, db }, slug, flags)
      const cause = outcome === 'budget' ? 'Stopped by the budget' : 'Interrupted'
      const more = outcome === 'budget' ? ' with a larger --budget' : ''
      terminal.err(`${cause}; nothing stored is asked again. Continue${more}: ${resume}\n`)
      return outcome === 'budget' ? EXIT.failed : EXIT.interrupted
    }
    case 'gone':
      if ((await findReport(db, slug)) === undefined)
        throw new CommandError('The report was deleted with its account while it ran, and its answers with it.')
      return endWith(terminal, { config, db }, slug, flags)
    case 'complete':
    case 'failed':
      return endWith(terminal, { config, db }, slug, flags)
  }
}

/** Shows a report that has ended, and delivers the events that are due, including those of a run that was killed. */
async function endWith(
  terminal: Terminal,
  opened: Pick<Opened, 'config' | 'db'>,
  slug: string,
  flags: EndFlags,
): Promise<number> {
  const exit = await showEnd(terminal, opened, slug, flags)
  await deliverDue(opened.config, opened.db, lineWriter(terminal))
  return exit
}
