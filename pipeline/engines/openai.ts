import type { ResponseCreateParamsNonStreaming } from 'openai/resources/responses/responses'
import { z } from 'zod'
import { dedupeCitations, toCitation } from './citations.ts'
import type { Engine, Reading, VendorAccess } from './engine.ts'
import { EngineError, type EngineErrorKind, kindOfStatus } from './error.ts'
import { searchCost, tokenCost } from './prices.ts'
import type { CitedPage, Failure, Item } from './responses.ts'
import { citedPage, completed, createResponsesEngine, itemOtherThan, messageCiting, readItems } from './responses.ts'
import { retryAfterMs } from './retry-after.ts'

/**
 * The body of `POST /v1/responses`. `required` with one tool forces the search. The country is given because the
 * service takes the United States where none is. The bounds are those of the worst case in prices.ts.
 */
export function toOpenaiRequest(question: string, model: string) {
  return {
    model,
    input: question,
    tools: [
      {
        type: 'web_search',
        search_context_size: 'medium',
        user_location: { type: 'approximate', country: 'US' },
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
  action: z.object({ type: z.string() }).nullish(),
})
const reply = z.object({
  model: z.string(),
  output: z.array(z.union([message, search, itemOtherThan('message', 'web_search_call')])),
  incomplete_details: z.object({ reason: z.string().nullish() }).nullish(),
  error: z.object({ code: z.string().nullish() }).nullish().catch(null),
  usage: z
    .object({
      input_tokens: z.number(),
      input_tokens_details: z
        .object({ cached_tokens: z.number().nullish(), cache_write_tokens: z.number().nullish() })
        .nullish(),
      output_tokens: z.number(),
    })
    .nullish()
    .catch(null),
  tool_usage: z
    .object({ web_search: z.object({ num_requests: z.number() }).nullish() })
    .nullish()
    .catch(null),
})
type OpenaiReply = z.infer<typeof reply>

/**
 * Reads the body of an answer. What newer models say while they work is marked as commentary and is no part of it; the
 * citations are the annotations, as the pages among a search's `sources` were consulted and not cited.
 */
export function fromOpenaiReply(bodies: readonly unknown[]): Reading {
  const { data } = reply.safeParse(bodies.at(-1))
  if (data === undefined) return { kind: 'empty' }
  const items = data.output.flatMap((item): Item<CitedPage>[] => {
    if (item.type === 'message') return item.phase === 'commentary' ? [] : [item]
    return item.type === 'web_search_call' ? [{ found: completed(item) }] : []
  })
  return readItems(items, {
    model: data.model,
    filtered: data.incomplete_details?.reason === 'content_filter' || isSafetyBlock(data.error?.code),
    cite: (pages) => dedupeCitations(pages.flatMap(({ url, title }) => toCitation(url, title) ?? [])),
  })
}

/** The engine over OpenAI's Responses API with its web search. */
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

const errorObject = z
  .object({ code: z.string().nullish(), type: z.string().nullish(), message: z.string().nullish() })
  .catch({})

/** An HTTP error by OpenAI's error table; for its arguments see ToError in responses.ts. */
export function toOpenaiError(status: number, headers: Headers, error: unknown, now: number): EngineError {
  const { code, type, message: said } = errorObject.parse(error)
  const kind = kindOf(status, [code, type], said ?? '')
  return new EngineError(kind, { status, retryAfterMs: retryAfterMs(headers, now) ?? waitInText(said ?? '') })
}

/** A question that the vendor will not answer, said as a failure after acceptance: a refusal like any other. */
function isSafetyBlock(code: string | number | null | undefined): boolean {
  return code === 'invalid_prompt' || /_policy(_violation)?$/.test(String(code))
}

/** A reply of HTTP 200 whose `status` says that it failed; undefined where a safety block ended it, which is a refusal. */
export function toOpenaiFailure({ status, error }: Failure): EngineError | undefined {
  if (isSafetyBlock(error?.code)) return undefined
  if (error?.code === 'rate_limit_exceeded')
    return new EngineError('RATE_LIMITED', { status: 200, retryAfterMs: waitInText(error.message ?? '') })
  const passes = status !== 'failed' || error?.code == null || error.code === 'server_error'
  return new EngineError(passes ? 'SERVER' : 'BAD_REQUEST', { status: 200 })
}

function kindOf(status: number, codes: readonly unknown[], said: string): EngineErrorKind {
  if (status === 401) return 'KEY_REJECTED'
  if (codes.includes('insufficient_quota') || codes.includes('credit_balance_exhausted')) return 'QUOTA'
  // One request larger than all the tokens of a minute: it never fits, however long it waits.
  if (status === 429 && said.startsWith('Request too large for')) return 'BAD_REQUEST'
  return codes.includes('slow_down') ? 'RATE_LIMITED' : kindOfStatus(status)
}

/** "Please try again in 1.2s", "… in 644ms", "… in 6m0s": in ms; the last resort where no header says it. */
function waitInText(text: string): number | undefined {
  const [, minutes, amount, unit] = /try again in (?:(\d+)m(?!s))?([\d.]+)(ms|s)/.exec(text) ?? []
  const wait = Number(minutes ?? 0) * 60_000 + Number(amount) * (unit === 's' ? 1000 : 1)
  return Number.isFinite(wait) ? wait : undefined
}

function costOf(data: OpenaiReply, model: string): number | undefined {
  if (data.usage == null) return undefined
  const { input_tokens, input_tokens_details, output_tokens } = data.usage
  const cached = input_tokens_details?.cached_tokens ?? 0
  const cacheWrite = input_tokens_details?.cache_write_tokens ?? 0
  const searched = data.output.filter((item) => item.type === 'web_search_call' && item.action?.type === 'search')
  return (
    tokenCost('OPENAI', model, {
      input: input_tokens - cached - cacheWrite,
      cached,
      cacheWrite,
      output: output_tokens,
    }) + searchCost('OPENAI', model, data.tool_usage?.web_search?.num_requests ?? searched.length)
  )
}
