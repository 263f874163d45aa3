import { z } from 'zod'
import { countrySentence } from '../contract/market/market-words.ts'
import { toCitations } from './citations.ts'
import type { Asked, Engine, Reading, VendorAccess } from './engine.ts'
import { EngineError, type EngineErrorKind, kindOfStatus } from './error.ts'
import { searchCost, tokenCost } from './prices.ts'
import {
  citedPage,
  completed,
  createResponsesEngine,
  errorIn,
  type Item,
  itemOtherThan,
  messageCiting,
  queriesOf,
  readItems,
  searchAction,
  toFailure,
  tokensOf,
  tokenUsage,
} from './responses.ts'
import { retryAfterMs } from './retry-after.ts'
import { toSearches } from './searches.ts'

/** The unit in which xAI reports costs. */
const TICKS_PER_USD = 1e10

/**
 * The body of `POST /v1/responses`; the output limit matches the worst case in prices.ts. The search takes no country, so one
 * other than the default's is named in a sentence.
 */
export function toGrokRequest({ question, market }: Asked, model: string) {
  const sentence = countrySentence(market)
  return {
    model,
    input: [
      ...(sentence === undefined ? [] : [{ role: 'system', content: sentence }]),
      { role: 'user', content: question },
    ],
    tools: [{ type: 'web_search' }],
    tool_choice: 'auto',
    max_output_tokens: 4000,
    store: false,
  }
}

const message = messageCiting(citedPage.extend({ start_index: z.number().nullish(), end_index: z.number().nullish() }))
type Page = NonNullable<NonNullable<z.infer<typeof message>['content'][number]['annotations']>[number]>
const SEARCHES = ['web_search_call', 'x_search_call'] as const
/** Older replies have no status, and JSON arguments instead of an action. */
const search = z.object({
  type: z.literal(SEARCHES),
  status: z.string().nullish(),
  action: searchAction.nullish().catch(null),
  arguments: z.string().nullish().catch(null),
})
const searchArguments = z.object({ query: z.string() })
const reply = z.object({
  model: z.string(),
  output: z.array(z.union([message, search, itemOtherThan('message', ...SEARCHES)])),
  incomplete_details: z.object({ reason: z.string().nullish() }).nullish(),
  usage: tokenUsage
    .extend({
      num_sources_used: z.number().nullish(),
      num_server_side_tools_used: z.number().nullish(),
      cost_in_usd_ticks: z.number().nonnegative().nullish().catch(null),
    })
    .nullish()
    .catch(null),
})
type GrokReply = z.infer<typeof reply>

/**
 * Reads the body of an answer. Annotations list every page visited; only those with a position or their URL in the text are
 * cited.
 */
export function fromGrokReply(bodies: readonly unknown[]): Reading {
  const { data } = reply.safeParse(bodies.at(-1))
  if (data === undefined) return { kind: 'empty' }
  const items = data.output.flatMap((item): Item<Page>[] => {
    if (item.type === 'message') return [item]
    return item.type === 'other' ? [] : [{ found: completed(item) }]
  })
  // Older replies count their searches only in `usage`.
  const used = Math.max(data.usage?.num_server_side_tools_used ?? 0, data.usage?.num_sources_used ?? 0)
  const listed = items.some((item) => 'found' in item)
  const calls = data.output.filter((item) => item.type !== 'message' && item.type !== 'other')
  const searched = calls.filter(({ action }) => action == null || action.type === 'search')
  return readItems(listed || used === 0 ? items : [{ found: true }, ...items], {
    model: data.model,
    searches: toSearches(searched.flatMap(askedFor), searched.length > 0 || (!listed && used > 0)),
    filtered: data.incomplete_details?.reason === 'content_filter',
    cite: citationsIn,
  })
}

function askedFor(call: z.infer<typeof search>): string[] {
  if (call.action != null) return queriesOf(call.action)
  try {
    return [searchArguments.parse(JSON.parse(call.arguments ?? '')).query]
  } catch {
    return []
  }
}

/** Creates the engine for xAI's Responses API with web search. */
export function createGrok(access: VendorAccess): Engine {
  return createResponsesEngine('GROK', access, {
    toRequest: toGrokRequest,
    toError: toGrokError,
    toFailure,
    reply,
    costOf,
    read: fromGrokReply,
  })
}

/**
 * Classifies an HTTP error by xAI's error table; see ToError in responses.ts. `error` is usually a sentence; the SDK
 * drops its `code`.
 */
export function toGrokError(status: number, headers: Headers, error: unknown, now: number): EngineError {
  const kind = kindOf(status, errorIn(error).said)
  return new EngineError(kind, { status, retryAfterMs: retryAfterMs(headers, now) })
}

function kindOf(status: number, said: string): EngineErrorKind {
  if (status === 400 && /api key/i.test(said)) return 'KEY_REJECTED'
  const noMoney = /used all .*credits|(monthly|spending) limit|(no|any|out of|insufficient) credits?/i.test(said)
  return (status === 403 || status === 429) && noMoney ? 'QUOTA' : kindOfStatus(status)
}

function citationsIn(pages: readonly Page[], text: string) {
  const cited = pages.filter(
    ({ url, start_index, end_index }) => (start_index != null && end_index != null) || contains(text, url),
  )
  // A title that is only a number belongs to the marker in the text, not to the page.
  return toCitations(cited.map(({ url, title }) => ({ url, title: /^\s*\d+\s*$/.test(title ?? '') ? null : title })))
}

/** Whether the text contains this URL, not just a longer one that begins with it. */
function contains(text: string, url: string): boolean {
  for (let at = text.indexOf(url); at >= 0; at = text.indexOf(url, at + 1)) {
    if (/^([\s)\]>"'<,;|*]|[.:!?](\s|$)|$)/.test(text.slice(at + url.length, at + url.length + 2))) return true
  }
  return false
}

/** The cost that the vendor reports, or else the one by the price table. */
function costOf({ usage }: GrokReply, model: string): number | undefined {
  if (usage == null) return undefined
  if (usage.cost_in_usd_ticks != null) return usage.cost_in_usd_ticks / TICKS_PER_USD
  const searches = usage.num_server_side_tools_used ?? 0
  return tokenCost('GROK', model, tokensOf(usage)) + searchCost('GROK', model, searches)
}
