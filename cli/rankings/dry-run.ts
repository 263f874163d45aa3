import { ENGINES } from '../../pipeline/contract/terms.ts'
import { sameIntentInWords } from '../../pipeline/contract/wording.ts'
import { estimateMonth } from '../../pipeline/ranking/estimate.ts'
import { refuseMixture } from '../../pipeline/ranking/mixture.ts'
import { createEngines, estimatedEngines, estimatedScribes, missingKeys } from '../setup/engines.ts'
import { estimateTable } from '../setup/estimate.ts'
import { CommandError, dollars, duration, EXIT, printJson } from '../terminal/output.ts'
import type { Run } from './asking.ts'
import { estimateJson } from './summary.ts'

/** Prints what a run would ask, cost and take, and which engines it would skip; asks and writes nothing. */
export async function dryRun({ terminal, flags, config, db, month, specs }: Run): Promise<number> {
  const refusal = await refuseMixture(db, specs, config.simulate)
  if (refusal !== undefined) throw new CommandError(refusal)
  const selected = flags.engines ?? ENGINES
  const asked = await createEngines(config, selected)
  const engines = estimatedEngines(config, asked)
  const scribes = estimatedScribes(config, flags.secondReader)
  const estimate = await estimateMonth(db, {
    month,
    specs,
    engines,
    selected,
    runs: flags.runs,
    canaries: flags.canaries === true,
    scribes,
  })
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
  for (const { slug, sameIntent = [] } of estimate.categories)
    for (const sentence of sameIntentInWords(sameIntent)) terminal.out(`${slug}: ${sentence}\n`)
  terminal.out(
    `\n${month}: ${estimate.calls} calls, usually ${dollars(estimate.usd)} and at most ${dollars(estimate.worstUsd)}, ` +
      `about ${duration(estimate.seconds)}. Nothing was asked.\n`,
  )
  return EXIT.done
}
