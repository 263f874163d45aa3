import type { ResponseCreateParamsNonStreaming } from 'openai/resources/responses/responses'
import { z } from 'zod'
import { dedupeCitations, toCitation } from './citations.ts'
import type { Engine, Reading, VendorAccess } from './engine.ts'
import { EngineError, type EngineErrorKind } from './error.ts'
import { holdsAnswer, type ReplyPart } from './holds-answer.ts'
import { joinTexts } from './join-texts.ts'
import { createTransport } from './openai-transport.ts'
import { callEstimate, searchCost, tokenCost } from './prices.ts'
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

/** Stands for what is passed over: a malformed page must not cost the answer. */
const notRead = z.unknown().transform(() => null)
const pageCited = z.object({
  type: z.literal('url_citation'),
  url: z.string(),
  title: z.string().nullish().catch(null),
})
const message = z.object({
  type: z.literal('message'),
  phase: z.string().nullish().catch(null),
  content: z.array(
    z.object({
      type: z.string(),
      text: z.string().nullish(),
      refusal: z.string().nullish(),
      annotations: z.array(z.union([pageCited, notRead])).nullish(),
    }),
  ),
})
const search = z.object({
  type: z.literal('web_search_call'),
  status: z.string().nullish(),
  action: z.object({ type: z.string() }).nullish(),
})
/** Items of other types are passed over; those of the two that are read must have their form. */
const other = z
  .object({ type: z.string().refine((type) => type !== 'message' && type !== 'web_search_call') })
  .transform(() => ({ type: 'other' as const }))

const reply = z.object({
  model: z.string(),
  output: z.array(z.union([message, search, other])),
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
type Message = z.infer<typeof message>

/** What comes with HTTP 200 and is no answer. */
const failure = z.object({
  status: z.literal(['failed', 'cancelled', 'queued', 'in_progress']),
  error: z.object({ code: z.string().nullish(), message: z.string().nullish() }).nullish().catch(null),
})

/**
 * Reads the body of an answer. The text is that of all messages, commentary before a search too; the citations are the
 * annotations, for the pages among a search's `sources` were consulted and not cited.
 */
export function fromOpenaiReply(bodies: readonly unknown[]): Reading {
  const { data } = reply.safeParse(bodies.at(-1))
  if (data === undefined) return { kind: 'empty' }
  const { model } = data
  // What newer models say while they work is marked as commentary, and is no part of the answer.
  const parts = data.output.filter((item) => item.type !== 'message' || item.phase !== 'commentary')
  const messages = parts.filter((item) => item.type === 'message')
  const text = textOf(messages)
  const refused = messages.some(({ content }) => content.some((part) => part.type === 'refusal'))
  const silent = text.trim() === ''
  const blocked = silent && (data.incomplete_details?.reason === 'content_filter' || isSafetyBlock(data.error?.code))
  if (refused || blocked) return { kind: 'noAnswer', text, model }
  if (!holdsAnswer(parts.flatMap(toPart))) return { kind: 'empty' }
  const searches = data.output.filter((item) => item.type === 'web_search_call')
  const grounded = searches.some(succeeded)
  const answer = { kind: 'answered', text, citations: citationsOf(messages), grounded, model } as const
  return searches.length > 0 && !grounded ? { ...answer, askAgain: true } : answer
}

/** The engine over OpenAI's Responses API with its web search. */
export function createOpenai(access: VendorAccess): Engine {
  const send = createTransport(access, toOpenaiError)
  return {
    name: 'OPENAI',
    model: access.model,
    simulated: false,
    estimate: callEstimate('OPENAI', access.model),
    ask: async ({ question }, _earlier, signal) => {
      const sent = await send(toOpenaiRequest(question, access.model), signal)
      const failed = failure.safeParse(sent.body)
      if (failed.success && !isSafetyBlock(failed.data.error?.code)) throw toOpenaiFailure(failed.data)
      const { data } = reply.safeParse(sent.body)
      if (data === undefined) throw new EngineError('UNREADABLE', { status: 200 })
      return { ...sent, costUsd: costOf(data, access.model) }
    },
    read: fromOpenaiReply,
  }
}

const errorObject = z
  .object({ code: z.string().nullish(), type: z.string().nullish(), message: z.string().nullish() })
  .catch({})

/** An HTTP error by OpenAI's error table; for its arguments see ToError in openai-transport.ts. */
export function toOpenaiError(status: number, headers: Headers, error: unknown, now: number): EngineError {
  const { code, type, message: said } = errorObject.parse(error)
  const kind = kindOf(status, [code, type], said ?? '')
  return new EngineError(kind, { status, retryAfterMs: retryAfterMs(headers, now) ?? waitInText(said ?? '') })
}

/** A question that the vendor will not answer, said as a failure after acceptance: a refusal like any other. */
function isSafetyBlock(code: string | null | undefined): boolean {
  return code === 'invalid_prompt' || /_policy(_violation)?$/.test(code ?? '')
}

/** A reply of HTTP 200 whose `status` says that it failed, for another reason than its safety. */
export function toOpenaiFailure({ status, error }: z.infer<typeof failure>): EngineError {
  if (error?.code === 'rate_limit_exceeded')
    return new EngineError('RATE_LIMITED', { status: 200, retryAfterMs: waitInText(error.message ?? '') })
  const passes = status !== 'failed' || error?.code == null || error.code === 'server_error'
  return new EngineError(passes ? 'SERVER' : 'BAD_REQUEST', { status: 200 })
}

function kindOf(status: number, codes: readonly unknown[], said: string): EngineErrorKind {
  if (status === 401) return 'KEY_REJECTED'
  const noMoney = codes.includes('insufficient_quota') || codes.includes('credit_balance_exhausted')
  if (status === 402 || noMoney) return 'QUOTA'
  if (status === 403 || status === 404) return 'PROVIDER_REFUSED'
  // One request larger than all the tokens of a minute: it never fits, however long it waits.
  if (status === 429 && said.startsWith('Request too large for')) return 'BAD_REQUEST'
  if (status === 429 || codes.includes('slow_down')) return 'RATE_LIMITED'
  if (status === 408) return 'TIMEOUT'
  if (status === 503) return 'OVERLOADED'
  return status >= 500 ? 'SERVER' : 'BAD_REQUEST'
}

/** "Please try again in 1.2s", "… in 644ms", "… in 6m0s": in ms; the last resort where no header says it. */
function waitInText(text: string): number | undefined {
  const [, minutes, amount, unit] = /try again in (?:(\d+)m(?!s))?([\d.]+)(ms|s)/.exec(text) ?? []
  const wait = Number(minutes ?? 0) * 60_000 + Number(amount) * (unit === 's' ? 1000 : 1)
  return Number.isFinite(wait) ? wait : undefined
}

function toPart(item: z.infer<typeof reply>['output'][number]): ReplyPart[] {
  if (item.type === 'message') return [{ said: textOf([item]) }]
  return item.type === 'web_search_call' ? [{ found: succeeded(item) }] : []
}

function succeeded({ status }: z.infer<typeof search>): boolean {
  return status == null || status === 'completed'
}

function textOf(messages: readonly Message[]): string {
  return joinTexts(messages.map(({ content }) => content.map(partText).join('')))
}

function partText({ type, text, refusal }: Message['content'][number]): string {
  if (type === 'output_text') return text ?? ''
  return type === 'refusal' ? (refusal ?? '') : ''
}

function citationsOf(messages: readonly Message[]) {
  const pages = messages.flatMap(({ content }) => content.flatMap((part) => part.annotations ?? []))
  return dedupeCitations(pages.flatMap((page) => (page && toCitation(page.url, page.title)) ?? []))
}

/** A reply without usage is reckoned at the most that it can have cost. */
function costOf(data: z.infer<typeof reply>, model: string): number {
  if (data.usage == null) return callEstimate('OPENAI', model).worstUsd
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
