import type { AskedEngine } from '../../pipeline/ask/cell.ts'
import type { Clock } from '../../pipeline/ask/clock.ts'
import type { EstimatedEngine } from '../../pipeline/ask/estimate.ts'
import { createLane } from '../../pipeline/ask/lane.ts'
import type { Config } from '../../pipeline/config.ts'
import { keyVariable, scribeVendorsOf } from '../../pipeline/config.ts'
import type { EngineName } from '../../pipeline/contract/terms.ts'
import type { Scribe } from '../../pipeline/scribe/scribe.ts'
import { SCRIBE_MODELS } from '../../pipeline/scribe/scribe.ts'
import { createSimulatedScribe, SIMULATED_READERS } from '../../pipeline/scribe/simulated.ts'
import type { Reader } from '../../pipeline/store/survey/readings.ts'
import type { ScribeChoice } from '../../pipeline/survey/estimate.ts'
import type { AskedScribe } from '../../pipeline/survey/scribe.ts'
import { readerOf, SCRIBE_WIDTH } from '../../pipeline/survey/scribe.ts'

/** The engines of these names that can be asked, each with its lanes; one without a key is left out. */
export async function askedEngines(config: Config, names: readonly EngineName[], clock: Clock): Promise<AskedEngine[]> {
  const asked = await Promise.all(
    names.map(async (name): Promise<AskedEngine[]> => {
      const { apiKey, baseUrl, model, timeoutMs, concurrency, spacingMs } = config.engines[name]
      if (config.simulate) {
        const { createSimulated } = await import('../../pipeline/engines/simulated/simulated.ts')
        return [{ engine: createSimulated(name), lane: createLane({ width: concurrency, spacingMs: 0 }, clock) }]
      }
      if (apiKey === undefined) return []
      const { createEngine } = await import('../../pipeline/engines/index.ts')
      const engine = await createEngine(name, { apiKey, baseUrl, model, timeoutMs })
      return [{ engine, lane: createLane({ width: concurrency, spacingMs }, clock) }]
    }),
  )
  return asked.flat()
}

/** The scribes, each with its lane: one or two, or none where no vendor of them has a key: then templates and layout serve. */
export async function askedScribes(config: Config, clock: Clock): Promise<AskedScribe[]> {
  const withLane = (scribe: Scribe) => ({ scribe, lane: createLane({ width: SCRIBE_WIDTH, spacingMs: 0 }, clock) })
  if (config.simulate)
    return [
      withLane(createSimulatedScribe('OPENAI', SIMULATED_READERS[0])),
      withLane(createSimulatedScribe('GEMINI', SIMULATED_READERS[1])),
    ]
  const scribes = scribeVendorsOf(config).map(async (vendor) => {
    const { apiKey, baseUrl, timeoutMs } = config.engines[vendor]
    if (apiKey === undefined) return []
    const { createScribe } = await import('../../pipeline/scribe/scribe.ts')
    return [withLane(await createScribe(vendor, { apiKey, baseUrl, timeoutMs }))]
  })
  return (await Promise.all(scribes)).flat()
}

/** Who of the scribes reads all answers, without loading it; undefined without one. */
export function firstReaderOf(config: Config): Reader | undefined {
  const [vendor] = scribeVendorsOf(config)
  const model = config.simulate ? SIMULATED_READERS[0] : vendor && SCRIBE_MODELS[vendor]
  return model === undefined ? undefined : readerOf({ scribe: { model } })
}

/** The scribes as an estimate knows them; simulated ones cost nothing. */
export function estimatedScribes(config: Config, secondShare: number): ScribeChoice {
  return { vendors: config.simulate ? [] : scribeVendorsOf(config), secondShare }
}

/** The engines as an estimate knows them. */
export function estimatedEngines(config: Config, engines: readonly AskedEngine[]): EstimatedEngine[] {
  return engines.map(({ engine: { name, estimate } }) => {
    const { concurrency, spacingMs } = config.engines[name]
    return { name, estimate, width: concurrency, spacingMs: config.simulate ? 0 : spacingMs }
  })
}

/** A sentence for each of the selected engines that has no key, and for each scribe that was chosen and has none. */
export function missingKeys(
  config: Config,
  selected: readonly EngineName[],
  engines: readonly AskedEngine[],
): string[] {
  const skipped = selected.filter((name) => !engines.some(({ engine }) => engine.name === name))
  const sentences = skipped.map((name) => `${name} is skipped: it has no key; set ${keyVariable(name)} to ask it.`)
  const { scribes = [], simulate } = config
  const without = simulate ? [] : scribes.filter((vendor) => config.engines[vendor].apiKey === undefined)
  const otherwise = without.length === scribes.length ? 'names come from layout alone' : 'no second reader checks'
  return [
    ...sentences,
    ...without.map(
      (vendor) => `SVC_SCRIBE names ${vendor}, which has no key: set ${keyVariable(vendor)}, or ${otherwise}.`,
    ),
  ]
}
