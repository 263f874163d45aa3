import type { ScribeVendor } from '../contract/words.ts'
import type { Reading, Reply, VendorAccess } from '../engines/engine.ts'
import { EngineError } from '../engines/error.ts'
import { readerOf } from '../engines/index.ts'
import { tokenCost } from '../engines/prices.ts'
import type { ScribeCall } from './call.ts'
import { senderOf } from './senders.ts'

/** The cheap model that writes questions and reads answers. */
export interface Scribe {
  readonly vendor: ScribeVendor
  readonly model: string
  /** The most that this call can cost in USD; a budget reserves it. */
  worstUsd(call: ScribeCall): number
  /** Sends one request. Throws only EngineError: BAD_REQUEST for a prompt longer than MAX_PROMPT. */
  send(call: ScribeCall, signal: AbortSignal): Promise<Reply>
  /** Returns the value in a reply's body, see `replyReader`. */
  read(body: unknown): unknown
}

export const SCRIBE_MODELS: Readonly<Record<ScribeVendor, string>> = {
  OPENAI: 'gpt-6-luna',
  ANTHROPIC: 'claude-haiku-5-5',
  GEMINI: 'gemini-3.1-flash-lite',
}

/** The longest prompt in UTF-16 units, below the 100,000 tokens from which some prices rise. */
export const MAX_PROMPT = 32_000

/** An upper bound of the tokens that a vendor adds to the prompt and the schema. */
const FRAME_TOKENS = 500

/** Creates the scribe of this vendor with its cheap model; loads the vendor's SDK. */
export async function createScribe(vendor: ScribeVendor, access: Omit<VendorAccess, 'model'>): Promise<Scribe> {
  const model = SCRIBE_MODELS[vendor]
  const [send, read] = await Promise.all([senderOf(vendor, { ...access, model }), replyReader(vendor)])
  return {
    vendor,
    model,
    worstUsd: (call) => worstUsd(vendor, call),
    send: async (call, signal) => {
      if (call.prompt.length > MAX_PROMPT) throw new EngineError('BAD_REQUEST')
      const { costUsd = worstUsd(vendor, call), ...sent } = await send(call, signal)
      return { ...sent, costUsd }
    },
    read,
  }
}

/** The most that this call can cost in USD: at most one token per byte, all written to the vendor's cache. */
export function worstUsd(vendor: ScribeVendor, { prompt, schema, maxOutput }: ScribeCall): number {
  const input = Buffer.byteLength(prompt) + Buffer.byteLength(JSON.stringify(schema)) + FRAME_TOKENS
  return tokenCost(vendor, SCRIBE_MODELS[vendor], { input: 0, cached: 0, cacheWrite: input, output: maxOutput })
}

/**
 * Returns a function that parses the value in a reply's body without validating it. It throws EngineError:
 * PROVIDER_REFUSED for a refusal, SERVER for an empty reply, BAD_REQUEST for invalid JSON, which was truncated.
 */
export async function replyReader(vendor: ScribeVendor): Promise<(body: unknown) => unknown> {
  const read = await readerOf(vendor)
  return (body) => toValue(read([body]))
}

function toValue(reading: Reading): unknown {
  if (reading.kind === 'noAnswer') throw new EngineError('PROVIDER_REFUSED', { status: 200 })
  if (reading.kind !== 'answered') throw new EngineError('SERVER', { status: 200 })
  try {
    return JSON.parse(reading.text)
  } catch {
    throw new EngineError('BAD_REQUEST', { status: 200 })
  }
}
