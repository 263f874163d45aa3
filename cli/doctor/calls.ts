import type { Config } from '../../pipeline/config/config.ts'
import { DEFAULT_MARKET } from '../../pipeline/contract/market/market.ts'
import { ENGINES, type EngineName } from '../../pipeline/contract/terms.ts'
import { baseUrlVariable, keyVariable } from '../../pipeline/contract/words.ts'
import { EngineError } from '../../pipeline/engines/error.ts'
import { createEngine } from '../../pipeline/engines/index.ts'
import { questionsCall, writeQuestions } from '../../pipeline/scribe/questions.ts'
import type { Scribe } from '../../pipeline/scribe/scribe.ts'
import { createScribes } from '../setup/engines.ts'
import { dollars, duration } from '../terminal/output.ts'

/** The result for one part. */
export interface Check {
  readonly name: string
  /** Null if it is not set up, which is not a failure. */
  readonly ok: boolean | null
  readonly sentence: string
}

/** A check by one call; costs are in USD. */
export interface Call {
  readonly typicalUsd: number
  readonly worstUsd: number
  make(): Promise<MadeCall>
}

type MadeCall = Check & { readonly costUsd: number }

/** A short question that makes an engine search the web, as a buyer's question does. */
const QUESTION = 'Which pen is best?'
const CATEGORY = 'pens'
const SUBJECT = { category: CATEGORY, ...DEFAULT_MARKET }
const never = new AbortController().signal

/** The call that checks each engine and scribe, or the result if no call is needed. */
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
  const send = () =>
    engine.ask({ question: QUESTION, category: CATEGORY, market: DEFAULT_MARKET, tag: 'doctor' }, [], never)
  const explain = (fault: unknown) => remedy(fault, config, name, `SVC_MODEL_${name}`)
  return { ...engine.estimate, make: () => attempt(name, send, 'It answered', explain) }
}

async function attempt(
  name: string,
  send: () => Promise<{ readonly costUsd: number }>,
  did: string,
  explain: (fault: unknown) => string,
): Promise<MadeCall> {
  try {
    const { costUsd } = await send()
    return { name, ok: true, sentence: `${did} one question, for ${dollars(costUsd)}.`, costUsd }
  } catch (fault) {
    return { name, ok: false, sentence: explain(fault), costUsd: 0 }
  }
}

const SCRIBES = ['scribe', 'second scribe'] as const
const WITHOUT = 'questions come from templates and names from layout only'

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
  const send = () => writeQuestions(scribe, SUBJECT, 1, never)
  const explain = (fault: unknown) => remedy(fault, config, scribe.vendor)
  return {
    // A short prompt and one sentence cost less than a hundredth of a cent.
    typicalUsd: 0,
    worstUsd: scribe.worstUsd(questionsCall(SUBJECT, 1)),
    make: () => attempt(name, send, `${scribe.vendor} wrote`, explain),
  }
}

/** What is wrong and how to fix it; the vendor's own message is left out, as it could repeat the key. */
function remedy(fault: unknown, config: Config, name: EngineName, modelVariable?: string): string {
  if (!(fault instanceof EngineError)) return `${name} failed because of a fault in svc itself.`
  const address = baseUrlVariable(name)
  const model = modelVariable === undefined ? '' : `${modelVariable}, `
  switch (fault.kind) {
    case 'KEY_REJECTED':
      return `${name} rejects the key; put a valid one into ${keyVariable(name)}.`
    case 'QUOTA':
      return `${name} says that quota or credit is used up; top up the account.`
    case 'PROVIDER_REFUSED':
      return fault.status === 404
        ? `${name} does not know the model or the address; check ${model}${address} and what the account may use.`
        : `${name} refuses the account, the country or the model; check ${model}the account's rights and its billing.`
    case 'RATE_LIMITED':
      return `${name} is limiting the rate of calls; the key is valid, so try again in a minute.`
    case 'OVERLOADED':
    case 'SERVER':
      return `${name} has a fault or is overloaded; try again later.`
    case 'CONNECTION_REFUSED':
    case 'NETWORK':
      return `${name} cannot be reached; check the network and ${address}.`
    case 'REDIRECTED':
    case 'UNREADABLE':
    case 'TOO_LONG':
      return `Something other than ${name} answers there; check the network and ${address}.`
    case 'TIMEOUT':
      return `${name} did not answer within ${duration(config.engines[name].timeoutMs / 1_000)}; check the network and SVC_TIMEOUT_${name}.`
    case 'BAD_REQUEST':
      return `${name} does not accept the call; check ${model}${address}: the model must support ${modelVariable === undefined ? 'structured output' : 'web search'}.`
  }
}
