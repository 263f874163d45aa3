import type { AskedEngine } from '../pipeline/ask/cell.ts'
import type { Clock } from '../pipeline/ask/clock.ts'
import { createLane } from '../pipeline/ask/lane.ts'
import type { Config } from '../pipeline/config.ts'
import { scribeVendorOf } from '../pipeline/config.ts'
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
