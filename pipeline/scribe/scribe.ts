import type { Reading, Reply, VendorAccess } from '../engines/engine.ts'
import { EngineError } from '../engines/error.ts'
import { readerOf } from '../engines/index.ts'
import { tokenCost } from '../engines/prices.ts'
import type { ScribeCall, ScribeVendor } from './call.ts'
import { senderOf } from './senders.ts'

/** The cheap model that writes questions and reads answers, over one of three vendors. */
export interface Scribe {
  readonly vendor: ScribeVendor
  readonly model: string
  /** What this call costs at most, in USD; a budget reserves it. */
  worstUsd(call: ScribeCall): number
  /** Sends one request. Throws EngineError and nothing else: BAD_REQUEST for a prompt beyond MAX_PROMPT. */
  send(call: ScribeCall, signal: AbortSignal): Promise<Reply>
  /** The value in a reply's body, pure, see `readReply`. */
  read(body: unknown): unknown
}

export const SCRIBE_MODELS: Readonly<Record<ScribeVendor, string>> = {
  OPENAI: 'gpt-6-luna',
  ANTHROPIC: 'claude-haiku-5-5',
  GEMINI: 'gemini-3.1-flash-lite',
}

/** The longest prompt in UTF-16 units. It keeps a request below the 100,000 tokens from which some prices rise. */
export const MAX_PROMPT = 32_000

/** What a vendor puts around the prompt and the schema, in tokens: measured well below. */
const FRAME_TOKENS = 500

/** The scribe over this vendor, always on its own cheap model. The vendor's SDK is loaded here and not before. */
export async function createScribe(vendor: ScribeVendor, access: Omit<VendorAccess, 'model'>): Promise<Scribe> {
  const model = SCRIBE_MODELS[vendor]
  const [send, read] = await Promise.all([senderOf(vendor, { ...access, model }), replyReader(vendor)])
  return {
    vendor,
    model,
    worstUsd: (call) => worstUsd(vendor, call),
    send: async (call, signal) => {
      if (call.prompt.length > MAX_PROMPT) throw new EngineError('BAD_REQUEST')
      return send(call, signal)
    },
    read,
  }
}

/**
 * What this call costs at most over this vendor, in USD: a token is a byte at least, and the dearest input is one that
 * the vendor writes to its cache.
 */
export function worstUsd(vendor: ScribeVendor, { prompt, schema, maxOutput }: ScribeCall): number {
  const input = Buffer.byteLength(prompt) + Buffer.byteLength(JSON.stringify(schema)) + FRAME_TOKENS
  return tokenCost(vendor, SCRIBE_MODELS[vendor], { input: 0, cached: 0, cacheWrite: input, output: maxOutput })
}

/**
 * How the bodies of this vendor are read: a function that gives the value in one, in the form of the schema as the
 * vendor promises it, unchecked. It throws EngineError: PROVIDER_REFUSED for a refusal, SERVER for an empty reply,
 * BAD_REQUEST for what is no JSON, which was cut at its bound.
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
