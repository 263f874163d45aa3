/** What the vendor's Messages API says to a request before it answers one. */
import type { IncomingHttpHeaders } from 'node:http'
import errors from '../../fixtures/engines/anthropic-errors.json' with { type: 'json' }
import { contentText, isCount, isOneOf, isRecord, records, schemaProblem, unknownField } from './check.ts'
import { isPlace } from './places.ts'
import { scribeRequest } from './scribe.ts'
import {
  type Accepted,
  bearer,
  type ErrorTable,
  errorReply,
  type Fault,
  type Incoming,
  isTestKey,
  jsonReply,
  type Rejected,
  type Turn,
  type WireReply,
} from './vendor.ts'

export const ERRORS: ErrorTable = errors

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
const PLACE_FIELDS = ['type', 'city', 'region', 'country', 'timezone']
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

/** SDK 1.x sends a bearer token, older ones and plain requests `x-api-key`. */
export function keyOf(headers: IncomingHttpHeaders): string | null {
  const plain = headers['x-api-key']
  return typeof plain === 'string' ? plain : bearer(headers)
}

export function check(request: Incoming, paused: ReadonlyMap<string, Turn>): Accepted | Rejected {
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
  if (rest.some(({ role }) => role !== 'assistant'))
    return 'messages: a paused turn continues without a new user message'
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
    if (isRecord(place) && !isPlace(place, PLACE_FIELDS))
      return 'tools.0.user_location.country: Input should be a two-letter country code'
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
