import { z } from 'zod'
import type { ScribeVendor } from '../contract/words.ts'
import type { Reply, VendorAccess } from '../engines/engine.ts'
import { EngineError } from '../engines/error.ts'
import { tokenCost } from '../engines/prices.ts'
import type { ScribeCall } from './call.ts'

/** Sends one call with the client of that vendor's engine. Throws only EngineError. */
type Send = (call: ScribeCall, signal: AbortSignal) => Promise<Reply>

/** Returns the function that sends this vendor's calls; the vendor's SDK is loaded here. */
export function senderOf(vendor: ScribeVendor, access: VendorAccess): Promise<Send> {
  switch (vendor) {
    case 'OPENAI':
      return openaiScribe(access)
    case 'ANTHROPIC':
      return anthropicScribe(access)
    case 'GEMINI':
      return geminiScribe(access)
  }
}

async function openaiScribe(access: VendorAccess): Promise<Send> {
  const [{ responsesSender, tokensOf, tokenUsage }, { toOpenaiError }] = await Promise.all([
    import('../engines/responses.ts'),
    import('../engines/openai.ts'),
  ])
  const send = responsesSender(access, toOpenaiError)
  const reply = z.object({ status: z.enum(['completed', 'incomplete']), usage: tokenUsage })
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
    const { data } = reply.safeParse(body)
    // A failure after acceptance is an HTTP 200 without usage.
    if (data === undefined) throw new EngineError('SERVER', { status: 200 })
    return { raw, body, costUsd: tokenCost('OPENAI', access.model, tokensOf(data.usage)) }
  }
}

async function anthropicScribe(access: VendorAccess): Promise<Send> {
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

async function geminiScribe(access: VendorAccess): Promise<Send> {
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
