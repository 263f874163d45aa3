import { z } from 'zod'
import { DEFAULT_MARKET } from '../contract/market/market.ts'
import { toCitations } from './citations.ts'
import type { Asked, Engine, Reading, VendorAccess } from './engine.ts'
import { EngineError, type EngineErrorKind, kindOfStatus } from './error.ts'
import { searchCost, tokenCost } from './prices.ts'
import {
  type CitedPage,
  citedPage,
  createResponsesEngine,
  errorIn,
  type Item,
  ignored,
  itemOtherThan,
  messageCiting,
  readItems,
  toFailure,
  tokensOf,
  tokenUsage,
} from './responses.ts'
import { retryAfterMs } from './retry-after.ts'
import { toSearches } from './searches.ts'

/**
 * The body of `POST /v1/responses`, the Agent API's name in the openai SDK; the output limit matches the worst case in
 * prices.ts.
 */
export function toPerplexityRequest({ question, market }: Asked, model: string) {
  const { country, language } = market
  return {
    model,
    input: question,
    tools: [{ type: 'web_search', search_context_size: 'medium', max_results: 10, user_location: { country } }],
    max_output_tokens: 2000,
    max_steps: 3,
    // Requests in the default language stay as they always were, so that months can be compared.
    ...(language !== DEFAULT_MARKET.language && { language_preference: language }),
  }
}

const message = messageCiting(citedPage)
const result = z.object({
  id: z.union([z.number(), z.string()]),
  url: z.string(),
  title: z.string().nullish().catch(null),
})
const search = z.object({
  type: z.literal('search_results'),
  queries: z.array(z.string()).nullish().catch(null),
  results: z.array(z.union([result, ignored])).nullish(),
})
const reply = z.object({
  model: z.string(),
  output: z.array(z.union([message, search, itemOtherThan('message', 'search_results')])),
  incomplete_details: z.object({ reason: z.string().nullish() }).nullish(),
  usage: tokenUsage
    .extend({
      tool_calls_details: z.object({ search_web: z.object({ invocation: z.number().nullish() }).nullish() }).nullish(),
      cost: z.object({ total_cost: z.number().nonnegative() }).nullish().catch(null),
    })
    .nullish()
    .catch(null),
})
type PerplexityReply = z.infer<typeof reply>

/** Reads the body of an answer. It cites the results whose number is in the text as `[n]`, and annotated pages. */
export function fromPerplexityReply(bodies: readonly unknown[]): Reading {
  const { data } = reply.safeParse(bodies.at(-1))
  if (data === undefined) return { kind: 'empty' }
  const items = data.output.flatMap((item): Item<CitedPage>[] => {
    if (item.type === 'message') return [item]
    return item.type === 'search_results' ? [{ found: resultsOf(item).length > 0 }] : []
  })
  const results = data.output.flatMap((item) => (item.type === 'search_results' ? resultsOf(item) : []))
  const listed = items.some((item) => 'found' in item)
  const queries = data.output.flatMap((item) => (item.type === 'search_results' ? (item.queries ?? []) : []))
  // A search that was billed but isn't listed found nothing.
  return readItems(listed || searchesBilled(data) === 0 ? items : [{ found: false }, ...items], {
    model: data.model,
    searches: toSearches(queries, listed || searchesBilled(data) > 0),
    filtered: data.incomplete_details?.reason === 'content_filter',
    cite: (pages, text) => toCitations([...numbered(text, results), ...pages]),
  })
}

/** Creates the engine for Perplexity's Agent API with web search. */
export function createPerplexity(access: VendorAccess): Engine {
  return createResponsesEngine('PERPLEXITY', access, {
    toRequest: toPerplexityRequest,
    toError: toPerplexityError,
    toFailure,
    reply,
    costOf,
    read: fromPerplexityReply,
  })
}

/** Classifies an HTTP error by Perplexity's error table; see ToError in responses.ts. */
export function toPerplexityError(status: number, headers: Headers, error: unknown, now: number): EngineError {
  const { codes, said } = errorIn(error)
  return new EngineError(kindOf(status, codes, said), { status, retryAfterMs: retryAfterMs(headers, now) })
}

function kindOf(status: number, codes: readonly unknown[], said: string): EngineErrorKind {
  const noMoney = /quota|insufficient|out of credits?|credit balance/i.test([...codes, said].join(' '))
  if ((status === 401 || status === 429) && noMoney) return 'QUOTA'
  // A retired endpoint says nothing about the key or the account.
  const retired = codes.includes('agent_api_migration_required') || codes.includes('chat_completions_not_available')
  if (status === 403 && retired) return 'BAD_REQUEST'
  if (status === 400 && /\bmodel\b.*not supported/i.test(said)) return 'PROVIDER_REFUSED'
  return kindOfStatus(status)
}

function resultsOf({ results }: z.infer<typeof search>) {
  return (results ?? []).filter((item) => item !== null)
}

/** The results cited by `[n]`, in the order of the markers; numbering continues from one search to the next. */
function numbered(text: string, results: readonly z.infer<typeof result>[]) {
  const byNumber = new Map(results.map((each) => [String(each.id), each]))
  return [...text.matchAll(/\[(\d+)\]/g)].flatMap(([, number]) => byNumber.get(number ?? '') ?? [])
}

function searchesBilled(data: PerplexityReply): number {
  return data.usage?.tool_calls_details?.search_web?.invocation ?? 0
}

/** The cost that the vendor reports, or else the one by the price table. */
function costOf(data: PerplexityReply, model: string): number | undefined {
  const { usage } = data
  if (usage == null) return undefined
  if (usage.cost != null) return usage.cost.total_cost
  return tokenCost('PERPLEXITY', model, tokensOf(usage)) + searchCost('PERPLEXITY', model, searchesBilled(data))
}
