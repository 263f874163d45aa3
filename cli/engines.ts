import type { AskedEngine } from '../pipeline/ask/cell.ts'
import type { Clock } from '../pipeline/ask/clock.ts'
import type { EstimatedEngine } from '../pipeline/ask/estimate.ts'
import { createLane } from '../pipeline/ask/lane.ts'
import type { Config } from '../pipeline/config.ts'
import { keyVariable, scribeVendorOf } from '../pipeline/config.ts'
import type { EngineName } from '../pipeline/contract/terms.ts'
import type { Scribe } from '../pipeline/scribe/scribe.ts'

/** The engines of these names that can be asked, each with its lanes; one without a key is left out. */
export async function askedEngines(config: Config, names: readonly EngineName[], clock: Clock): Promise<AskedEngine[]> {
  const asked = await Promise.all(
    names.map(async (name): Promise<AskedEngine[]> => {
      const { apiKey, baseUrl, model, timeoutMs, concurrency, spacingMs } = config.engines[name]
      if (config.simulate) {
        const { createSimulated } = await import('../pipeline/engines/simulated.ts')
        return [{ engine: createSimulated(name), lane: createLane({ width: concurrency, spacingMs: 0 }, clock) }]
      }
      if (apiKey === undefined) return []
      const { createEngine } = await import('../pipeline/engines/index.ts')
      const engine = await createEngine(name, { apiKey, baseUrl, model, timeoutMs })
      return [{ engine, lane: createLane({ width: concurrency, spacingMs }, clock) }]
    }),
  )
  return asked.flat()
}

/** The scribe, or null in a simulation and where no vendor of it has a key: then templates and rules serve. */
export async function chosenScribe(config: Config): Promise<Scribe | null> {
  const vendor = scribeVendorOf(config)
  if (config.simulate || vendor === undefined) return null
  const { apiKey, baseUrl, timeoutMs } = config.engines[vendor]
  if (apiKey === undefined) return null
  const { createScribe } = await import('../pipeline/scribe/scribe.ts')
  return createScribe(vendor, { apiKey, baseUrl, timeoutMs })
}

/** The engines as an estimate knows them. */
export function estimatedEngines(config: Config, engines: readonly AskedEngine[]): EstimatedEngine[] {
  return engines.map(({ engine: { name, estimate } }) => {
    const { concurrency, spacingMs } = config.engines[name]
    return { name, estimate, width: concurrency, spacingMs: config.simulate ? 0 : spacingMs }
  })
}

/** A sentence for each of the selected engines that has no key, and for a scribe that was chosen and has none. */
export function missingKeys(
  config: Config,
  selected: readonly EngineName[],
  engines: readonly AskedEngine[],
): string[] {
  const skipped = selected.filter((name) => !engines.some(({ engine }) => engine.name === name))
  const sentences = skipped.map((name) => `${name} is skipped: it has no key; set ${keyVariable(name)} to ask it.`)
  const { scribe, simulate } = config
  if (scribe === undefined || simulate || scribeVendorOf(config) !== undefined) return sentences
  return [
    ...sentences,
    `SVC_SCRIBE names ${scribe}, which has no key: set ${keyVariable(scribe)}, or names come from rules.`,
  ]
}
