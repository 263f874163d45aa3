import type { IncomingHttpHeaders } from 'node:http'
import errors from '../../fixtures/engines/ai-overview-errors.json' with { type: 'json' }
import ok from '../../fixtures/engines/ai-overview-ok.json' with { type: 'json' }
import type { Source } from './answers.ts'
import { isOneOf, isRecord, unknownField } from './check.ts'
import { isLanguageCode, isLocationCode } from './places.ts'
import {
  type Accepted,
  type Ask,
  type ErrorTable,
  errorReply,
  FAULTS,
  type Fault,
  faultsFrom,
  type Incoming,
  jsonReply,
  type Rejected,
  type Vendor,
  type WireReply,
} from './vendor.ts'

const ERRORS: ErrorTable = errors
const REPLIES: readonly Fault[] = [
  'ok',
  'ok-duplicate-citations',
  'ok-extra-items',
  'empty',
  'ai-overview:none',
  'ai-overview:nested',
  'ai-overview:no-markdown',
  'ai-overview:not-loaded',
]
/** Failures of the one task: its status code and sentence, under a good one at the top; HTTP 200. */
const TASK_FAILURES: Partial<Record<Fault, readonly [code: number, message: string]>> = {
  'bad-request': [40501, "Invalid Field: 'keyword'."],
  'rate-limited': [40202, 'Rate limit per minute exceeded.'],
  'rate-limited-no-hint': [40202, 'Rate limit per minute exceeded.'],
  overloaded: [50301, '3rd Party API Service Unavailable.'],
  'ai-overview:40101': [40101, 'Internal SE Error.'],
  'ai-overview:40102': [40102, 'No Search Results.'],
  'ai-overview:40202': [40202, 'Rate limit per minute exceeded.'],
  'ai-overview:40203': [40203, 'The cost limit per day has been exceeded.'],
  'ai-overview:40210': [40210, 'Insufficient Funds.'],
}

const PATH = '/v3/serp/google/organic/live/advanced'
const FIELDS = [
  'keyword',
  'location_code',
  'location_name',
  'language_code',
  'language_name',
  'device',
  'os',
  'depth',
  'load_async_ai_overview',
  'se_domain',
  'tag',
]

export function aiOverviewVendor(): Vendor {
  const failed = Object.keys(TASK_FAILURES)
  const faults = faultsFrom(ERRORS, [...REPLIES, ...FAULTS.filter((fault) => failed.includes(fault))])
  return { engine: 'AI_OVERVIEW', prefix: 'dataforseo', faults, keyOf, check, reply }
}

/** The credential as `login:password`. */
function keyOf(headers: IncomingHttpHeaders): string | null {
  const encoded = /^Basic ([A-Za-z0-9+/]+=*)$/.exec(headers.authorization ?? '')?.[1]
  return encoded === undefined ? null : Buffer.from(encoded, 'base64').toString('utf8')
}

function check(request: Incoming): Accepted | Rejected {
  const { body } = request
  const rejected = (reply: WireReply, fault: Fault = 'bad-request'): Rejected => {
    return { accepted: false, fault, question: null, reply }
  }
  if (!/^test[^:]*:./.test(keyOf(request.headers) ?? '')) return rejected(errorReply(ERRORS, 'bad-key'), 'bad-key')
  if (request.path !== PATH) return rejected(refused(404, 40400, 'Not Found.'))
  if (request.method !== 'POST') return rejected(refused(405, 40401, 'Method Not Allowed.'))
  if (!request.headers['content-type']?.startsWith('application/json') || !Array.isArray(body)) {
    return rejected(refused(200, 40503, 'POST Data Is Invalid.'))
  }
  if (body.length !== 1) return rejected(refused(200, 40006, 'You can set only one task at a time.'))
  const task: unknown = body[0]
  const question = isRecord(task) ? decoded(task.keyword) : undefined
  const problem = taskProblem(task, question)
  if (problem !== undefined) return rejected(failedTask(problem[0], problem[1], task))
  if (!isRecord(task) || question === undefined) throw new Error('unreachable: the task was checked')
  // Without it the vendor only gives overviews that stood in the page at once: here none.
  const search = task.load_async_ai_overview === true
  return { accepted: true, question, model: '', search, scribe: null, turn: null }
}

/** The vendor decodes the keyword: a percent sign or a plus of the question has to come encoded. */
function decoded(keyword: unknown): string | undefined {
  if (typeof keyword !== 'string' || keyword === '' || keyword.length > 700) return undefined
  if (!/^(?:[^%]|%25|%2B)*$/i.test(keyword) || keyword.includes('+')) return undefined
  return decodeURIComponent(keyword)
}

function taskProblem(task: unknown, question: string | undefined): readonly [number, string] | undefined {
  if (!isRecord(task)) return [40503, 'POST Data Is Invalid.']
  const unknown = unknownField(task, FIELDS)
  if (unknown !== undefined) return [40506, `Unknown Fields in POST Data: '${unknown}'.`]
  if (question === undefined) return [40501, "Invalid Field: 'keyword'."]
  if (!isLocationCode(task.location_code) && typeof task.location_name !== 'string') {
    return [40501, "Invalid Field: 'location_code'."]
  }
  if (!isLanguageCode(task.language_code) && typeof task.language_name !== 'string') {
    return [40501, "Invalid Field: 'language_code'."]
  }
  if (task.device !== undefined && !isOneOf(task.device, ['desktop', 'mobile']))
    return [40501, "Invalid Field: 'device'."]
  if (task.load_async_ai_overview !== undefined && typeof task.load_async_ai_overview !== 'boolean') {
    return [40501, "Invalid Field: 'load_async_ai_overview'."]
  }
  return undefined
}

function refused(status: number, code: number, message: string): WireReply {
  const head = { version: ok.version, status_code: code, status_message: message, time: '0 sec.', cost: 0 }
  return jsonReply({ ...head, tasks_count: 0, tasks_error: 0, tasks: null }, status)
}

function failedTask(code: number, message: string, data: unknown): WireReply {
  const task = {
    id: '11200903-1234-0139-0000-abcdee',
    status_code: code,
    status_message: message,
    time: '0 sec.',
    cost: 0,
    result_count: 0,
    path: ['v3', 'serp', 'google', 'organic', 'live', 'advanced'],
    data,
    result: null,
  }
  return jsonReply({ ...ok, cost: 0, tasks_count: 1, tasks_error: 1, tasks: [task] })
}

function reply(ask: Ask, fault: Fault): WireReply {
  if (fault in ERRORS) return errorReply(ERRORS, fault)
  const failure = TASK_FAILURES[fault]
  if (failure !== undefined) return failedTask(failure[0], failure[1], { keyword: ask.question })
  const items = resultItems(ask, fault)
  const cost = ask.search && items.some(({ type }) => type === 'ai_overview') ? 0.004 : 0.002
  const [task] = ok.tasks
  const [result] = task?.result ?? []
  const types = [...new Set(items.map(({ type }) => type))]
  const found = { ...result, keyword: ask.question, item_types: types, items_count: items.length, items }
  const data = { ...task?.data, keyword: ask.question, load_async_ai_overview: ask.search }
  return jsonReply({ ...ok, cost, tasks: [{ ...task, cost, data, result: [found] }] })
}

type Item = Readonly<Record<string, unknown>> & { readonly type: string }

function resultItems(ask: Ask, fault: Fault): Item[] {
  const organic: Item = {
    type: 'organic',
    rank_group: 1,
    rank_absolute: 2,
    domain: 'www.example.net',
    title: 'Kestrelune',
    url: 'https://www.example.net/',
    description: '…',
  }
  if (!ask.search || fault === 'ai-overview:none') return [organic]
  if (fault === 'ai-overview:nested') return [nested(ask), organic]
  const extra: Item[] = fault === 'ok-extra-items' ? [{ type: 'unheard_of_block', items: null }, nested(ask)] : []
  return [overview(ask, fault), ...extra, organic]
}

/** AI text of another question's box: not the overview. */
function nested(ask: Ask): Item {
  const expanded = [
    { type: 'people_also_ask_ai_overview_expanded_element', items: [element(ask.text, [])], references: null },
  ]
  const items = [{ type: 'people_also_ask_element', title: 'What else?', expanded_element: expanded }]
  return { type: 'people_also_ask', rank_group: 1, rank_absolute: 1, items }
}

/** The overview: one element for each block of the text; references stand at the top and in the elements. */
function overview(ask: Ask, fault: Fault): Item {
  const head = {
    type: 'ai_overview',
    rank_group: 1,
    rank_absolute: 1,
    page: 1,
    position: 'left',
    xpath: '/html[1]/body[1]/div[1]',
  }
  if (fault === 'ai-overview:not-loaded') {
    return { ...head, asynchronous_ai_overview: true, markdown: null, items: null, references: null, rectangle: null }
  }
  if (fault === 'empty') {
    return { ...head, asynchronous_ai_overview: false, markdown: '', items: [], references: [], rectangle: null }
  }
  const { pieces, cited } = ask.draft
  const marked = pieces.map(({ text, cites }) => {
    const twice = fault === 'ok-duplicate-citations' ? [...cites, ...cites] : cites
    const references = twice.map((index) => ` [[${index + 1}]](${cited[index]?.url})`).join('')
    return text + references
  })
  const markdown = marked.join('')
  const items = markdown.split('\n\n').map((block) => element(block, cited.slice(0, 1)))
  const tail = fault === 'ok-duplicate-citations' ? [...cited, ...cited.map(tracked)] : cited
  return {
    ...head,
    asynchronous_ai_overview: true,
    markdown: fault === 'ai-overview:no-markdown' ? null : markdown,
    items,
    references: tail.map((source) => reference(source, 'right')),
    rectangle: null,
  }
}

function element(markdown: string, sources: readonly Source[]): Item {
  return {
    type: 'ai_overview_element',
    position: 'left',
    title: null,
    text: markdown.replace(/ \[\[\d+\]\]\([^)]*\)/g, '').replaceAll('**', ''),
    markdown,
    links: sources.map(({ title, url, host }) => ({ type: 'link_element', title, url, domain: host })),
    images: null,
    references: sources.map((source) => reference(source, 'left')),
  }
}

function reference({ host, url, title }: Source, position: string): unknown {
  return { type: 'ai_overview_reference', position, source: title, domain: host, url, title, text: '…' }
}

function tracked(source: Source): Source {
  return { ...source, url: `${source.url}${source.url.includes('?') ? '&' : '?'}srsltid=AfmBOop&utm_campaign=x#top` }
}
