import { z } from 'zod'
import type { ScribeVendor } from '../contract/words.ts'
import type { VendorAccess } from '../engines/engine.ts'
import { EngineError } from '../engines/error.ts'
import { tokenCost } from '../engines/prices.ts'
import type { ScribeCall } from './call.ts'

/** A reply's body as received and parsed, and its cost in USD, undefined without usage. */
interface Sent {
  readonly raw: string
  readonly body: unknown
  readonly costUsd: number | undefined
}

/** Sends one call with the client of that vendor's engine. Throws only EngineError. */
type Send = (call: ScribeCall, signal: AbortSignal) => Promise<Sent>

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
  const [{ failure, responsesSender, tokensOf, tokenUsage }, { toOpenaiError }] = await Promise.all([
    import('../engines/responses.ts'),
    import('../engines/openai.ts'),
  ])
  const send = responsesSender(access, toOpenaiError)
  const reply = z.object({ output: z.array(z.unknown()), usage: tokenUsage.nullish().catch(null) })
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
    if (data === undefined || failure.safeParse(body).success) throw new EngineError('SERVER', { status: 200 })
    const { usage } = data
    return { raw, body, costUsd: usage ? tokenCost('OPENAI', access.model, tokensOf(usage)) : undefined }
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
