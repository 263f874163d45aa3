/** What the three vendors share that speak the Responses format: OPENAI, PERPLEXITY and GROK. */
import OpenAI, { APIConnectionTimeoutError, APIError, APIUserAbortError } from 'openai'
import { z } from 'zod'
import type { Citation, EngineName } from '../contract/terms.ts'
import type { Engine, Reading, VendorAccess } from './engine.ts'
import { EngineError } from './error.ts'
import { callEstimate } from './prices.ts'
import { holdsAnswer, joinTexts } from './reply-text.ts'
import { brokenCall, withDeadline } from './vendor-fetch.ts'

/** Stands for what is passed over: a malformed page must not cost the answer. */
export const notRead = z.unknown().transform(() => null)

/** A page cited in a text. */
export const citedPage = z.object({
  type: z.literal('url_citation'),
  url: z.string(),
  title: z.string().nullish().catch(null),
})

export type CitedPage = z.infer<typeof citedPage>

/** A message whose annotations are pages of this schema. */
export function messageCiting<Page extends z.ZodType>(page: Page) {
  return z.object({
    type: z.literal('message'),
    phase: z.string().nullish().catch(null),
    content: z.array(
      z.object({
        type: z.string(),
        text: z.string().nullish(),
        refusal: z.string().nullish(),
        annotations: z.array(z.union([page, notRead])).nullish(),
      }),
    ),
  })
}

/** Items of other types than these are passed over; those of the types that are read must have their form. */
export function itemOtherThan(...read: readonly string[]) {
  return z
    .object({ type: z.string().refine((type) => !read.includes(type)) })
    .transform(() => ({ type: 'other' as const }))
}

/** What comes with HTTP 200 and is no answer. */
const failure = z.object({
  status: z.literal(['failed', 'cancelled', 'queued', 'in_progress']),
  error: z
    .object({ code: z.union([z.string(), z.number()]).nullish(), message: z.string().nullish().catch(null) })
    .nullish()
    .catch(null),
})
export type Failure = z.infer<typeof failure>

interface Message<Page> {
  readonly content: readonly {
    readonly type: string
    readonly text?: string | null | undefined
    readonly refusal?: string | null | undefined
    readonly annotations?: readonly (Page | null)[] | null | undefined
  }[]
}

/** A message, or a search and whether it found anything. */
export type Item<Page> = Message<Page> | { readonly found: boolean }

interface Told<Page> {
  readonly model: string
  /** The vendor's filter ended the reply. */
  readonly filtered: boolean
  readonly cite: (pages: readonly Page[], text: string) => Citation[]
}

/** Reads a reply from its items in order. An answer whose searches all failed is asked once more. */
export function readItems<Page>(items: readonly Item<Page>[], told: Told<Page>): Reading {
  const { model, filtered, cite } = told
  const messages = items.filter((item) => 'content' in item)
  const parts = messages.flatMap(({ content }) => content)
  const text = textOf(messages)
  if (parts.some(({ type }) => type === 'refusal') || (filtered && text.trim() === ''))
    return { kind: 'noAnswer', text, model }
  if (!holdsAnswer(items.map((item) => ('content' in item ? { said: textOf([item]) } : item)))) return { kind: 'empty' }
  const searches = items.filter((item) => 'found' in item)
  const grounded = searches.some(({ found }) => found)
  const pages = parts.flatMap(({ annotations }) => annotations ?? []).filter((page) => page !== null)
  const answer = { kind: 'answered', text, citations: cite(pages, text), grounded, model } as const
  return searches.length > 0 && !grounded ? { ...answer, askAgain: true } : answer
}

function textOf(messages: readonly Message<unknown>[]): string {
  return joinTexts(messages.map(({ content }) => content.map(partText).join('')))
}

function partText({ type, text, refusal }: Message<unknown>['content'][number]): string {
  if (type === 'output_text') return text ?? ''
  return type === 'refusal' ? (refusal ?? '') : ''
}

/** Whether an item that says how it ended ended well. */
export function completed({ status }: { readonly status?: string | null | undefined }): boolean {
  return status == null || status === 'completed'
}

/**
 * Says what an HTTP error means at one vendor. `error` is what stands under `error` in its JSON body, undefined where
 * there is none; `now` (epoch ms) is what a date in `retry-after` is counted from.
 */
export type ToError = (status: number, headers: Headers, error: unknown, now: number) => EngineError

interface Format<Data> {
  readonly toRequest: (question: string, model: string) => object
  readonly toError: ToError
  /** What a failure inside HTTP 200 means; undefined where it is to be read as a reply. */
  readonly toFailure: (failure: Failure) => EngineError | undefined
  readonly reply: z.ZodType<Data & { readonly usage?: unknown }>
  /** In USD, of a reply with its usage. */
  readonly costOf: (data: Data, model: string) => number | undefined
  readonly read: Engine['read']
}

/** An engine over a vendor of this format. A reply without usage is taken to have cost the most that it can. */
export function createResponsesEngine<Data>(name: EngineName, access: VendorAccess, format: Format<Data>): Engine {
  const { model } = access
  const send = responsesSender(access, format.toError)
  const estimate = callEstimate(name, model)
  return {
    name,
    model,
    simulated: false,
    estimate,
    ask: async ({ question }, _earlier, signal) => {
      const sent = await send(format.toRequest(question, model), signal)
      const failed = failure.safeParse(sent.body).data
      const fault = failed && format.toFailure(failed)
      if (fault !== undefined) throw fault
      const { data } = format.reply.safeParse(sent.body)
      if (data === undefined) throw new EngineError('UNREADABLE', { status: 200 })
      return { ...sent, costUsd: format.costOf(data, model) ?? estimate.worstUsd }
    },
    read: format.read,
  }
}

/** The body of an HTTP 200: as it came, and parsed. */
interface Sent {
  readonly raw: string
  readonly body: unknown
}

/**
 * Sends one request to `/responses`. The SDK takes whatever it isn't given from the OPENAI_* variables and would send it to
 * all three vendors, so everything is given. The function returned throws EngineError and nothing else; the SDK's own errors
 * repeat the key and go no further.
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
        // As text, because the raw body is what the journal keeps. Read so, the SDK's timeout ends with the headers.
        const raw = await (await client.withOptions({ fetch }).post('/responses', options).asResponse()).text()
        return { raw, body: JSON.parse(raw) }
      },
      (error) => fromSdkError(error, toError),
    )
}

function fromSdkError(error: unknown, toError: ToError): EngineError {
  if (error instanceof APIUserAbortError || error instanceof APIConnectionTimeoutError)
    return new EngineError('TIMEOUT')
  if (error instanceof APIError && error.status !== undefined)
    return toError(error.status, error.headers ?? new Headers(), error.error, Date.now())
  return brokenCall(error)
}
