import type { Config } from '../../pipeline/config/config.ts'
import { keyVariable } from '../../pipeline/config/environment.ts'
import type { EngineName } from '../../pipeline/contract/terms.ts'
import { ENGINES } from '../../pipeline/contract/terms.ts'
import type { Engine } from '../../pipeline/engines/engine.ts'
import { EngineError } from '../../pipeline/engines/error.ts'
import { createEngine } from '../../pipeline/engines/index.ts'
import { questionsCall, writeQuestions } from '../../pipeline/scribe/questions.ts'
import type { Scribe } from '../../pipeline/scribe/scribe.ts'
import { createScribes } from '../setup/engines.ts'
import { dollars, duration } from '../terminal/output.ts'

/** Whether one part works: null where it is not set up, and nothing fails by that. */
export interface Check {
  readonly name: string
  readonly ok: boolean | null
  readonly sentence: string
}

/** A check that is one call; the costs are in USD. */
export interface Call {
  readonly typicalUsd: number
  readonly worstUsd: number
  /** Sends the call, once. */
  make(): Promise<Check & { readonly costUsd: number }>
}

/** Few words, and such that an engine searches the web for them as it does for a buyer's question. */
const QUESTION = 'Which pen is best?'
const CATEGORY = 'pens'
const never = new AbortController().signal

/** For each engine and each scribe the call that finds out whether it works, or what is said of it without one. */
export async function prepareCalls(config: Config): Promise<(Call | Check)[]> {
  const engines = await Promise.all(ENGINES.map((name) => prepareEngine(config, name)))
  return [...engines, ...(await prepareScribes(config))]
}

async function prepareEngine(config: Config, name: EngineName): Promise<Call | Check> {
  const { apiKey, baseUrl, model, timeoutMs } = config.engines[name]
  if (config.simulate) return { name, ok: null, sentence: 'SIMULATED: it was not called.' }
  if (apiKey === undefined)
    return { name, ok: null, sentence: `It has no key and is skipped; set ${keyVariable(name)} to ask it.` }
  const engine = await createEngine(name, { apiKey, baseUrl, model, timeoutMs })
  const failed = (fault: unknown) => ({ name, ok: false, sentence: mend(fault, config, name, `SVC_MODEL_${name}`) })
  return {
    ...engine.estimate,
    make: () => ask(engine).catch((fault: unknown) => ({ ...failed(fault), costUsd: 0 })),
  }
}

async function ask(engine: Engine): Promise<Check & { costUsd: number }> {
  const { name } = engine
  const { costUsd } = await engine.ask({ question: QUESTION, category: CATEGORY, tag: 'doctor' }, [], never)
  return { name, ok: true, sentence: `It answered one question, for ${dollars(costUsd)}.`, costUsd }
}

const SCRIBES = ['scribe', 'second scribe'] as const
const WITHOUT = 'questions come from templates and names from layout alone'

async function prepareScribes(config: Config): Promise<(Call | Check)[]> {
  const [name] = SCRIBES
  if (config.simulate) return [{ name, ok: null, sentence: 'SIMULATED: it was not called.' }]
  const scribes = await createScribes(config)
  const keyless = (config.scribes ?? []).filter((vendor) => config.engines[vendor].apiKey === undefined)
  if (scribes.length === 0 && keyless.length === 0)
    return [{ name, ok: null, sentence: `None of OPENAI, ANTHROPIC and GEMINI has a key: ${WITHOUT}.` }]
  const otherwise = scribes.length === 0 ? WITHOUT : 'no second reader checks the first'
  return [
    ...scribes.map((scribe, at) => prepareScribe(config, scribe, SCRIBES[at === 0 ? 0 : 1])),
    ...keyless.map((vendor) => {
      const sentence = `SVC_SCRIBE names ${vendor}, which has no key; set ${keyVariable(vendor)}, or ${otherwise}.`
      return { name: SCRIBES[scribes.length === 0 && vendor === keyless[0] ? 0 : 1], ok: false, sentence }
    }),
  ]
}

function prepareScribe(config: Config, scribe: Scribe, name: string): Call {
  const failed = (fault: unknown) => ({ name, ok: false, sentence: mend(fault, config, scribe.vendor), costUsd: 0 })
  return {
    // One short prompt and one sentence: less than a hundredth of a cent.
    typicalUsd: 0,
    worstUsd: scribe.worstUsd(questionsCall(CATEGORY, 1)),
    make: () => write(scribe, name).catch(failed),
  }
}

async function write(scribe: Scribe, name: string): Promise<Check & { costUsd: number }> {
  const { costUsd } = await writeQuestions(scribe, CATEGORY, 1, never)
  return {
    name,
    ok: true,
    sentence: `${scribe.vendor} wrote one question, for ${dollars(costUsd)}.`,
    costUsd,
  }
}

/** What is wrong and how to mend it, in words of ours: what the vendor says could repeat the key. */
function mend(fault: unknown, config: Config, name: EngineName, modelVariable?: string): string {
  if (!(fault instanceof EngineError)) return `${name} failed by a fault of svc itself.`
  const address = keyVariable(name).replace('_API_KEY', '_BASE_URL')
  const model = modelVariable === undefined ? '' : `${modelVariable}, `
  switch (fault.kind) {
    case 'KEY_REJECTED':
      return `${name} rejects the key; put a valid one into ${keyVariable(name)}.`
    case 'QUOTA':
      return `${name} says that quota or credit is used up; top the account up.`
    case 'PROVIDER_REFUSED':
      return fault.status === 404
        ? `${name} does not know the model or the address; check ${model}${address} and what the account may use.`
        : `${name} refuses the account, the country or the model; check ${model}the account's rights and its billing.`
    case 'RATE_LIMITED':
      return `${name} limits the rate of calls just now; the key is taken, so try again in a minute.`
    case 'OVERLOADED':
    case 'SERVER':
      return `${name} has a fault or too much to do just now; try again later.`
    case 'CONNECTION_REFUSED':
    case 'NETWORK':
      return `${name} cannot be reached; check the network and ${address}.`
    case 'REDIRECTED':
    case 'UNREADABLE':
    case 'TOO_LONG':
      return `Something else than ${name} answers there; check the network and ${address}.`
    case 'TIMEOUT':
      return `${name} did not answer within ${duration(config.engines[name].timeoutMs / 1_000)}; check the network and SVC_TIMEOUT_${name}.`
    case 'BAD_REQUEST':
      return `${name} does not accept the call; check ${model}${address}: the model must take ${modelVariable === undefined ? 'structured output' : 'a web search'}.`
  }
}
