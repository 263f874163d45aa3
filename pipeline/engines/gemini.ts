import {
  type GenerateContentRequest,
  GoogleGenerativeAI,
  GoogleGenerativeAIFetchError,
  type Tool,
} from '@google/generative-ai'
import { z } from 'zod'
import { countrySentence } from '../contract/market/market-words.ts'
import { toCitations } from './citations.ts'
import type { Asked, Engine, Reading, VendorAccess } from './engine.ts'
import { EngineError, type EngineErrorKind, kindOfStatus } from './error.ts'
import { callEstimate, searchCost, tokenCost } from './prices.ts'
import { isBlank } from './reply-text.ts'
import { toSearches } from './searches.ts'
import { brokenCall, withDeadline } from './vendor-fetch.ts'

/** Includes thinking; matches the worst case in prices.ts. */
const MAX_OUTPUT_TOKENS = 4096

/** The SDK's types end with Gemini 2.0, but it passes newer fields through unchanged. */
interface GeminiRequest {
  readonly contents: readonly { readonly role: 'user'; readonly parts: readonly { readonly text: string }[] }[]
  readonly systemInstruction?: { readonly parts: readonly { readonly text: string }[] }
  readonly tools?: readonly { readonly googleSearch: Record<string, never> }[]
  readonly generationConfig: Readonly<Record<string, unknown>>
}

/**
 * The body of one generateContent request, which can't force a search; `grounded` says whether there was one. The
 * search takes no country, so one other than the default's is named in a sentence.
 */
export function toGeminiRequest({ question, market }: Asked, model: string): GeminiRequest {
  const sentence = countrySentence(market)
  return {
    contents: [{ role: 'user', parts: [{ text: question }] }],
    ...(sentence !== undefined && { systemInstruction: { parts: [{ text: sentence }] } }),
    tools: [{ googleSearch: {} }],
    generationConfig: { maxOutputTokens: MAX_OUTPUT_TOKENS, ...toThinking(model) },
  }
}

/** The lowest thinking level that all models since Gemini 3 accept; earlier ones refuse any. */
export function toThinking(model: string): { readonly thinkingConfig?: { readonly thinkingLevel: 'low' } } {
  return /^(models\/)?gemini-[12]\b/.test(model) ? {} : { thinkingConfig: { thinkingLevel: 'low' } }
}

const part = z.object({ text: z.string(), thought: z.boolean().optional().catch(undefined) })
const grounding = z.object({
  webSearchQueries: z.array(z.string()).nullish().catch(null),
  groundingChunks: z.array(z.unknown()).nullish().catch(null),
  groundingSupports: z.array(z.unknown()).nullish().catch(null),
})
const candidate = z.object({
  content: z.object({ parts: z.array(z.unknown()).nullish() }).nullish(),
  finishReason: z.string().nullish(),
  groundingMetadata: grounding.nullish().catch(null),
})
const usage = z.object({
  promptTokenCount: z.number().nullish(),
  cachedContentTokenCount: z.number().nullish(),
  toolUsePromptTokenCount: z.number().nullish(),
  candidatesTokenCount: z.number().nullish(),
  thoughtsTokenCount: z.number().nullish(),
})
const response = z.object({
  candidates: z.array(candidate).nullish(),
  promptFeedback: z.object({ blockReason: z.string().nullish() }).nullish(),
  usageMetadata: usage.nullish().catch(null),
  modelVersion: z.string().nullish(),
})
const pageFound = z.object({ web: z.object({ uri: z.string(), title: z.string().nullish().catch(null) }) })
const support = z.object({ groundingChunkIndices: z.array(z.int()) })

/** Finish reasons of an answer stopped for its content. */
const BLOCKED = /^(SAFETY|RECITATION|LANGUAGE|BLOCKLIST|PROHIBITED_CONTENT|SPII|OTHER|IMAGE_SAFETY)$/
/** Finish reasons of an answer whose tool calls failed. */
const TOOL_FAILURE = /^(MALFORMED_FUNCTION_CALL|UNEXPECTED_TOOL_CALL|TOO_MANY_TOOL_CALLS|MALFORMED_RESPONSE)$/

/**
 * Reads the body of an answer without its thoughts. It cites the pages that grounding supports refer to, in that order;
 * the others were only retrieved.
 */
export function fromGeminiReply(bodies: readonly unknown[]): Reading {
  const reply = response.safeParse(bodies.at(-1)).data
  const first = reply?.candidates?.[0]
  const model = reply?.modelVersion ?? 'gemini'
  if (first === undefined) return reply?.promptFeedback?.blockReason ? { kind: 'noAnswer', text: '', model } : EMPTY
  const parts = (first.content?.parts ?? []).flatMap((value) => part.safeParse(value).data ?? [])
  const text = parts.map((each) => (each.thought ? '' : each.text)).join('')
  const reason = first.finishReason ?? ''
  if (BLOCKED.test(reason)) return { kind: 'noAnswer', text, model }
  if (TOOL_FAILURE.test(reason) || isBlank(text)) return EMPTY
  const { webSearchQueries, groundingChunks, groundingSupports } = first.groundingMetadata ?? {}
  const chunks = (groundingChunks ?? []).map((chunk) => pageFound.safeParse(chunk).data?.web)
  const indices = (groundingSupports ?? []).flatMap(
    (value) => support.safeParse(value).data?.groundingChunkIndices ?? [],
  )
  const cited = indices.flatMap((index) => chunks[index] ?? [])
  const citations = toCitations(cited.map(({ uri, title }) => ({ url: uri, title })))
  // A known bug omits the chunks of some searches, so queries count as a search too.
  const grounded = (webSearchQueries ?? []).length > 0 || chunks.length > 0
  const searches = toSearches(webSearchQueries ?? [], grounded)
  return { kind: 'answered', text, citations, grounded, searches, model }
}

const EMPTY: Reading = { kind: 'empty' }

/** Creates the engine for Google's generateContent with Google Search. */
export function createGemini(access: VendorAccess): Engine {
  const send = geminiSender(access)
  const estimate = () => callEstimate('GEMINI', access.model)
  return {
    name: 'GEMINI',
    get estimate() {
      return estimate()
    },
    ask: async (asking, _earlier, signal) => {
      const { costUsd = estimate().worstUsd, ...sent } = await send(toGeminiRequest(asking, access.model), signal)
      return { ...sent, costUsd }
    },
    read: fromGeminiReply,
  }
}

/**
 * Returns a function that sends one generateContent request and returns the reply with its cost, undefined without usage;
 * throws only EngineError. `raw` is serialised again, because the SDK drops the text.
 */
export function geminiSender(access: VendorAccess) {
  const { apiKey, baseUrl, model, timeoutMs } = access
  // The SDK appends its path to the base URL, and the vendor refuses `//v1beta`.
  const client = new GoogleGenerativeAI(apiKey).getGenerativeModel({ model }, { baseUrl: baseUrl.replace(/\/$/, '') })
  return (request: GeminiRequest, signal: AbortSignal) =>
    withDeadline(
      signal,
      timeoutMs,
      async (limited, fetch) => {
        // The option `timeout` is left out, because the SDK never clears its timer, which keeps the process alive.
        const sent = request as unknown as GenerateContentRequest & { tools?: Tool[] }
        const result = await withGlobalFetch(fetch, () => client.generateContent(sent, { signal: limited }))
        const raw = JSON.stringify(result.response)
        const body: unknown = JSON.parse(raw)
        return { raw, body, costUsd: costOf(model, response.parse(body)) }
      },
      fromSdkError,
    )
}

/**
 * Replaces the global `fetch` until `call` returns its promise, because the SDK has no option for it. The SDK uses it
 * synchronously, so no other code sees the replacement.
 */
function withGlobalFetch<Result>(fetch: typeof globalThis.fetch, call: () => Result): Result {
  const original = globalThis.fetch
  globalThis.fetch = fetch
  try {
    return call()
  } finally {
    globalThis.fetch = original
  }
}

const detail = z.object({
  reason: z.string().optional(),
  retryDelay: z.string().optional(),
  violations: z.array(z.object({ quotaId: z.string().optional() })).optional(),
})

/**
 * Classifies a failed reply by Google's error table; `details` are google.rpc details, whose RetryInfo is the only
 * delay hint.
 */
export function toGeminiError(status: number, details: unknown, message: string): EngineError {
  const known = (Array.isArray(details) ? details : []).flatMap((value) => detail.safeParse(value).data ?? [])
  const reasons = known.flatMap(({ reason }) => reason ?? [])
  const quotas = known.flatMap(({ violations }) => violations ?? []).map(({ quotaId }) => quotaId ?? '')
  const kind = kindOf(status, reasons, quotas, message)
  const delay = known.flatMap(({ retryDelay }) => retryDelay ?? [])[0]
  const seconds = Number.parseFloat(delay ?? '')
  // RetryInfo is wrong for an exhausted daily quota.
  const hasDelay = kind !== 'QUOTA' && seconds >= 0
  return new EngineError(kind, { status, retryAfterMs: hasDelay ? Math.ceil(seconds * 1000) : undefined })
}

function kindOf(status: number, reasons: string[], quotas: string[], message: string): EngineErrorKind {
  const keyRefused = reasons.some((reason) => /^API_KEY_|^SERVICE_DISABLED$/.test(reason))
  if (keyRefused && (status === 400 || status === 403)) return 'KEY_REJECTED'
  if (status === 400 && /api key (not valid|expired|not found)/i.test(message)) return 'KEY_REJECTED'
  if (status === 403 && /leaked|unregistered callers|missing.*api key/i.test(message)) return 'KEY_REJECTED'
  // The SDK drops the status FAILED_PRECONDITION, so its two cases differ only in their message.
  if (status === 400 && /free tier|enable billing/i.test(message)) return 'QUOTA'
  if (status === 400 && /location is not supported|not available in your country/i.test(message))
    return 'PROVIDER_REFUSED'
  const spent = quotas.some((id) => id.includes('PerDay')) || /prepay|prepaid|credits? .*depleted/i.test(message)
  return status === 429 && spent ? 'QUOTA' : kindOfStatus(status)
}

function fromSdkError(error: unknown): EngineError {
  if (!(error instanceof GoogleGenerativeAIFetchError) || error.status === undefined) return brokenCall(error)
  return toGeminiError(error.status, error.errorDetails, error.message)
}

function costOf(model: string, reply: z.infer<typeof response>): number | undefined {
  const used = reply.usageMetadata
  if (!used) return undefined
  const cached = used.cachedContentTokenCount ?? 0
  const tokens = {
    input: (used.promptTokenCount ?? 0) - cached + (used.toolUsePromptTokenCount ?? 0),
    cached,
    output: (used.candidatesTokenCount ?? 0) + (used.thoughtsTokenCount ?? 0),
  }
  const queries = reply.candidates?.[0]?.groundingMetadata?.webSearchQueries ?? []
  return tokenCost('GEMINI', model, tokens) + searchCost('GEMINI', model, queries.length)
}
