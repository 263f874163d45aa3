/** What OPENAI, PERPLEXITY and GROK share, whose APIs have the Responses format. */
import OpenAI, { APIConnectionTimeoutError, APIError } from 'openai'
import { z } from 'zod'
import type { Citation, EngineName } from '../contract/terms.ts'
import type { Asked, Engine, Reading, VendorAccess } from './engine.ts'
import { EngineError } from './error.ts'
import { callEstimate, type Tokens } from './prices.ts'
import { holdsAnswer, joinTexts } from './reply-text.ts'
import { brokenCall, withDeadline } from './vendor-fetch.ts'

/** Matches anything, so that a malformed page doesn't lose the answer. */
export const ignored = z.unknown().transform(() => null)

/** An annotation that cites a page. */
export const citedPage = z.object({
  type: z.literal('url_citation'),
  url: z.string(),
  title: z.string().nullish().catch(null),
})

export type CitedPage = z.infer<typeof citedPage>

/** The schema of a message with annotations of this schema. */
export function messageCiting<Page extends z.ZodType>(page: Page) {
  return z.object({
    type: z.literal('message'),
    phase: z.string().nullish().catch(null),
    content: z.array(
      z.object({
        type: z.string(),
        text: z.string().nullish(),
        refusal: z.string().nullish(),
        annotations: z.array(z.union([page, ignored])).nullish(),
      }),
    ),
  })
}

/** The schema of an ignored item: one whose type isn't among `read`, whose items must match their own schemas. */
export function itemOtherThan(...read: readonly string[]) {
  return z
    .object({ type: z.string().refine((type) => !read.includes(type)) })
    .transform(() => ({ type: 'other' as const }))
}

/** The token usage that all three vendors report. */
export const tokenUsage = z.object({
  input_tokens: z.number(),
  input_tokens_details: z
    .object({ cached_tokens: z.number().nullish(), cache_write_tokens: z.number().nullish() })
    .nullish(),
  output_tokens: z.number(),
})

/** The tokens of a reply by price; vendors have reported more cached tokens than input tokens. */
export function tokensOf({ input_tokens, input_tokens_details, output_tokens }: z.infer<typeof tokenUsage>): Tokens {
  const cached = Math.min(input_tokens_details?.cached_tokens ?? 0, input_tokens)
  const cacheWrite = input_tokens_details?.cache_write_tokens ?? 0
  return { input: input_tokens - cached - cacheWrite, cached, cacheWrite, output: output_tokens }
}

/** A failed reply with HTTP 200. */
export const failure = z.object({
  status: z.literal(['failed', 'cancelled', 'queued', 'in_progress']),
  error: z
    .object({ code: z.union([z.string(), z.number()]).nullish(), message: z.string().nullish().catch(null) })
    .nullish()
    .catch(null),
})
export type Failure = z.infer<typeof failure>

/** Classifies such a failure at PERPLEXITY and GROK. */
export function toFailure({ error }: Failure): EngineError {
  const limited = error?.code === 429 || error?.code === 'rate_limit_exceeded'
  return new EngineError(limited ? 'RATE_LIMITED' : 'SERVER', { status: 200 })
}

const errorField = z
  .object({
    code: z.union([z.string(), z.number()]).nullish(),
    type: z.string().nullish(),
    message: z.string().nullish(),
  })
  .or(z.string().transform((message) => ({ code: null, type: null, message })))
  .catch({})

/** The codes and the message in the `error` field of a JSON body, which is an object or only the message. */
export function errorIn(error: unknown): { readonly codes: readonly unknown[]; readonly said: string } {
  const { code, type, message } = errorField.parse(error)
  return { codes: [code, type], said: message ?? '' }
}

/** What a search call did. */
export const searchAction = z.object({
  type: z.string(),
  query: z.string().nullish().catch(null),
  queries: z.array(z.string()).nullish().catch(null),
})

/** The queries of a search; empty for other actions, such as opening a page. */
export function queriesOf(action: z.infer<typeof searchAction>): string[] {
  if (action.type !== 'search') return []
  const { query, queries } = action
  return queries?.length ? queries : query == null ? [] : [query]
}

interface Message<Page> {
  readonly content: readonly {
    readonly type: string
    readonly text?: string | null | undefined
    readonly refusal?: string | null | undefined
    readonly annotations?: readonly (Page | null)[] | null | undefined
  }[]
}

/** A message, or a search and whether it succeeded. */
export type Item<Page> = Message<Page> | { readonly found: boolean }

interface Details<Page> {
  readonly model: string
  /** Whether the vendor's content filter ended the reply. */
  readonly filtered: boolean
  readonly searches: readonly string[] | null
  readonly cite: (pages: readonly Page[], text: string) => Citation[]
}

/** Reads a reply's items, in order; an answer whose searches all failed asks for another try. */
export function readItems<Page>(items: readonly Item<Page>[], details: Details<Page>): Reading {
  const { model, filtered, searches, cite } = details
  const messages = items.filter((item) => 'content' in item)
  const parts = messages.flatMap(({ content }) => content)
  const text = textOf(messages)
  const isAnswer = holdsAnswer(items.map((item) => ('content' in item ? { said: textOf([item]) } : item)))
  if (parts.some(({ type }) => type === 'refusal') || (filtered && !isAnswer)) return { kind: 'noAnswer', text, model }
  if (!isAnswer) return { kind: 'empty' }
  const searched = items.filter((item) => 'found' in item)
  const grounded = searched.some(({ found }) => found)
  const pages = parts.flatMap(({ annotations }) => annotations ?? []).filter((page) => page !== null)
  const answer = { kind: 'answered', text, citations: cite(pages, text), grounded, searches, model } as const
  return searched.length > 0 && !grounded ? { ...answer, askAgain: true } : answer
}

function textOf(messages: readonly Message<unknown>[]): string {
  return joinTexts(messages.map(({ content }) => content.map(partText).join('')))
}

function partText({ type, text, refusal }: Message<unknown>['content'][number]): string {
  if (type === 'output_text') return text ?? ''
  return type === 'refusal' ? (refusal ?? '') : ''
}

/** Whether an item is completed; older replies have no status. */
export function completed({ status }: { readonly status?: string | null | undefined }): boolean {
  return status == null || status === 'completed'
}

/**
 * Classifies one vendor's HTTP error: `error` is the `error` field of its JSON body, `now` (epoch ms) the base of a
 * dated `retry-after`.
 */
export type ToError = (status: number, headers: Headers, error: unknown, now: number) => EngineError

interface Format<Data> {
  readonly toRequest: (asked: Asked, model: string) => object
  readonly toError: ToError
  /** Classifies a failure inside HTTP 200; undefined if it should be read as a reply. */
  readonly toFailure: (failure: Failure) => EngineError | undefined
  readonly reply: z.ZodType<Data & { readonly usage?: unknown }>
  /** The cost in USD; undefined without usage. */
  readonly costOf: (data: Data, model: string) => number | undefined
  readonly read: Engine['read']
}

/** Creates an engine for a vendor with this format. A reply without usage is charged at the most that it can cost. */
export function createResponsesEngine<Data>(name: EngineName, access: VendorAccess, format: Format<Data>): Engine {
  const { model } = access
  const send = responsesSender(access, format.toError)
  const estimate = () => callEstimate(name, model)
  return {
    name,
    get estimate() {
      return estimate()
    },
    ask: async (asking, _earlier, signal) => {
      const sent = await send(format.toRequest(asking, model), signal)
      const failed = failure.safeParse(sent.body).data
      const fault = failed && format.toFailure(failed)
      if (fault !== undefined) throw fault
      const { data } = format.reply.safeParse(sent.body)
      if (data === undefined) throw new EngineError('UNREADABLE', { status: 200 })
      return { ...sent, costUsd: format.costOf(data, model) ?? estimate().worstUsd }
    },
    read: format.read,
  }
}

/** The body of an HTTP 200, as received and parsed. */
interface Sent {
  readonly raw: string
  readonly body: unknown
}

/**
 * Returns a function that sends one request to `/responses` and throws only EngineError, because the SDK's errors
 * repeat the key. Every option is set, since the SDK would read missing ones from OPENAI_* variables and send them to
 * any vendor.
 */
export function responsesSender({ apiKey, baseUrl, timeoutMs }: VendorAccess, toError: ToError) {
  const client = new OpenAI({
    apiKey,
    adminAPIKey: null,
    baseURL: baseUrl,
    organization: null,
    project: null,
    webhookSecret: null,
    logLevel: 'off',
    maxRetries: 0,
    timeout: timeoutMs,
  })
  return (request: object, signal: AbortSignal): Promise<Sent> =>
    withDeadline(
      signal,
      timeoutMs,
      async (limited, fetch) => {
        const options = { body: request, signal: limited, timeout: timeoutMs, maxRetries: 0 }
        // The journal stores the raw body, so it is read here, where the SDK's timeout no longer applies.
        const raw = await (await client.withOptions({ fetch }).post('/responses', options).asResponse()).text()
        return { raw, body: JSON.parse(raw) }
      },
      (error) => fromSdkError(error, toError),
    )
}

function fromSdkError(error: unknown, toError: ToError): EngineError {
  if (error instanceof APIConnectionTimeoutError) return new EngineError('TIMEOUT')
  if (error instanceof APIError && error.status !== undefined)
    return toError(error.status, error.headers ?? new Headers(), error.error, Date.now())
  return brokenCall(error)
}
