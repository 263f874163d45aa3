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
 * The body of `POST /v1/responses`, the Agent API under the name that the openai SDK knows; without `tools` it does not
 * search. The output bound is that of the worst case in prices.ts.
 */
export function toPerplexityRequest(question: string, model: string) {
  return {
    model,
    input: question,
    tools: [{ type: 'web_search', search_context_size: 'medium', max_results: 10, user_location: { country: 'US' } }],
    max_output_tokens: 2000,
    max_steps: 3,
  }
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
  content: z.array(
    z.object({
      type: z.string(),
      text: z.string().nullish(),
      refusal: z.string().nullish(),
      annotations: z.array(z.union([pageCited, notRead])).nullish(),
    }),
  ),
})
const result = z.object({
  id: z.union([z.number(), z.string()]),
  url: z.string(),
  title: z.string().nullish().catch(null),
})
const search = z.object({
  type: z.literal('search_results'),
  results: z.array(z.union([result, notRead])).nullish(),
})
/** Items of other types are passed over; those of the two that are read must have their form. */
const other = z
  .object({ type: z.string().refine((type) => type !== 'message' && type !== 'search_results') })
  .transform(() => ({ type: 'other' as const }))

const reply = z.object({
  model: z.string(),
  output: z.array(z.union([message, search, other])),
  incomplete_details: z.object({ reason: z.string().nullish() }).nullish(),
  usage: z
    .object({
      input_tokens: z.number(),
      input_tokens_details: z.object({ cached_tokens: z.number().nullish() }).nullish(),
      output_tokens: z.number(),
      tool_calls_details: z.object({ search_web: z.object({ invocation: z.number().nullish() }).nullish() }).nullish(),
      cost: z.object({ total_cost: z.number().nonnegative() }).nullish().catch(null),
    })
    .nullish()
    .catch(null),
})
type PerplexityReply = z.infer<typeof reply>
type Message = z.infer<typeof message>

const code = z.union([z.string(), z.number()]).nullish()

/** What comes with HTTP 200 and is no answer. */
const failure = z.object({
  status: z.literal(['failed', 'cancelled', 'queued', 'in_progress']),
  error: z.object({ code }).nullish().catch(null),
})

/** Reads the body of an answer. Cited are the results whose number stands in the text as `[n]`, and annotated pages. */
export function fromPerplexityReply(bodies: readonly unknown[]): Reading {
  const { data } = reply.safeParse(bodies.at(-1))
  if (data === undefined) return { kind: 'empty' }
  const { model } = data
  const messages = data.output.filter((item) => item.type === 'message')
  const text = textOf(messages)
  const refused = messages.some(({ content }) => content.some((part) => part.type === 'refusal'))
  const silent = text.trim() === ''
  const blocked = silent && data.incomplete_details?.reason === 'content_filter'
  if (refused || blocked) return { kind: 'noAnswer', text, model }
  if (!holdsAnswer(data.output.flatMap(toPart))) return { kind: 'empty' }
  const searches = data.output.filter((item) => item.type === 'search_results')
  const results = searches.flatMap(resultsOf)
  const searched = searches.length > 0 || searchesBilled(data) > 0
  const grounded = results.length > 0
  const citations = dedupeCitations([...numbered(text, results), ...annotated(messages)])
  const answer = { kind: 'answered', text, citations, grounded, model } as const
  return searched && !grounded ? { ...answer, askAgain: true } : answer
}

/** The engine over Perplexity's Agent API with its web search. */
export function createPerplexity(access: VendorAccess): Engine {
  const send = createTransport(access, toPerplexityError)
  return {
    name: 'PERPLEXITY',
    model: access.model,
    simulated: false,
    estimate: callEstimate('PERPLEXITY', access.model),
    ask: async ({ question }, _earlier, signal) => {
      const sent = await send(toPerplexityRequest(question, access.model), signal)
      const failed = failure.safeParse(sent.body)
      if (failed.success) throw toPerplexityFailure(failed.data)
      const { data } = reply.safeParse(sent.body)
      if (data === undefined) throw new EngineError('UNREADABLE', { status: 200 })
      return { ...sent, costUsd: costOf(data, access.model) }
    },
    read: fromPerplexityReply,
  }
}

const errorObject = z
  .object({ code, type: z.string().nullish(), message: z.string().nullish() })
  .or(z.string().transform((text) => ({ code: null, type: null, message: text })))
  .catch({})

/** An HTTP error by Perplexity's error table; for its arguments see ToError in openai-transport.ts. */
export function toPerplexityError(status: number, headers: Headers, error: unknown, now: number): EngineError {
  const said = errorObject.parse(error)
  const kind = kindOf(status, [said.code, said.type], said.message ?? '')
  return new EngineError(kind, { status, retryAfterMs: retryAfterMs(headers, now) })
}

/** A reply of HTTP 200 whose `status` says that it failed. */
export function toPerplexityFailure({ error }: z.infer<typeof failure>): EngineError {
  const limited = error?.code === 429 || error?.code === 'rate_limit_exceeded'
  return new EngineError(limited ? 'RATE_LIMITED' : 'SERVER', { status: 200 })
}

function kindOf(status: number, codes: readonly unknown[], said: string): EngineErrorKind {
  const noMoney = /quota|insufficient|out of credits?|credit balance/i.test([...codes, said].join(' '))
  if (status === 402 || ((status === 401 || status === 429) && noMoney)) return 'QUOTA'
  // Often a page of HTML from the edge, so it is the status alone that counts.
  if (status === 401) return 'KEY_REJECTED'
  // The endpoint was retired, which says nothing of the key or the account.
  const retired = codes.includes('agent_api_migration_required') || codes.includes('chat_completions_not_available')
  if (status === 403 && retired) return 'BAD_REQUEST'
  if (status === 403 || status === 404) return 'PROVIDER_REFUSED'
  if (status === 400 && /\bmodel\b.*not supported/i.test(said)) return 'PROVIDER_REFUSED'
  if (status === 429) return 'RATE_LIMITED'
  if (status === 408) return 'TIMEOUT'
  if (status === 503) return 'OVERLOADED'
  return status >= 500 ? 'SERVER' : 'BAD_REQUEST'
}

function toPart(item: PerplexityReply['output'][number]): ReplyPart[] {
  if (item.type === 'message') return [{ said: textOf([item]) }]
  return item.type === 'search_results' ? [{ found: resultsOf(item).length > 0 }] : []
}

function resultsOf({ results }: z.infer<typeof search>) {
  return (results ?? []).filter((item) => item !== null)
}

function textOf(messages: readonly Message[]): string {
  return joinTexts(messages.map(({ content }) => content.map(partText).join('')))
}

function partText({ type, text, refusal }: Message['content'][number]): string {
  if (type === 'output_text') return text ?? ''
  return type === 'refusal' ? (refusal ?? '') : ''
}

/** In the order of the markers; the numbers run on from one search to the next. */
function numbered(text: string, results: readonly z.infer<typeof result>[]) {
  const byNumber = new Map(results.map((each) => [String(each.id), each]))
  return [...text.matchAll(/\[(\d+)\]/g)].flatMap(([, number]) => {
    const page = byNumber.get(number ?? '')
    return (page && toCitation(page.url, page.title)) ?? []
  })
}

function annotated(messages: readonly Message[]) {
  const pages = messages.flatMap(({ content }) => content.flatMap((part) => part.annotations ?? []))
  return pages.flatMap((page) => (page && toCitation(page.url, page.title)) ?? [])
}

function searchesBilled(data: PerplexityReply): number {
  return data.usage?.tool_calls_details?.search_web?.invocation ?? 0
}

/** What the vendor says it cost, else by the price table; without usage the most that it can have cost. */
function costOf(data: PerplexityReply, model: string): number {
  const { usage } = data
  if (usage == null) return callEstimate('PERPLEXITY', model).worstUsd
  if (usage.cost != null) return usage.cost.total_cost
  const cached = Math.min(usage.input_tokens_details?.cached_tokens ?? 0, usage.input_tokens)
  const tokens = { input: usage.input_tokens - cached, cached, output: usage.output_tokens }
  return tokenCost('PERPLEXITY', model, tokens) + searchCost('PERPLEXITY', model, searchesBilled(data))
}
