/**
 * The seam between the loopback server and the six vendors that it imitates. A vendor checks a request as strictly as
 * the real one, and builds the real one's replies; scripting, recording, delays and broken connections are the server's.
 */
import type { IncomingHttpHeaders } from 'node:http'
import type { EngineName } from '../../../pipeline/contract/terms.ts'
import type { Draft } from './answers.ts'
import type { ScribeRequest } from './scribe.ts'

/** What a reply can be. Those without a prefix mean the same for every vendor that has them. */
export const FAULTS = [
  'ok',
  'ok-no-search',
  'ok-duplicate-citations',
  'ok-extra-items',
  'refusal',
  'empty',
  'incomplete', // cut off by the token limit, with the first half of the text
  'incomplete-no-text',
  'bad-key',
  'bad-request',
  'quota',
  'provider-refused',
  'model-not-found',
  'rate-limited', // with a hint of RETRY_AFTER_MS, where the vendor gives hints
  'rate-limited-no-hint',
  'overloaded',
  'server-error',
  'html-error', // 502 with an HTML page, as a proxy in between sends it
  'html-200',
  'cut-json', // 200, and half of the body
  'stall', // headers, then never the body
  'hang', // never answers
  'reset',
  'openai:commentary',
  'openai:failed',
  'openai:failed-policy',
  'openai:content-filter',
  'openai:credit-balance',
  'openai:hint-in-text',
  'openai:request-too-large',
  'openai:slow-down',
  'anthropic:pause-turn', // half of the answer; the next request gets the rest
  'anthropic:search-error', // every search failed: too_many_requests
  'anthropic:search-unavailable', // every search failed: unavailable
  'anthropic:search-partly', // one search failed, one did not
  'anthropic:spend-limit',
  'anthropic:billing',
  'anthropic:on-hold',
  'anthropic:ramp-limit',
  'gemini:no-chunks',
  'gemini:title-not-host',
  'gemini:thoughts',
  'gemini:non-ascii',
  'gemini:daily-quota',
  'gemini:blocked-prompt',
  'gemini:tool-trouble',
  'gemini:leaked-key',
  'gemini:restricted-key',
  'gemini:no-free-tier',
  'perplexity:failed',
  'perplexity:no-markers',
  'perplexity:error-text',
  'grok:no-title',
  'grok:no-action',
  'grok:exhausted',
  'grok:bad-key-401',
  'ai-overview:none',
  'ai-overview:nested', // AI text under "people also ask" only
  'ai-overview:no-markdown', // the text is only in the elements
  'ai-overview:not-loaded',
  'ai-overview:40102',
  'ai-overview:40101',
  'ai-overview:40202',
  'ai-overview:40203',
  'ai-overview:40210',
  'ai-overview:40100-in-200',
  'ai-overview:tasks-null',
] as const
export type Fault = (typeof FAULTS)[number]

/**
 * The faults that leave the asker with an answer to keep. An answer without a good search is not among them: it is
 * asked for again, and the repeat says the same.
 */
export const ANSWERED: ReadonlySet<Fault> = new Set<Fault>([
  'ok',
  'ok-no-search',
  'ok-duplicate-citations',
  'ok-extra-items',
  'incomplete',
  'openai:commentary',
  'anthropic:search-partly',
  'gemini:no-chunks',
  'gemini:title-not-host',
  'gemini:thoughts',
  'gemini:non-ascii',
  'perplexity:no-markers',
  'grok:no-title',
  'grok:no-action',
  'ai-overview:no-markdown',
])

/** The hint of `rate-limited`, in ms. */
export const RETRY_AFTER_MS = 1000

export interface Incoming {
  readonly method: string
  /** Without the vendor's prefix and without the query. */
  readonly path: string
  readonly query: string
  readonly headers: IncomingHttpHeaders
  /** The parsed body; undefined where it is no JSON. */
  readonly body: unknown
}

export interface WireReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface Accepted {
  readonly accepted: true
  readonly question: string
  readonly model: string
  /** Whether the request let the vendor search the web. */
  readonly search: boolean
  readonly scribe: ScribeRequest | null
  /** The answer that this request continues (ANTHROPIC's `pause_turn`). */
  readonly turn: Turn | null
}

/** How far an answer was given when it paused. */
export interface Turn {
  readonly n: number
  readonly piecesSent: number
  /** The blocks given so far, as JSON. */
  readonly blocks: readonly string[]
}

export interface Rejected {
  readonly accepted: false
  readonly fault: Fault
  readonly question: string | null
  readonly reply: WireReply
}

/** One accepted request with the text that its answer is to say. */
export interface Ask extends Accepted {
  readonly engine: EngineName
  readonly text: string
  /** The text in pieces, and the pages behind it. */
  readonly draft: Draft
  readonly n: number
  readonly key: string
}

export interface Vendor {
  readonly engine: EngineName
  /** The first part of every path. */
  readonly prefix: string
  /** The faults that this vendor has. */
  readonly faults: readonly Fault[]
  /** The secret part of the credential that was sent; of a basic credential `login:password`. */
  keyOf(headers: IncomingHttpHeaders): string | null
  check(request: Incoming): Accepted | Rejected
  reply(ask: Ask, fault: Fault): WireReply
}

/** The faults that the server itself makes out of a good reply, for every vendor. */
export const TRANSPORT_FAULTS: readonly Fault[] = ['html-error', 'html-200', 'cut-json', 'stall', 'hang', 'reset']

export type ErrorTable = Partial<
  Record<Fault, { status: number; headers: Readonly<Record<string, string>>; body: unknown }>
>

export function jsonReply(body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): WireReply {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) }
}

/** The vendor's error reply from its table, with `{{name}}` filled in; a body that is a string goes out as HTML. */
export function errorReply(table: ErrorTable, fault: Fault, fill: Readonly<Record<string, string>> = {}): WireReply {
  const row = table[fault]
  if (row === undefined) throw new Error(`the loopback vendor server has no reply for ${fault}`)
  const html = typeof row.body === 'string'
  let body = html ? String(row.body) : JSON.stringify(row.body)
  for (const [name, value] of Object.entries(fill)) {
    body = body.replaceAll(`{{${name}}}`, html ? value : JSON.stringify(value).slice(1, -1))
  }
  return {
    status: row.status,
    headers: { 'content-type': html ? 'text/html' : 'application/json', ...row.headers },
    body,
  }
}

/** The faults of a vendor: its error table's, its replies', and the transport's. */
export function faultsFrom(table: ErrorTable, replies: readonly Fault[]): readonly Fault[] {
  return FAULTS.filter((fault) => fault in table || replies.includes(fault) || TRANSPORT_FAULTS.includes(fault))
}

/** A usable bearer key of the loopback vendors starts so. */
export function isTestKey(key: string | null): key is string {
  return key?.startsWith('test-') ?? false
}

export function bearer(headers: IncomingHttpHeaders): string | null {
  return /^Bearer (\S.*)$/.exec(headers.authorization ?? '')?.[1] ?? null
}
