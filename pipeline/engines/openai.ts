import type { ResponseCreateParamsNonStreaming } from 'openai/resources/responses/responses'
import { z } from 'zod'
import { toCitations } from './citations.ts'
import type { Asked, Engine, Reading, VendorAccess } from './engine.ts'
import { EngineError, type EngineErrorKind, kindOfStatus } from './error.ts'
import { searchCost, tokenCost } from './prices.ts'
import {
  type CitedPage,
  citedPage,
  completed,
  createResponsesEngine,
  errorIn,
  type Failure,
  type Item,
  itemOtherThan,
  messageCiting,
  queriesOf,
  readItems,
  searchAction,
  tokensOf,
  tokenUsage,
} from './responses.ts'
import { retryAfterMs } from './retry-after.ts'
import { toSearches } from './searches.ts'

/**
 * The body of `POST /v1/responses`. `required` with one tool forces the search; the limits match the worst case in
 * prices.ts.
 */
export function toOpenaiRequest({ question, market }: Asked, model: string) {
  return {
    model,
    input: question,
    tools: [
      {
        type: 'web_search',
        search_context_size: 'medium',
        user_location: { type: 'approximate', country: market.country },
      },
    ],
    tool_choice: 'required',
    reasoning: { effort: 'low' },
    max_output_tokens: 4000,
    max_tool_calls: 3,
    store: false,
  } as const satisfies ResponseCreateParamsNonStreaming
}

const message = messageCiting(citedPage)
const search = z.object({
  type: z.literal('web_search_call'),
  status: z.string().nullish(),
  action: searchAction.nullish(),
})
const reply = z.object({
  model: z.string(),
  output: z.array(z.union([message, search, itemOtherThan('message', 'web_search_call')])),
  incomplete_details: z.object({ reason: z.string().nullish() }).nullish(),
  error: z.object({ code: z.string().nullish() }).nullish().catch(null),
  usage: tokenUsage.nullish().catch(null),
  tool_usage: z
    .object({ web_search: z.object({ num_requests: z.number() }).nullish() })
    .nullish()
    .catch(null),
})
type OpenaiReply = z.infer<typeof reply>

/**
 * Reads the body of an answer without the commentary of newer models. Only annotated pages are cited; a search's
 * `sources` were merely consulted.
 */
export function fromOpenaiReply(bodies: readonly unknown[]): Reading {
  const { data } = reply.safeParse(bodies.at(-1))
  if (data === undefined) return { kind: 'empty' }
  const items = data.output.flatMap((item): Item<CitedPage>[] => {
    if (item.type === 'message') return item.phase === 'commentary' ? [] : [item]
    return item.type === 'web_search_call' ? [{ found: completed(item) }] : []
  })
  const searched = data.output.filter((item) => item.type === 'web_search_call').filter(isSearch)
  return readItems(items, {
    model: data.model,
    searches: toSearches(
      searched.flatMap(({ action }) => (action == null ? [] : queriesOf(action))),
      searched.length > 0,
    ),
    filtered: data.incomplete_details?.reason === 'content_filter' || isSafetyBlock(data.error?.code),
    cite: toCitations,
  })
}

/** Whether a call searched rather than opened a page; older replies don't say. */
function isSearch({ action }: z.infer<typeof search>): boolean {
  return action == null || action.type === 'search'
}

/** Creates the engine for OpenAI's Responses API with web search. */
export function createOpenai(access: VendorAccess): Engine {
  return createResponsesEngine('OPENAI', access, {
    toRequest: toOpenaiRequest,
    toError: toOpenaiError,
    toFailure: toOpenaiFailure,
    reply,
    costOf,
    read: fromOpenaiReply,
  })
}

/** Classifies an HTTP error by OpenAI's error table; see ToError in responses.ts. */
export function toOpenaiError(status: number, headers: Headers, error: unknown, now: number): EngineError {
  const { codes, said } = errorIn(error)
  const delay = retryAfterMs(headers, now) ?? waitInText(said)
  return new EngineError(kindOf(status, codes, said), { status, retryAfterMs: delay })
}

/** Whether a failure after acceptance is a refusal to answer the question. */
function isSafetyBlock(code: string | number | null | undefined): boolean {
  return code === 'invalid_prompt' || /_policy(_violation)?$/.test(String(code))
}

/** Classifies an HTTP 200 with a failed `status`; undefined for a safety block, which is read as a refusal. */
export function toOpenaiFailure({ status, error }: Failure): EngineError | undefined {
  if (isSafetyBlock(error?.code)) return undefined
  if (error?.code === 'rate_limit_exceeded')
    return new EngineError('RATE_LIMITED', { status: 200, retryAfterMs: waitInText(error.message ?? '') })
  const isTransient = status !== 'failed' || error?.code == null || error.code === 'server_error'
  return new EngineError(isTransient ? 'SERVER' : 'BAD_REQUEST', { status: 200 })
}

function kindOf(status: number, codes: readonly unknown[], said: string): EngineErrorKind {
  if (status === 401) return 'KEY_REJECTED'
  if (codes.includes('insufficient_quota') || codes.includes('credit_balance_exhausted')) return 'QUOTA'
  // A request larger than the tokens allowed per minute fails however long it waits.
  if (status === 429 && said.startsWith('Request too large for')) return 'BAD_REQUEST'
  return codes.includes('slow_down') ? 'RATE_LIMITED' : kindOfStatus(status)
}

/** The delay in ms in "Please try again in 1.2s", "… in 644ms" or "… in 6m0s", used if no header gives one. */
function waitInText(text: string): number | undefined {
  const [, minutes, amount, unit] = /try again in (?:(\d+)m(?!s))?([\d.]+)(ms|s)/.exec(text) ?? []
  const wait = Number(minutes ?? 0) * 60_000 + Number(amount) * (unit === 's' ? 1000 : 1)
  return Number.isFinite(wait) ? wait : undefined
}

function costOf(data: OpenaiReply, model: string): number | undefined {
  if (data.usage == null) return undefined
  const searched = data.output.filter((item) => item.type === 'web_search_call' && item.action?.type === 'search')
  const searches = data.tool_usage?.web_search?.num_requests ?? searched.length
  return tokenCost('OPENAI', model, tokensOf(data.usage)) + searchCost('OPENAI', model, searches)
}
