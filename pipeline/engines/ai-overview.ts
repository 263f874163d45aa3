import { z } from 'zod'
import { type Market, numericCountry } from '../contract/market/market.ts'
import { toCitations } from './citations.ts'
import type { Asked, Engine, Reading, Reply, VendorAccess } from './engine.ts'
import { EngineError, type EngineErrorKind, kindOfStatus } from './error.ts'
import { callEstimate } from './prices.ts'
import { isBlank } from './reply-text.ts'
import { brokenCall, withDeadline } from './vendor-fetch.ts'

const MODEL = 'google-ai-overview'
const PATH = '/v3/serp/google/organic/live/advanced'

/** DataForSEO's location code of a country is its ISO 3166-1 numeric code plus this. */
const COUNTRY_OFFSET = 2000

/** Languages whose code at Google isn't the one in ISO 639-1. */
const GOOGLE_LANGUAGES: Readonly<Record<string, string>> = { no: 'nb', zh: 'zh-CN' }
/** Countries where Chinese is written in traditional characters. */
const TRADITIONAL = ['TW', 'HK', 'MO']

const MAX_KEYWORD = 700

/** Google's search operators, which would narrow the search; some multiply the price by five. */
const OPERATORS = [
  ...['(?:all)?in(?:anchor|text|title|url)', 'site', 'filetype', 'ext', 'define', 'definition', 'id', 'info', 'link'],
  ...['related', 'cache', 'source', 'before', 'after'],
]
const OPERATOR = new RegExp(`\\b(${OPERATORS.join('|')}):`, 'gi')

/** The body of one request: a list of exactly one task. Throws an EngineError for a question without a letter or digit. */
export function toAiOverviewRequest({ question, market }: Asked) {
  return [
    {
      keyword: toKeyword(question),
      location_code: COUNTRY_OFFSET + numericCountry(market),
      language_code: toLanguageCode(market),
      device: 'desktop',
      os: 'windows',
      depth: 10,
      load_async_ai_overview: true,
    },
  ]
}

function toLanguageCode({ country, language }: Market): string {
  if (language === 'zh' && TRADITIONAL.includes(country)) return 'zh-TW'
  return GOOGLE_LANGUAGES[language] ?? language
}

/**
 * A question without search operators, with `%` and `+` escaped as the vendor requires, at most 700 characters long.
 */
function toKeyword(question: string): string {
  const words = question
    .replace(OPERATOR, '$1 ')
    .replace(/["“”|]/g, ' ')
    .replace(/(^|\s)-+(?=\S)/g, '$1')
    .replace(/\s+/g, ' ')
    .trim()
  if (!/[\p{L}\p{N}]/u.test(words)) throw new EngineError('BAD_REQUEST')
  let keyword = ''
  // Goes by code points, so that neither an escape nor a surrogate pair is cut in two.
  for (const character of words) {
    const escaped = character === '%' ? '%25' : character === '+' ? '%2B' : character
    if (keyword.length + escaped.length > MAX_KEYWORD) break
    keyword += escaped
  }
  return keyword
}

const page = z.object({ url: z.string(), title: z.string().nullish().catch(null) })
const pages = z.array(z.unknown()).nullish().catch(null)
const element = z.object({
  title: z.string().nullish().catch(null),
  text: z.string().nullish().catch(null),
  markdown: z.string().nullish().catch(null),
  components: z.array(z.unknown()).nullish().catch(null),
  references: pages,
  links: pages,
})
const overview = z.object({
  type: z.literal('ai_overview'),
  asynchronous_ai_overview: z.boolean().nullish().catch(null),
  markdown: z.string().nullish().catch(null),
  items: z.array(z.unknown()).nullish().catch(null),
  references: pages,
})
const task = z.object({
  status_code: z.number(),
  cost: z.number().nullish().catch(null),
  result: z.array(z.object({ items: z.array(z.unknown()).nullish() })).nullish(),
})
const reply = z.object({
  status_code: z.number(),
  cost: z.number().nullish().catch(null),
  tasks: z.array(task).nullish(),
})

const OK = 20_000
const NO_RESULTS = 40_102

/**
 * Reads a results page; one without an overview is `noAnswer`. Only an overview among the page's own items counts, not
 * a generated text inside another box.
 */
export function fromAiOverviewReply(bodies: readonly unknown[]): Reading {
  const parsed = reply.safeParse(bodies.at(-1)).data
  if (parsed === undefined) return { kind: 'empty' }
  const shown = (parsed.tasks?.[0]?.result?.[0]?.items ?? []).flatMap((item) => overview.safeParse(item).data ?? [])[0]
  if (shown === undefined) return { kind: 'noAnswer', text: '', model: MODEL }
  const elements = (shown.items ?? []).flatMap(withComponents)
  const { markdown } = shown
  const text = markdown != null && !isBlank(markdown) ? markdown : elements.map(textOf).filter(Boolean).join('\n\n')
  if (isBlank(text)) {
    // An overview that never loaded is no answer; one that loaded without text is a failed reply.
    const notLoaded = shown.asynchronous_ai_overview && markdown == null && shown.items == null
    return notLoaded ? { kind: 'noAnswer', text: '', model: MODEL, askAgain: true } : { kind: 'empty' }
  }
  const lists = [shown.references, ...elements.flatMap(({ references, links }) => [references, links])]
  const found = lists.flatMap((list) => list ?? []).flatMap((value) => page.safeParse(value).data ?? [])
  return { kind: 'answered', text, citations: toCitations(found), grounded: true, searches: null, model: MODEL }
}

/** Creates the engine for Google's AI Overviews through DataForSEO; `access.apiKey` is `login:password`. */
export function createAiOverview(access: VendorAccess): Engine {
  const estimate = callEstimate('AI_OVERVIEW', MODEL)
  return {
    name: 'AI_OVERVIEW',
    estimate,
    ask: (asking, _earlier, signal) =>
      withDeadline(
        signal,
        access.timeoutMs,
        (limited, fetch) => post(access, toAiOverviewRequest(asking), limited, fetch),
        brokenCall,
      ),
    read: fromAiOverviewReply,
  }
}

async function post(
  access: VendorAccess,
  request: unknown,
  signal: AbortSignal,
  fetch: typeof globalThis.fetch,
): Promise<Reply> {
  const credentials = Buffer.from(access.apiKey, 'utf8').toString('base64')
  const response = await fetch(`${access.baseUrl.replace(/\/$/, '')}${PATH}`, {
    method: 'POST',
    headers: { authorization: `Basic ${credentials}`, 'content-type': 'application/json' },
    body: JSON.stringify(request),
    signal,
  })
  const raw = await response.text()
  const body = toJson(raw)
  const parsed = reply.safeParse(body).data
  if (response.ok && parsed === undefined) throw new EngineError('UNREADABLE', { status: 200 })
  const code = codeOf(parsed)
  if (!response.ok || (code !== OK && code !== NO_RESULTS)) throw toAiOverviewError(response.status, code)
  const costUsd = parsed?.cost ?? parsed?.tasks?.[0]?.cost ?? callEstimate('AI_OVERVIEW', MODEL).worstUsd
  return { raw, body, costUsd: Math.max(0, costUsd) }
}

/** The status code of the reply or of its task, mostly under HTTP 200; undefined for a success without a task. */
function codeOf(parsed: z.infer<typeof reply> | undefined): number | undefined {
  return parsed === undefined || parsed.status_code !== OK ? parsed?.status_code : parsed.tasks?.[0]?.status_code
}

/** Codes of DataForSEO's error table that say more than the HTTP status. */
const KIND_OF_CODE: Readonly<Record<number, EngineErrorKind>> = {
  40100: 'KEY_REJECTED',
  40101: 'SERVER',
  40103: 'SERVER',
  40104: 'PROVIDER_REFUSED',
  40200: 'QUOTA',
  40201: 'PROVIDER_REFUSED',
  40202: 'RATE_LIMITED',
  40203: 'QUOTA',
  40210: 'QUOTA',
  40601: 'SERVER',
  40602: 'SERVER',
}

/** Classifies a failed reply; the `code` in its body takes precedence over the HTTP status. */
export function toAiOverviewError(status: number, code: number | undefined): EngineError {
  const known = code === undefined ? undefined : KIND_OF_CODE[code]
  if (known !== undefined) return new EngineError(known, { status })
  if (code !== undefined && code >= 50_000) return new EngineError('SERVER', { status })
  // This HTTP 200 claims success without a task.
  if (status === 200 && code === undefined) return new EngineError('SERVER', { status })
  return new EngineError(status === 404 ? 'BAD_REQUEST' : kindOfStatus(status), { status })
}

function toJson(raw: string): unknown {
  try {
    return JSON.parse(raw)
  } catch {
    return undefined
  }
}

/** An element and the components of an expanded element. */
function withComponents(value: unknown): z.infer<typeof element>[] {
  const whole = element.safeParse(value).data
  if (whole === undefined) return []
  const components = (whole.components ?? []).flatMap((component) => element.safeParse(component).data ?? [])
  return [whole, ...components]
}

function textOf({ title, text, markdown }: z.infer<typeof element>): string {
  return markdown || [title, text].filter(Boolean).join('\n')
}
