import { systemClock } from '../../pipeline/ask/clock.ts'
import { ENGINES } from '../../pipeline/contract/terms.ts'
import { idleMonth } from '../../pipeline/ranking/idle.ts'
import { openExistingOrEmpty } from '../../pipeline/store/driver/open.ts'
import { deliverDue } from '../setup/due-webhooks.ts'
import { firstReaderOf } from '../setup/engines.ts'
import { isSiteCurrent } from '../setup/site.ts'
import { openPatiently, settings } from '../setup/store.ts'
import { explainKnown } from '../terminal/explain.ts'
import { CommandError, EXIT, type Terminal, timedLineWriter } from '../terminal/output.ts'
import type { Run, RunFlags } from './asking.ts'
import { chosenCategories, chosenMonth } from './choice.ts'
import type { OperatorMail } from './operator-mail.ts'

/** `svc rankings run`. */
export async function rankingsRun(terminal: Terminal, flags: RunFlags): Promise<number> {
  const config = await settings(flags)
  const say = timedLineWriter(terminal, systemClock.now)
  const tell = async (mail: OperatorMail) => {
    if (terminal.errIsTty || flags.dryRun === true) return
    const { mailOperator } = await import('./operator-mail.ts')
    await mailOperator(config, mail, say)
  }
  try {
    const now = systemClock.now()
    if (flags.canaries === true && config.simulate)
      throw new CommandError('Simulated engines have no model that could change; leave out --canaries.', EXIT.usage)
    const month = chosenMonth(flags, { now, simulated: config.simulate })
    const specs = await chosenCategories(flags)
    await using db = await (flags.dryRun === true
      ? openExistingOrEmpty(config.database, now)
      : openPatiently(terminal, config.database))
    const run = {
      ...{ terminal, flags, config, db, say, tell, month, simulated: config.simulate, specs },
      ...{ selected: flags.engines ?? ENGINES, runs: flags.runs, canaries: flags.canaries === true },
    }
    const act = flags.dryRun === true ? (await import('./dry-run.ts')).dryRun : runUnlessIdle
    return await act(run)
  } catch (fault) {
    const text = explainKnown(fault)?.sentence ?? 'It ended because of a fault in svc itself; see its log.'
    await tell({ subject: 'svc: the rankings failed', text })
    throw fault
  }
}

async function runUnlessIdle(run: Run): Promise<number> {
  const { terminal, flags, config, db, say } = run
  const able = run.selected.filter((name) => config.simulate || config.engines[name].apiKey !== undefined)
  const idle = await idleMonth(db, { ...run, able, reader: firstReaderOf(config) })
  if (idle !== undefined && (!flags.site || (await isSiteCurrent(config, db)))) {
    for (const sentence of idle.warnings) say(sentence)
    // An unattended run with nothing to do prints nothing else.
    if (flags.json === true || terminal.errIsTty) (await import('./complete-month.ts')).show(run, idle.result)
    await deliverDue(config, db, say)
    return EXIT.done
  }
  // It is loaded only if there is something to ask, because that takes longer than an idle run.
  return (await import('./complete-month.ts')).completeMonth(run)
}
