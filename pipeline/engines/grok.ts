import { z } from 'zod'
import { dedupeCitations, toCitation } from './citations.ts'
import type { Engine, Reading, VendorAccess } from './engine.ts'
import { EngineError, type EngineErrorKind } from './error.ts'
import { holdsAnswer, type ReplyPart } from './holds-answer.ts'
import { joinTexts } from './join-texts.ts'
import { createTransport } from './openai-transport.ts'
import { callEstimate, searchCost, tokenCost } from './prices.ts'
import { retryAfterMs } from './retry-after.ts'

/** xAI counts money in ticks. */
const TICKS_PER_USD = 1e10

/** The body of `POST /v1/responses`. The output bound is that of the worst case in prices.ts. */
export function toGrokRequest(question: string, model: string) {
  return {
    model,
    input: [{ role: 'user', content: question }],
    tools: [{ type: 'web_search' }],
    tool_choice: 'auto',
    max_output_tokens: 4000,
    store: false,
  }
}

/** Stands for what is passed over: a malformed page must not cost the answer. */
const notRead = z.unknown().transform(() => null)
const pageVisited = z.object({
  type: z.literal('url_citation'),
  url: z.string(),
  title: z.string().nullish().catch(null),
  start_index: z.number().nullish(),
  end_index: z.number().nullish(),
})
const message = z.object({
  type: z.literal('message'),
  content: z.array(
    z.object({
      type: z.string(),
      text: z.string().nullish(),
      refusal: z.string().nullish(),
      annotations: z.array(z.union([pageVisited, notRead])).nullish(),
    }),
  ),
})
/** Older recordings have no `action` and no status. */
const search = z.object({ type: z.literal(['web_search_call', 'x_search_call']), status: z.string().nullish() })
/** Items of other types are passed over; those of the types that are read must have their form. */
const other = z
  .object({
    type: z.string().refine((type) => type !== 'message' && type !== 'web_search_call' && type !== 'x_search_call'),
  })
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
      num_sources_used: z.number().nullish(),
      num_server_side_tools_used: z.number().nullish(),
      cost_in_usd_ticks: z.number().nonnegative().nullish().catch(null),
    })
    .nullish()
    .catch(null),
})
type GrokReply = z.infer<typeof reply>
type Message = z.infer<typeof message>

/** What comes with HTTP 200 and is no answer. */
const failure = z.object({
  status: z.literal(['failed', 'cancelled', 'queued', 'in_progress']),
  error: z.object({ code: z.string().nullish() }).nullish().catch(null),
})

/** Reads the body of an answer. Annotations list every page visited; cited are those with a place in the text. */
export function fromGrokReply(bodies: readonly unknown[]): Reading {
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
  const searches = data.output.filter((item) => item.type !== 'message' && item.type !== 'other')
  const grounded = searches.length > 0 ? searches.some(succeeded) : toolsUsed(data) > 0
  const answer = { kind: 'answered', text, citations: citationsOf(messages, text), grounded, model } as const
  return searches.length > 0 && !grounded ? { ...answer, askAgain: true } : answer
}

/** The engine over xAI's Responses API with its web search. */
export function createGrok(access: VendorAccess): Engine {
  const send = createTransport(access, toGrokError)
  return {
    name: 'GROK',
    model: access.model,
    simulated: false,
    estimate: callEstimate('GROK', access.model),
    ask: async ({ question }, _earlier, signal) => {
      const sent = await send(toGrokRequest(question, access.model), signal)
      const failed = failure.safeParse(sent.body)
      if (failed.success) throw toGrokFailure(failed.data)
      const { data } = reply.safeParse(sent.body)
      if (data === undefined) throw new EngineError('UNREADABLE', { status: 200 })
      return { ...sent, costUsd: costOf(data, access.model) }
    },
    read: fromGrokReply,
  }
}

const errorObject = z
  .object({ message: z.string() })
  .or(z.string().transform((text) => ({ message: text })))
  .catch({ message: '' })

/**
 * An HTTP error by xAI's error table; for its arguments see ToError in openai-transport.ts. `error` is mostly a sentence,
 * and the sentence under `code` beside it never comes through the SDK, so the status and this one decide.
 */
export function toGrokError(status: number, headers: Headers, error: unknown, now: number): EngineError {
  const kind = kindOf(status, errorObject.parse(error).message)
  return new EngineError(kind, { status, retryAfterMs: retryAfterMs(headers, now) })
}

/** A reply of HTTP 200 whose `status` says that it failed. */
export function toGrokFailure({ error }: z.infer<typeof failure>): EngineError {
  return new EngineError(error?.code === 'rate_limit_exceeded' ? 'RATE_LIMITED' : 'SERVER', { status: 200 })
}

function kindOf(status: number, said: string): EngineErrorKind {
  if (status === 401 || (status === 400 && /api key/i.test(said))) return 'KEY_REJECTED'
  const noMoney = /used all .*credits|(monthly|spending) limit|(no|any|out of|insufficient) credits?/i.test(said)
  if (status === 402 || ((status === 403 || status === 429) && noMoney)) return 'QUOTA'
  if (status === 403 || status === 404) return 'PROVIDER_REFUSED'
  if (status === 429) return 'RATE_LIMITED'
  if (status === 408) return 'TIMEOUT'
  if (status === 503) return 'OVERLOADED'
  return status >= 500 ? 'SERVER' : 'BAD_REQUEST'
}

function toPart(item: GrokReply['output'][number]): ReplyPart[] {
  if (item.type === 'message') return [{ said: textOf([item]) }]
  return item.type === 'other' ? [] : [{ found: succeeded(item) }]
}

function textOf(messages: readonly Message[]): string {
  return joinTexts(messages.map(({ content }) => content.map(partText).join('')))
}

function partText({ type, text, refusal }: Message['content'][number]): string {
  if (type === 'output_text') return text ?? ''
  return type === 'refusal' ? (refusal ?? '') : ''
}

function citationsOf(messages: readonly Message[], text: string) {
  const pages = messages.flatMap(({ content }) => content.flatMap((part) => part.annotations ?? []))
  const cited = pages.flatMap((page) => {
    if (page === null) return []
    const placed = page.start_index != null && page.end_index != null
    if (!placed && !standsIn(text, page.url)) return []
    // A title that is only a number is that of the marker in the text, not of the page.
    return toCitation(page.url, /^\s*\d+\s*$/.test(page.title ?? '') ? null : page.title) ?? []
  })
  return dedupeCitations(cited)
}

/** Whether this address stands in the text as a whole, not as the beginning of a longer one. */
function standsIn(text: string, url: string): boolean {
  for (let at = text.indexOf(url); at >= 0; at = text.indexOf(url, at + 1)) {
    if (/^([\s)\]>"'<,;|*]|[.:!?](\s|$)|$)/.test(text.slice(at + url.length, at + url.length + 2))) return true
  }
  return false
}

function succeeded({ status }: { status?: string | null | undefined }): boolean {
  return status == null || status === 'completed'
}

function toolsUsed({ usage }: GrokReply): number {
  return Math.max(usage?.num_server_side_tools_used ?? 0, usage?.num_sources_used ?? 0)
}

/** What the vendor says it cost, else by the price table; without usage the most that it can have cost. */
function costOf(data: GrokReply, model: string): number {
  const { usage } = data
  if (usage == null) return callEstimate('GROK', model).worstUsd
  if (usage.cost_in_usd_ticks != null) return usage.cost_in_usd_ticks / TICKS_PER_USD
  // More cached tokens than input tokens have been seen.
  const cached = Math.min(usage.input_tokens_details?.cached_tokens ?? 0, usage.input_tokens)
  const tokens = { input: usage.input_tokens - cached, cached, output: usage.output_tokens }
  return tokenCost('GROK', model, tokens) + searchCost('GROK', model, usage.num_server_side_tools_used ?? 0)
}
