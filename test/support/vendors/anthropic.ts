import type { IncomingHttpHeaders } from 'node:http'
import errors from '../../fixtures/engines/anthropic-errors.json' with { type: 'json' }
import ok from '../../fixtures/engines/anthropic-ok.json' with { type: 'json' }
import { firstHalf, type Piece, type Source, tokens } from './answers.ts'
import { contentText, isCount, isOneOf, isRecord, records, schemaProblem, unknownField } from './check.ts'
import { scribeRequest } from './scribe.ts'
import type { Accepted, Ask, ErrorTable, Fault, Incoming, Rejected, Turn, Vendor, WireReply } from './vendor.ts'
import { bearer, errorReply, faultsFrom, isTestKey, jsonReply } from './vendor.ts'

const ERRORS: ErrorTable = errors
const REPLIES: readonly Fault[] = [
  'ok',
  'ok-no-search',
  'ok-duplicate-citations',
  'ok-extra-items',
  'refusal',
  'empty',
  'incomplete',
  'incomplete-no-text',
  'anthropic:pause-turn',
  'anthropic:search-error',
  'anthropic:search-unavailable',
  'anthropic:search-partly',
]

const FIELDS = [
  'model',
  'max_tokens',
  'messages',
  'system',
  'tools',
  'tool_choice',
  'thinking',
  'output_config',
  'stop_sequences',
  'metadata',
  'service_tier',
  'cache_control',
  'container',
  'inference_geo',
  'stream',
]
const SEARCH_TOOLS = ['web_search_20250305', 'web_search_20260209', 'web_search_20260318']
const TOOL_FIELDS = [
  'type',
  'name',
  'max_uses',
  'allowed_domains',
  'blocked_domains',
  'user_location',
  'cache_control',
  'strict',
  'defer_loading',
  'allowed_callers',
]
const FORCED_REFUSED = ['claude-sonnet-5-5', 'claude-opus-5-5', 'claude-fable-5-1', 'claude-fable-5-2']
const ALWAYS_THINKING = ['claude-sonnet-5-5', 'claude-opus-5-5', 'claude-fable-5']
const VERSIONS = ['2026-10-21', '2023-06-01']
const PREAMBLE = "I'll look this up.\n\n"

/** The vendor remembers the answers that it paused, by the JSON of the blocks that it gave so far. */
export function anthropicVendor(): Vendor {
  const paused = new Map<string, Turn>()
  return {
    engine: 'ANTHROPIC',
    prefix: 'anthropic',
    faults: faultsFrom(ERRORS, REPLIES),
    keyOf,
    check: (request) => check(request, paused),
    reply: (ask, fault) => reply(ask, fault, paused),
  }
}

/** SDK 1.x sends a bearer token, older ones and plain requests `x-api-key`. */
function keyOf(headers: IncomingHttpHeaders): string | null {
  const plain = headers['x-api-key']
  return typeof plain === 'string' ? plain : bearer(headers)
}

function check(request: Incoming, paused: ReadonlyMap<string, Turn>): Accepted | Rejected {
  const { body } = request
  const question = isRecord(body) ? (questionOf(body) ?? null) : null
  const rejected = (reply: WireReply, fault: Fault = 'bad-request'): Rejected => {
    return { accepted: false, fault, question, reply }
  }
  if (!isTestKey(keyOf(request.headers)))
    return { ...rejected(errorReply(ERRORS, 'bad-key'), 'bad-key'), question: null }
  if (request.path !== '/v1/messages') return rejected(failure(404, 'not_found_error', 'Not Found'))
  if (request.method !== 'POST') return rejected(failure(405, 'invalid_request_error', 'Method Not Allowed'))
  const problem = headerProblem(request.headers) ?? bodyProblem(body)
  if (problem !== undefined) return rejected(failure(400, 'invalid_request_error', problem))
  if (!isRecord(body) || question === null) throw new Error('unreachable: the body was checked')
  const model = String(body.model)
  if (!model.startsWith('claude-')) return rejected(errorReply(ERRORS, 'model-not-found', { model }), 'model-not-found')
  const given = givenBlocks(body)
  const turn = given.length === 0 ? null : (paused.get(given.join()) ?? null)
  if (given.length > 0 && turn === null) {
    return rejected(
      failure(400, 'invalid_request_error', 'messages.1.content: blocks of a paused turn must be unchanged'),
    )
  }
  const tools = records(body.tools) ?? []
  if (turn !== null && tools.length === 0) {
    return rejected(failure(400, 'invalid_request_error', 'tools: a paused turn needs the tools that it began with'))
  }
  const schema = formatOf(body)?.schema
  const scribe = schema === undefined ? null : scribeRequest(schema)
  if (schema !== undefined && scribe === null) {
    return rejected(failure(400, 'invalid_request_error', 'this stand-in knows the schemas questions and brands'))
  }
  const search = tools.length > 0 && !(isRecord(body.tool_choice) && body.tool_choice.type === 'none')
  return { accepted: true, question, model, search, scribe, turn }
}

function questionOf(body: Record<string, unknown>): string | undefined {
  const first = records(body.messages)?.[0]
  return first?.role === 'user' ? contentText(first.content, 'text') : undefined
}

/** The blocks of the assistant messages at the end, each as JSON: every byte of a block must be as it was sent. */
function givenBlocks(body: Record<string, unknown>): string[] {
  const [, ...rest] = records(body.messages) ?? []
  return rest.flatMap(({ content }) => (Array.isArray(content) ? content.map((block) => JSON.stringify(block)) : ['']))
}

function headerProblem(headers: IncomingHttpHeaders): string | undefined {
  if (!headers['content-type']?.startsWith('application/json')) return 'content-type: must be application/json'
  if (!isOneOf(headers['anthropic-version'], VERSIONS)) return 'anthropic-version: header is required'
  return undefined
}

function bodyProblem(body: unknown): string | undefined {
  if (!isRecord(body)) return 'The request body is not valid JSON'
  const unknown = unknownField(body, FIELDS)
  if (unknown !== undefined) return `${unknown}: Extra inputs are not permitted`
  if (typeof body.model !== 'string') return 'model: Field required'
  if (!isCount(body.max_tokens)) return 'max_tokens: Field required'
  const [first, ...rest] = records(body.messages) ?? []
  if (first === undefined || questionOf(body) === undefined) return 'messages: first message must use the "user" role'
  if (rest.some(({ role }) => role !== 'assistant')) return 'messages: a paused turn goes on without a new user message'
  if (body.system !== undefined && contentText(body.system, 'text') === undefined)
    return 'system: Input should be a valid string'
  return toolsProblem(body, body.model) ?? thinkingProblem(body, body.model) ?? formatProblem(body)
}

function toolsProblem(body: Record<string, unknown>, model: string): string | undefined {
  const tools = records(body.tools)
  if (tools === undefined) return 'tools: Input should be a valid list'
  for (const tool of tools) {
    if (!isOneOf(tool.type, SEARCH_TOOLS))
      return `tools.0: Input tag '${String(tool.type)}' found using 'type' does not match`
    if (tool.name !== 'web_search') return 'tools.0.name: Input should be "web_search"'
    const known = tool.type === 'web_search_20260318' ? [...TOOL_FIELDS, 'response_inclusion'] : TOOL_FIELDS
    const unknown = unknownField(tool, known)
    if (unknown !== undefined) return `tools.0.${unknown}: Extra inputs are not permitted`
    if (tool.max_uses !== undefined && !isCount(tool.max_uses))
      return 'tools.0.max_uses: Input should be greater than 0'
    if (tool.allowed_domains !== undefined && tool.blocked_domains !== undefined) {
      return 'tools.0: only one of allowed_domains and blocked_domains'
    }
    const place = tool.user_location
    if (place !== undefined && place !== null && !(isRecord(place) && place.type === 'approximate')) {
      return 'tools.0.user_location.type: Input should be "approximate"'
    }
    const direct = Array.isArray(tool.allowed_callers) && tool.allowed_callers.includes('direct')
    if (tool.type !== 'web_search_20250305' && model.startsWith('claude-haiku-4-5') && !direct) {
      return `'${model}' does not support programmatic tool calling`
    }
  }
  const choice = body.tool_choice
  if (choice === undefined) return undefined
  if (!isRecord(choice) || !isOneOf(choice.type, ['auto', 'any', 'tool', 'none'])) return 'tool_choice: invalid'
  if (choice.type === 'tool' && choice.name !== 'web_search')
    return `Tool '${String(choice.name)}' not found in provided tools`
  const forced = choice.type === 'any' || choice.type === 'tool'
  if (forced && tools.length === 0) return 'tool_choice: may only be specified while providing tools'
  if (forced && FORCED_REFUSED.some((name) => model.startsWith(name))) {
    return `tool_choice: forcing tool use is not supported by ${model}`
  }
  if (forced && isRecord(body.thinking) && body.thinking.type === 'enabled') {
    return 'Thinking may not be enabled when tool_choice forces tool use.'
  }
  return undefined
}

function thinkingProblem(body: Record<string, unknown>, model: string): string | undefined {
  if (body.thinking === undefined) return undefined
  if (!isRecord(body.thinking)) return 'thinking: Input should be a valid dictionary'
  const off = body.thinking.type === 'disabled'
  return off && ALWAYS_THINKING.some((name) => model.startsWith(name))
    ? `thinking: cannot be disabled for ${model}`
    : undefined
}

function formatOf(body: Record<string, unknown>): Record<string, unknown> | undefined {
  const format = isRecord(body.output_config) ? body.output_config.format : undefined
  return isRecord(format) ? format : undefined
}

function formatProblem(body: Record<string, unknown>): string | undefined {
  const config = body.output_config
  if (config === undefined) return undefined
  if (!isRecord(config) || unknownField(config, ['format', 'effort']) !== undefined)
    return 'output_config: Extra inputs are not permitted'
  const format = formatOf(body)
  if (format === undefined) return undefined
  if (format.type !== 'json_schema') return "output_config.format.type: Input should be 'json_schema'"
  if (unknownField(format, ['type', 'schema']) !== undefined)
    return 'output_config.format: Extra inputs are not permitted'
  if ((records(body.tools) ?? []).length > 0) return 'output_config.format: not supported together with citations'
  const problem = schemaProblem(format.schema, false)
  if (problem !== undefined) return `output_config.format.schema: ${problem}`
  const least = [...JSON.stringify(format.schema).matchAll(/"minItems":(\d+)/g)].some(([, count]) => Number(count) > 1)
  return least
    ? "output_config.format.schema: For 'array' type, 'minItems' values other than 0 or 1 are not supported"
    : undefined
}

function failure(status: number, type: string, message: string): WireReply {
  const body = { type: 'error', error: { type, message }, request_id: 'req_bad' }
  return jsonReply(body, status, { 'request-id': 'req_bad' })
}

type Block = Record<string, unknown>

function reply(ask: Ask, fault: Fault, paused: Map<string, Turn>): WireReply {
  if (fault in ERRORS) return errorReply(ERRORS, fault, { model: ask.model })
  if (fault === 'anthropic:pause-turn') return pause(ask, paused)
  const blocks: Block[] = []
  const searched = ask.search && fault !== 'ok-no-search'
  const failed = fault === 'anthropic:search-error' || fault === 'anthropic:search-unavailable'
  if (searched && ask.turn === null) blocks.push(plain(PREAMBLE), ...searches(ask, fault))
  switch (fault) {
    case 'refusal':
    case 'empty':
      blocks.length = 0
      break
    case 'incomplete-no-text':
      blocks.splice(0, 1)
      break
    case 'incomplete':
      blocks.push(plain(firstHalf(ask.text)))
      break
    default: {
      const { pieces, cited } = ask.draft
      const left = pieces.slice(ask.turn?.piecesSent ?? 0)
      blocks.push(...(searched && !failed ? said(left, cited, fault) : [plain(left.map(({ text }) => text).join(''))]))
    }
  }
  if (fault === 'ok-extra-items') {
    blocks.unshift({ type: 'thinking', thinking: 'Pacewell may fit.', signature: 'c2ln' })
    blocks.push({ type: 'unheard_of_result', content: [{ type: 'unheard_of' }] })
  }
  return success(ask, blocks, ending(fault), searched && !failed && ask.turn === null ? 1 : 0)
}

function ending(fault: Fault): Record<string, unknown> {
  switch (fault) {
    case 'refusal': {
      const details = { type: 'refusal', category: 'other', explanation: 'This request was declined.' }
      return { stop_reason: 'refusal', stop_details: details }
    }
    case 'incomplete':
    case 'incomplete-no-text':
      return { stop_reason: 'max_tokens' }
    default:
      return { stop_reason: 'end_turn' }
  }
}

/** Half of what is left of the answer; the request that brings these blocks back gets the rest. */
function pause(ask: Ask, paused: Map<string, Turn>): WireReply {
  const { pieces, cited } = ask.draft
  const sent = ask.turn?.piecesSent ?? 0
  const until = sent + Math.ceil((pieces.length - sent) / 2)
  const blocks = ask.turn === null ? [plain(PREAMBLE), ...searches(ask, 'ok')] : []
  blocks.push(...said(pieces.slice(sent, until), cited, 'ok'))
  const given = [...(ask.turn?.blocks ?? []), ...blocks.map((block) => JSON.stringify(block))]
  paused.set(given.join(), { n: ask.n, piecesSent: until, blocks: given })
  return success(ask, blocks, { stop_reason: 'pause_turn' }, ask.turn === null ? 1 : 0)
}

function success(ask: Ask, content: Block[], end: Record<string, unknown>, searches: number): WireReply {
  const output = content.reduce((sum, { text }) => sum + (typeof text === 'string' ? tokens(text) : 0), 2)
  const usage = {
    ...ok.usage,
    input_tokens: ask.search ? 11240 : 120,
    output_tokens: output,
    server_tool_use: searches === 0 ? null : { web_search_requests: searches, web_fetch_requests: 0 },
  }
  const body = { ...ok, id: `msg_${ask.n}`, model: ask.model, content, ...end, usage }
  return jsonReply(body, 200, { 'request-id': `req_${ask.n}` })
}

/** The searches' own blocks; the content of a failed one is an object, of a good one an array. */
function searches(ask: Ask, fault: Fault): Block[] {
  const { cited, retrieved } = ask.draft
  const tag = `${ask.n}_${tokens(ask.question)}`
  const found = [...cited, retrieved].map(({ url, title }, i) => ({
    type: 'web_search_result',
    url,
    title,
    encrypted_content: Buffer.from(`${tag}|content|${url}`).toString('base64'),
    page_age: i === 0 ? 'March 4, 2026' : null,
  }))
  const failed = (error_code: string) => ({ type: 'web_search_tool_result_error', error_code })
  const search = (id: string, content: unknown): Block[] => [
    { type: 'server_tool_use', id, name: 'web_search', input: { query: ask.question }, caller: { type: 'direct' } },
    { type: 'web_search_tool_result', tool_use_id: id, caller: { type: 'direct' }, content },
  ]
  switch (fault) {
    case 'anthropic:search-error':
      return search(`srvtoolu_${tag}`, failed('too_many_requests'))
    case 'anthropic:search-unavailable':
      return search(`srvtoolu_${tag}`, failed('unavailable'))
    case 'anthropic:search-partly':
      return [...search(`srvtoolu_${tag}_a`, failed('unavailable')), ...search(`srvtoolu_${tag}_b`, found)]
    default:
      return search(`srvtoolu_${tag}`, found)
  }
}

/** Text blocks that join with the empty string: one for each citing piece, one for the plain text between. */
function said(pieces: readonly Piece[], cited: readonly Source[], fault: Fault): Block[] {
  const blocks: Block[] = []
  let between = ''
  for (const { text, cites } of pieces) {
    if (cites.length === 0) {
      between += text
      continue
    }
    if (between !== '') blocks.push(plain(between))
    between = ''
    const twice = fault === 'ok-duplicate-citations' ? [...cites, ...cites] : cites
    blocks.push({ type: 'text', text, citations: twice.map((index, i) => citation(cited[index], text, i)) })
  }
  if (between !== '') blocks.push(plain(between))
  return blocks
}

function citation(source: Source | undefined, text: string, i: number): unknown {
  return {
    type: 'web_search_result_location',
    url: source?.url,
    // A second citation of a block comes without a title, as the vendor sometimes sends it.
    title: i === 0 ? source?.title : null,
    cited_text: `…${text.slice(0, 40)}…`,
    encrypted_index: Buffer.from(`index|${source?.url}|${i}`).toString('base64'),
  }
}

function plain(text: string): Block {
  return { type: 'text', text, citations: null }
}
