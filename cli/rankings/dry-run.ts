import { systemClock } from '../../pipeline/ask/clock.ts'
import type { Config } from '../../pipeline/config.ts'
import { ENGINES } from '../../pipeline/contract/terms.ts'
import type { CategorySpec } from '../../pipeline/ranking/categories.ts'
import { estimateMonth } from '../../pipeline/ranking/estimate.ts'
import { refuseMixture } from '../../pipeline/ranking/prepare.ts'
import type { Store } from '../../pipeline/store/open.ts'
import { estimateJson } from '../commands/run-summary.ts'
import { askedEngines, estimatedEngines, estimatedScribes, missingKeys } from '../engines.ts'
import { estimateTable } from '../estimate.ts'
import type { RunFlags } from '../flags/rankings.ts'
import type { Terminal } from '../output.ts'
import { CommandError, dollars, duration, EXIT, printJson } from '../output.ts'

/** What a run would ask, cost and take, and which engines it would skip and why; nothing is asked or written. */
export async function dryRun(
  terminal: Terminal,
  flags: RunFlags,
  config: Config,
  { db, month, specs }: { db: Store; month: string; specs: readonly CategorySpec[] },
): Promise<number> {
  const refusal = await refuseMixture(db, specs, config.simulate)
  if (refusal !== undefined) throw new CommandError(refusal)
  const selected = flags.engines ?? ENGINES
  const asked = await askedEngines(config, selected, systemClock)
  const engines = estimatedEngines(config, asked)
  const scribes = estimatedScribes(config, flags.secondReader)
  const estimate = await estimateMonth(db, { month, specs, engines, selected, runs: flags.runs, scribes })
  if (flags.json === true) {
    printJson(terminal, estimateJson(estimate, { month, simulated: config.simulate }))
    return EXIT.done
  }
  terminal.out(estimateTable(estimate))
  terminal.out(
    missingKeys(config, selected, asked)
      .map((sentence) => `${sentence}\n`)
      .join(''),
  )
  terminal.out(
    `\n${month}: ${estimate.calls} calls, usually ${dollars(estimate.usd)} and at most ${dollars(estimate.worstUsd)}, ` +
      `about ${duration(estimate.seconds)}. Nothing was asked.\n`,
  )
  return EXIT.done
}
