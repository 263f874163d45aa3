import { z } from 'zod'
import type { Reply, VendorAccess } from '../engines/engine.ts'
import { EngineError } from '../engines/error.ts'
import { tokenCost } from '../engines/prices.ts'
import type { ScribeCall, ScribeVendor } from './call.ts'

/** One vendor's part: sends the call over the same client as the engine of that vendor. Throws EngineError and nothing else. */
type Send = (call: ScribeCall, signal: AbortSignal) => Promise<Reply>

export function senderOf(vendor: ScribeVendor, access: VendorAccess): Promise<Send> {
  switch (vendor) {
    case 'OPENAI':
      return openaiSender(access)
    case 'ANTHROPIC':
      return toAnthropic(access)
    case 'GEMINI':
      return toGemini(access)
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

async function openaiSender(access: VendorAccess): Promise<Send> {
  const [{ responsesSender }, { toOpenaiError }] = await Promise.all([
    import('../engines/responses.ts'),
    import('../engines/openai.ts'),
  ])
  const send = responsesSender(access, toOpenaiError)
  return async ({ name, schema, prompt, maxOutput }, signal) => {
    const request = {
      model: access.model,
      input: prompt,
      text: { format: { type: 'json_schema', name, strict: true, schema } },
      reasoning: { effort: 'none' },
      max_output_tokens: maxOutput,
      store: false,
    }
    const { raw, body } = await send(request, signal)
    const { data } = openaiReply.safeParse(body)
    // A failure after acceptance comes with HTTP 200 and without usage.
    if (data === undefined) throw new EngineError('SERVER', { status: 200 })
    const cached = data.usage.input_tokens_details.cached_tokens ?? 0
    const cacheWrite = data.usage.input_tokens_details.cache_write_tokens ?? 0
    const input = data.usage.input_tokens - cached - cacheWrite
    const tokens = { input, cached, cacheWrite, output: data.usage.output_tokens }
    return { raw, body, costUsd: tokenCost('OPENAI', access.model, tokens) }
  }
}

async function toAnthropic(access: VendorAccess): Promise<Send> {
  const { anthropicSender } = await import('../engines/anthropic.ts')
  const send = anthropicSender(access)
  return ({ schema, prompt, maxOutput }, signal) =>
    send(
      {
        model: access.model,
        max_tokens: maxOutput,
        messages: [{ role: 'user', content: prompt }],
        output_config: { format: { type: 'json_schema', schema: { ...schema } } },
        thinking: { type: 'disabled' },
      },
      signal,
    )
}

async function toGemini(access: VendorAccess): Promise<Send> {
  const { geminiSender, toThinking } = await import('../engines/gemini.ts')
  const send = geminiSender(access)
  return ({ schema, prompt, maxOutput }, signal) =>
    send(
      {
        contents: [{ role: 'user', parts: [{ text: prompt }] }],
        generationConfig: {
          responseMimeType: 'application/json',
          responseJsonSchema: schema,
          maxOutputTokens: maxOutput,
          ...toThinking(access.model),
        },
      },
      signal,
    )
}
