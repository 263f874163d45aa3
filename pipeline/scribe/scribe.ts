import { z } from 'zod'
import type { Reading, VendorAccess } from '../engines/engine.ts'
import { EngineError } from '../engines/error.ts'
import { tokenCost } from '../engines/prices.ts'

/** A JSON schema of an object whose every property is required and that takes no others; the vendors refuse any other. */
export interface ObjectSchema {
  readonly type: 'object'
  readonly properties: Readonly<Record<string, unknown>>
  readonly required: readonly string[]
  readonly additionalProperties: false
  readonly [keyword: string]: unknown
}

/** A value in the form of the schema as the vendor promises it, unchecked, and what it cost in USD. */
interface Completion {
  readonly value: unknown
  readonly costUsd: number
}

/** The cheap model that writes questions and proposes names, over one of three vendors. */
export interface Scribe {
  readonly vendor: ScribeVendor
  readonly model: string
  /** What one completion costs at most, in USD; a budget reserves it. */
  readonly worstUsd: number
  /**
   * One completion in structured output. Throws EngineError and nothing else: BAD_REQUEST for a prompt beyond
   * MAX_PROMPT and for a reply that was cut at its bound, PROVIDER_REFUSED for a refusal.
   */
  complete(name: string, schema: ObjectSchema, prompt: string, signal: AbortSignal): Promise<Completion>
}

export type ScribeVendor = 'OPENAI' | 'ANTHROPIC' | 'GEMINI'

export const SCRIBE_MODELS: Readonly<Record<ScribeVendor, string>> = {
  OPENAI: 'gpt-6-luna',
  ANTHROPIC: 'claude-haiku-5-5',
  GEMINI: 'gemini-3.1-flash-lite',
}

/** The longest prompt in UTF-16 units. It keeps a request below the 100,000 tokens from which some prices rise. */
export const MAX_PROMPT = 32_000

/** A token is a byte at least, and a UTF-16 unit three bytes at most; the schema and the frame take a few hundred. */
const MAX_INPUT_TOKENS = 3 * MAX_PROMPT + 1_000
const MAX_OUTPUT_TOKENS = 8_000

/** The scribe over this vendor, always on its own cheap model. The vendor's SDK is loaded here and not before. */
export async function createScribe(vendor: ScribeVendor, access: Omit<VendorAccess, 'model'>): Promise<Scribe> {
  const model = SCRIBE_MODELS[vendor]
  const write = await writer(vendor, { ...access, model })
  // The dearest input is one that the vendor wrote to its cache, wholly.
  const worst = { input: 0, cached: 0, cacheWrite: MAX_INPUT_TOKENS, output: MAX_OUTPUT_TOKENS }
  return {
    vendor,
    model,
    worstUsd: tokenCost(vendor, model, worst),
    complete: async (name, schema, prompt, signal) => {
      if (prompt.length > MAX_PROMPT) throw new EngineError('BAD_REQUEST')
      const { reading, costUsd } = await write(name, schema, prompt, signal)
      return { value: toValue(reading), costUsd }
    },
  }
}

/** One vendor's part: sends the prompt and reads the reply as the engine of that vendor does. */
type Write = (
  name: string,
  schema: ObjectSchema,
  prompt: string,
  signal: AbortSignal,
) => Promise<{ readonly reading: Reading; readonly costUsd: number }>

function writer(vendor: ScribeVendor, access: VendorAccess): Promise<Write> {
  switch (vendor) {
    case 'OPENAI':
      return openaiWriter(access)
    case 'ANTHROPIC':
      return anthropicWriter(access)
    case 'GEMINI':
      return geminiWriter(access)
  }
}

const openaiReply = z.object({
  status: z.enum(['completed', 'incomplete']),
  usage: z.object({
    input_tokens: z.number(),
    input_tokens_details: z.object({ cached_tokens: z.number().nullish(), cache_write_tokens: z.number().nullish() }),
    output_tokens: z.number(),
  }),
})

async function openaiWriter(access: VendorAccess): Promise<Write> {
  const [{ createTransport }, { fromOpenaiReply, toOpenaiError }] = await Promise.all([
    import('../engines/openai-transport.ts'),
    import('../engines/openai.ts'),
  ])
  const send = createTransport(access, toOpenaiError)
  return async (name, schema, prompt, signal) => {
    const request = {
      model: access.model,
      input: prompt,
      text: { format: { type: 'json_schema', name, strict: true, schema } },
      reasoning: { effort: 'none' },
      max_output_tokens: MAX_OUTPUT_TOKENS,
      store: false,
    }
    const { body } = await send(request, signal)
    const { data } = openaiReply.safeParse(body)
    // A failure after acceptance comes with HTTP 200 and without usage.
    if (data === undefined) throw new EngineError('SERVER', { status: 200 })
    const cached = data.usage.input_tokens_details.cached_tokens ?? 0
    const cacheWrite = data.usage.input_tokens_details.cache_write_tokens ?? 0
    const input = data.usage.input_tokens - cached - cacheWrite
    const tokens = { input, cached, cacheWrite, output: data.usage.output_tokens }
    return { reading: fromOpenaiReply([body]), costUsd: tokenCost('OPENAI', access.model, tokens) }
  }
}

async function anthropicWriter(access: VendorAccess): Promise<Write> {
  const { anthropicSender, fromAnthropicReply } = await import('../engines/anthropic.ts')
  const send = anthropicSender(access)
  return async (_name, schema, prompt, signal) => {
    const request = {
      model: access.model,
      max_tokens: MAX_OUTPUT_TOKENS,
      messages: [{ role: 'user' as const, content: prompt }],
      output_config: { format: { type: 'json_schema' as const, schema: { ...schema } } },
      thinking: { type: 'disabled' as const },
    }
    const { body, costUsd } = await send(request, signal)
    return { reading: fromAnthropicReply([body]), costUsd }
  }
}

async function geminiWriter(access: VendorAccess): Promise<Write> {
  const { fromGeminiReply, geminiSender, toThinking } = await import('../engines/gemini.ts')
  const send = geminiSender(access)
  return async (_name, schema, prompt, signal) => {
    const request = {
      contents: [{ role: 'user' as const, parts: [{ text: prompt }] }],
      generationConfig: {
        responseMimeType: 'application/json',
        responseJsonSchema: schema,
        maxOutputTokens: MAX_OUTPUT_TOKENS,
        ...toThinking(access.model),
      },
    }
    const { body, costUsd } = await send(request, signal)
    return { reading: fromGeminiReply([body]), costUsd }
  }
}

/** Where the vendor promised JSON and the text is none, it was cut at its bound: asking again would cut it again. */
function toValue(reading: Reading): unknown {
  if (reading.kind === 'noAnswer') throw new EngineError('PROVIDER_REFUSED', { status: 200 })
  if (reading.kind !== 'answered') throw new EngineError('SERVER', { status: 200 })
  try {
    return JSON.parse(reading.text)
  } catch {
    throw new EngineError('BAD_REQUEST', { status: 200 })
  }
}
