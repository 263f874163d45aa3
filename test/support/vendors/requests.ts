/** Plain requests that each vendor accepts, for tests of the loopback server itself. */
import type { EngineName } from '../../../pipeline/contract/terms.ts'
import type { VendorAccess } from '../../../pipeline/engines/engine.ts'

export interface PlainRequest {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

/** A request that asks a question with a web search, as the vendor's documentation has it. */
export function plainRequest(engine: EngineName, access: VendorAccess, question: string): PlainRequest {
  const bearer = { authorization: `Bearer ${access.apiKey}` }
  const { model } = access
  switch (engine) {
    case 'OPENAI': {
      const tools = [{ type: 'web_search', search_context_size: 'medium' }]
      const body = { model, input: question, tools, tool_choice: 'required', max_output_tokens: 4000, store: false }
      return { path: '/responses', headers: bearer, body }
    }
    case 'ANTHROPIC': {
      const tools = [{ type: 'web_search_20250305', name: 'web_search', max_uses: 3 }]
      const body = { model, max_tokens: 4096, messages: [{ role: 'user', content: question }], tools }
      return { path: '/v1/messages', headers: { ...bearer, 'anthropic-version': '2026-10-21' }, body }
    }
    case 'PERPLEXITY': {
      const tools = [{ type: 'web_search', user_location: { country: 'US' } }]
      const body = { model, input: question, tools, max_output_tokens: 2000, max_steps: 3 }
      return { path: '/responses', headers: bearer, body }
    }
    case 'GEMINI': {
      const generationConfig = { maxOutputTokens: 4096, thinkingConfig: { thinkingLevel: 'low' } }
      const body = {
        contents: [{ role: 'user', parts: [{ text: question }] }],
        tools: [{ googleSearch: {} }],
        generationConfig,
      }
      return { path: `/v1beta/models/${model}:generateContent`, headers: { 'x-goog-api-key': access.apiKey }, body }
    }
    case 'GROK': {
      const input = [{ role: 'user', content: question }]
      const body = { model, input, tools: [{ type: 'web_search' }], tool_choice: 'auto', max_output_tokens: 4000 }
      return { path: '/responses', headers: bearer, body }
    }
    case 'AI_OVERVIEW': {
      const keyword = question.replaceAll('%', '%25').replaceAll('+', '%2B')
      const task = { keyword, location_code: 2840, language_code: 'en', load_async_ai_overview: true }
      const authorization = `Basic ${Buffer.from(access.apiKey).toString('base64')}`
      return { path: '/v3/serp/google/organic/live/advanced', headers: { authorization }, body: [task] }
    }
  }
}

export async function post(access: VendorAccess, request: PlainRequest, signal?: AbortSignal): Promise<Response> {
  return fetch(access.baseUrl + request.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...request.headers },
    body: JSON.stringify(request.body),
    ...(signal === undefined ? {} : { signal }),
  })
}
