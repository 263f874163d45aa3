import { isDefaultMarket } from '../../pipeline/contract/market/market.ts'
import { languageName, theCountry } from '../../pipeline/contract/market/market-words.ts'
import { sameIntentInWords } from '../../pipeline/contract/method-words.ts'
import { estimateMonth } from '../../pipeline/ranking/estimate.ts'
import { refuseRun } from '../../pipeline/ranking/refusals.ts'
import { createEngines, estimatedEngines, estimatedScribes, missingKeys } from '../setup/engines.ts'
import { costInWords, estimateTable } from '../setup/estimate.ts'
import { CommandError, print } from '../terminal/output.ts'
import type { Run } from './asking.ts'
import { estimateJson } from './summary.ts'

/** Prints what a run would ask, cost and take, and which engines it would skip; asks and writes nothing. */
export async function dryRun(run: Run): Promise<number> {
  const { terminal, flags, config, db, month, simulated, specs, selected } = run
  const asked = await createEngines(config, selected)
  const engines = estimatedEngines(config, asked)
  const scribes = estimatedScribes(config, flags.secondReader)
  const means = { simulated, scribe: scribes.vendors.length > 0 }
  const refusal = await refuseRun(db, specs, means)
  if (refusal !== undefined) throw new CommandError(refusal)
  const estimate = await estimateMonth(db, run, engines, scribes)
  const { categories, calls } = estimate
  const sentences = [
    ...missingKeys(config, selected, asked),
    ...categories
      .filter((market) => !isDefaultMarket(market))
      .map(({ slug, ...market }) => `${slug}: as from ${theCountry(market)}, in ${languageName(market)}.`),
    ...categories.flatMap(({ slug, sameIntent = [] }) =>
      sameIntentInWords(sameIntent).map((sentence) => `${slug}: ${sentence}`),
    ),
    '',
    `${month}: ${calls} calls, ${costInWords(estimate)}. Nothing was asked.`,
  ]
  const document = estimateJson(estimate, { month, simulated })
  return print(terminal, flags, document, `${estimateTable(estimate)}${sentences.join('\n')}\n`)
}
