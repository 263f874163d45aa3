import { isDefaultMarket } from '../../pipeline/contract/market/market.ts'
import { languageName, theCountry } from '../../pipeline/contract/market/market-words.ts'
import { sameIntentInWords } from '../../pipeline/contract/method-words.ts'
import { ENGINES } from '../../pipeline/contract/terms.ts'
import { estimateMonth } from '../../pipeline/ranking/estimate.ts'
import { refuseRun } from '../../pipeline/ranking/refusals.ts'
import { createEngines, estimatedEngines, estimatedScribes, missingKeys } from '../setup/engines.ts'
import { estimateTable } from '../setup/estimate.ts'
import { CommandError, dollars, duration, EXIT, printJson } from '../terminal/output.ts'
import type { Run } from './asking.ts'
import { estimateJson } from './summary.ts'

/** Prints what a run would ask, cost and take, and which engines it would skip; asks and writes nothing. */
export async function dryRun({ terminal, flags, config, db, month, specs }: Run): Promise<number> {
  const selected = flags.engines ?? ENGINES
  const asked = await createEngines(config, selected)
  const engines = estimatedEngines(config, asked)
  const scribes = estimatedScribes(config, flags.secondReader)
  const means = { simulated: config.simulate, scribe: scribes.vendors.length > 0 }
  const refusal = await refuseRun(db, specs, means)
  if (refusal !== undefined) throw new CommandError(refusal)
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
  for (const { slug, ...market } of estimate.categories)
    if (!isDefaultMarket(market)) terminal.out(`${slug}: as from ${theCountry(market)}, in ${languageName(market)}.\n`)
  for (const { slug, sameIntent = [] } of estimate.categories)
    for (const sentence of sameIntentInWords(sameIntent)) terminal.out(`${slug}: ${sentence}\n`)
  terminal.out(
    `\n${month}: ${estimate.calls} calls, usually ${dollars(estimate.usd)} and at most ${dollars(estimate.worstUsd)}, ` +
      `about ${duration(estimate.seconds)}. Nothing was asked.\n`,
  )
  return EXIT.done
}
