import Anthropic from '@anthropic-ai/sdk'
import { z } from 'zod'
import { toCitations } from './citations.ts'
import type { Asked, Engine, Reading, VendorAccess } from './engine.ts'
import { EngineError, type EngineErrorKind } from './error.ts'
import { callEstimate, searchCost, tokenCost } from './prices.ts'
import { holdsAnswer, type ReplyPart } from './reply-text.ts'
import { retryAfterMs } from './retry-after.ts'
import { toSearches } from './searches.ts'
import { brokenCall, withDeadline } from './vendor-fetch.ts'

/** Both match the worst case in prices.ts. */
const MAX_TOKENS = 4096
const MAX_SEARCHES = 3

/** The only models that accept a forced search; others reply 400. */
const ACCEPTS_FORCED_SEARCH = /^claude-(haiku-5-5|sonnet-5|opus-5|(haiku|sonnet|opus)-4(-\d{1,2})?)(-\d{8})?$/

const SEARCH_FIRST = 'Search the web before you answer, and answer from what you find.'

/**
 * The body of one Messages request. `earlier` holds the bodies of this asking's paused turns, oldest first; their
 * blocks are sent back unchanged, because the vendor refuses edited ones.
 */
export function toAnthropicRequest(
  { question, market }: Asked,
  model: string,
  earlier: readonly unknown[],
): Anthropic.MessageCreateParamsNonStreaming {
  const turns = earlier.map((body) => ({ role: 'assistant' as const, content: sentBlocks(body) }))
  const request: Anthropic.MessageCreateParamsNonStreaming = {
    model,
    max_tokens: MAX_TOKENS,
    messages: [{ role: 'user', content: question }, ...turns],
    tools: [
      {
        type: 'web_search_20250305',
        name: 'web_search',
        max_uses: MAX_SEARCHES,
        user_location: { type: 'approximate', country: market.country },
      },
    ],
  }
  if (!ACCEPTS_FORCED_SEARCH.test(model)) return { ...request, system: SEARCH_FIRST, tool_choice: { type: 'auto' } }
  // A forced search excludes thinking; forcing it again after a paused turn would never end.
  const choice = turns.length > 0 ? { type: 'auto' as const } : { type: 'tool' as const, name: 'web_search' }
  return { ...request, thinking: { type: 'disabled' }, tool_choice: choice }
}

const usage = z.object({
  input_tokens: z.number(),
  output_tokens: z.number(),
  cache_creation_input_tokens: z.number().nullish(),
  cache_read_input_tokens: z.number().nullish(),
  server_tool_use: z.object({ web_search_requests: z.number().nullish() }).nullish(),
})
const message = z.object({
  type: z.literal('message'),
  model: z.string(),
  content: z.array(z.unknown()),
  stop_reason: z.string().nullish(),
  usage: usage.optional().catch(undefined),
})
const textBlock = z.object({
  type: z.literal('text'),
  text: z.string(),
  citations: z.array(z.unknown()).nullish().catch(null),
})
const pageCited = z.object({
  type: z.literal('web_search_result_location'),
  url: z.string(),
  title: z.string().nullish().catch(null),
})
const queryBlock = z.object({
  type: z.literal('server_tool_use'),
  name: z.literal('web_search'),
  input: z.object({ query: z.string() }).nullish().catch(null),
})
const searchBlock = z.object({ type: z.literal('web_search_tool_result'), content: z.unknown() })
const failure = z.object({
  type: z.literal('error').optional(),
  error: z.object({
    type: z.string().nullish(),
    message: z.string().nullish(),
    details: z.object({ error_code: z.string().nullish() }).nullish().catch(null),
  }),
})

/**
 * Reads the bodies of one asking, all but the last of them paused turns. Text blocks are joined without a separator,
 * because one sentence can span several.
 */
export function fromAnthropicReply(bodies: readonly unknown[]): Reading {
  const messages = bodies.flatMap((body) => message.safeParse(body).data ?? [])
  const last = messages.at(-1)
  if (last === undefined) return { kind: 'empty' }
  if (last.stop_reason === 'pause_turn') return { kind: 'unfinished' }
  const blocks = messages.flatMap(({ content }) => content)
  const texts = blocks.flatMap((block) => textBlock.safeParse(block).data ?? [])
  const text = texts.map((block) => block.text).join('')
  if (last.stop_reason === 'refusal') return { kind: 'noAnswer', text, model: last.model }
  if (!holdsAnswer(blocks.flatMap(toPart))) return { kind: 'empty' }
  const results = blocks.flatMap((block) => searchBlock.safeParse(block).data ?? [])
  const grounded = results.some(found)
  const cited = texts.flatMap((block) => block.citations ?? []).flatMap((page) => pageCited.safeParse(page).data ?? [])
  const citations = toCitations(cited)
  const asked = blocks.flatMap((block) => queryBlock.safeParse(block).data ?? [])
  const queries = asked.flatMap(({ input }) => input?.query ?? [])
  const searches = toSearches(queries, asked.length + results.length > 0)
  const answer = { kind: 'answered', text, citations, grounded, searches, model: last.model } as const
  return results.length > 0 && !grounded ? { ...answer, askAgain: true } : answer
}

function toPart(block: unknown): ReplyPart[] {
  const said = textBlock.safeParse(block).data
  if (said !== undefined) return [{ said: said.text }]
  const searched = searchBlock.safeParse(block).data
  return searched === undefined ? [] : [{ found: found(searched) }]
}

/** A successful search's content is a list, a failed one's an object. */
function found({ content }: z.infer<typeof searchBlock>): boolean {
  return Array.isArray(content)
}

/** Creates the engine for Anthropic's Messages API with web search. */
export function createAnthropic(access: VendorAccess): Engine {
  const send = anthropicSender(access)
  const estimate = () => callEstimate('ANTHROPIC', access.model)
  return {
    name: 'ANTHROPIC',
    get estimate() {
      return estimate()
    },
    ask: async (asking, earlier, signal) => {
      const { costUsd = estimate().worstUsd, ...sent } = await send(
        toAnthropicRequest(asking, access.model, earlier),
        signal,
      )
      return { ...sent, costUsd }
    },
    read: fromAnthropicReply,
  }
}

/**
 * Returns a function that sends one Messages request and returns the message with its cost, undefined without usage; throws
 * only EngineError.
 */
export function anthropicSender(access: VendorAccess) {
  const { apiKey, baseUrl, timeoutMs } = access
  const options = { baseURL: baseUrl, maxRetries: 0, timeout: timeoutMs }
  const client = new Anthropic({ ...options, apiKey, logLevel: 'off', openTelemetry: false })
  return (request: Anthropic.MessageCreateParamsNonStreaming, signal: AbortSignal) =>
    withDeadline(
      signal,
      timeoutMs,
      async (limited, fetch) => {
        const vendor = client.withOptions({ fetch })
        const response = await vendor.messages.create(request, { signal: limited, timeout: timeoutMs }).asResponse()
        const raw = await response.text()
        const body: unknown = JSON.parse(raw)
        if (failure.safeParse(body).success) throw toAnthropicError(response.status, response.headers, body, Date.now())
        return { raw, body, costUsd: costOf(request.model, message.parse(body).usage) }
      },
      fromSdkError,
    )
}

/** The HTTP status of each error type, for errors inside an HTTP 200. */
const STATUS_OF_TYPE: Readonly<Record<string, number>> = {
  authentication_error: 401,
  billing_error: 402,
  permission_error: 403,
  not_found_error: 404,
  request_too_large: 413,
  rate_limit_error: 429,
  api_error: 500,
  timeout_error: 504,
  overloaded_error: 529,
}

/** Classifies a failed reply by Anthropic's error table; `now` (epoch ms) is the base of a dated `retry-after`. */
export function toAnthropicError(status: number, headers: Headers, body: unknown, now: number): EngineError {
  const error = failure.safeParse(body).data?.error
  const code = error?.details?.error_code ?? ''
  const effectiveStatus = status === 200 ? (STATUS_OF_TYPE[error?.type ?? ''] ?? 400) : status
  const kind = kindOf(effectiveStatus, error?.type ?? '', code, error?.message ?? '')
  return new EngineError(kind, { status, retryAfterMs: retryAfterMs(headers, now) })
}

function kindOf(status: number, type: string, code: string, text: string): EngineErrorKind {
  if (status === 401) return 'KEY_REJECTED'
  if (status === 402 || /spend_limit_reached$|billing_unavailable$/.test(code)) return 'QUOTA'
  if (status === 403 || status === 404 || code === 'organization_on_hold') return 'PROVIDER_REFUSED'
  if (status === 429) return 'RATE_LIMITED'
  if (status === 408) return 'TIMEOUT'
  if (status === 529 || type === 'overloaded_error') return 'OVERLOADED'
  if (status >= 500) return 'SERVER'
  // Two account errors come as bad requests and differ only in their message.
  if (/credit balance|spend(ing)? limit|usage limit/i.test(text)) return 'QUOTA'
  if (/web.?search.*(not (enabled|available|allowed|supported)|disabled)|organization.*(disabled|on hold)/i.test(text))
    return 'PROVIDER_REFUSED'
  return 'BAD_REQUEST'
}

function fromSdkError(error: unknown): EngineError {
  if (error instanceof Anthropic.APIConnectionTimeoutError) return new EngineError('TIMEOUT')
  if (!(error instanceof Anthropic.APIError) || error.status === undefined) return brokenCall(error)
  return toAnthropicError(error.status, error.headers ?? new Headers(), error.error, Date.now())
}

function sentBlocks(body: unknown): Anthropic.ContentBlockParam[] {
  // The vendor accepts its own blocks, so they aren't validated.
  return (message.safeParse(body).data?.content ?? []) as Anthropic.ContentBlockParam[]
}

function costOf(model: string, used: z.infer<typeof usage> | undefined): number | undefined {
  if (used === undefined) return undefined
  const tokens = {
    input: used.input_tokens,
    cached: used.cache_read_input_tokens ?? 0,
    cacheWrite: used.cache_creation_input_tokens ?? 0,
    output: used.output_tokens,
  }
  const searches = used.server_tool_use?.web_search_requests ?? 0
  return tokenCost('ANTHROPIC', model, tokens) + searchCost('ANTHROPIC', model, searches)
}
