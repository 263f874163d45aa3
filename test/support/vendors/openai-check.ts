/** What the vendor's Responses API says to a request before it answers one. */
import errors from '../../fixtures/engines/openai-errors.json' with { type: 'json' }
import { inputText, isCount, isOneOf, isRecord, records, schemaProblem, unknownField } from './check.ts'
import { isPlace } from './places.ts'
import { scribeRequest } from './scribe.ts'
import {
  type Accepted,
  bearer,
  type ErrorTable,
  errorReply,
  type Incoming,
  isTestKey,
  jsonReply,
  type Rejected,
  type WireReply,
} from './vendor.ts'

export const ERRORS: ErrorTable = errors

const FIELDS = [
  'model',
  'input',
  'instructions',
  'tools',
  'tool_choice',
  'include',
  'reasoning',
  'max_output_tokens',
  'max_tool_calls',
  'store',
  'text',
  'temperature',
  'top_p',
  'metadata',
  'parallel_tool_calls',
  'previous_response_id',
  'prompt_cache_key',
  'safety_identifier',
  'service_tier',
  'truncation',
  'user',
  'background',
  'stream',
]
const SEARCH_TOOLS = ['web_search', 'web_search_2025_08_26', 'web_search_preview', 'web_search_preview_2025_03_11']
const PLACE_FIELDS = ['type', 'city', 'country', 'region', 'timezone']
const TOOL_FIELDS = ['type', 'search_context_size', 'user_location', 'filters', 'external_web_access']
// `web_search_call.results` is listed by the clients and refused for ordinary organizations.
const INCLUDES = ['web_search_call.action.sources', 'reasoning.encrypted_content', 'message.output_text.logprobs']
const EFFORTS = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']
const WITHOUT_REASONING = ['gpt-6-luna', 'gpt-6-sol', 'gpt-6.1-terra']

interface Problem {
  readonly message: string
  readonly param: string | null
  readonly code?: string
  readonly status?: number
}

export function check(request: Incoming): Accepted | Rejected {
  const key = bearer(request.headers)
  if (!isTestKey(key)) return { accepted: false, fault: 'bad-key', question: null, reply: badKey(key) }
  const { body } = request
  const question = isRecord(body) ? (inputText(body.input) ?? null) : null
  const problem = requestProblem(request) ?? bodyProblem(body)
  if (problem !== undefined) return { accepted: false, fault: 'bad-request', question, reply: badRequest(problem) }
  if (!isRecord(body) || question === null) throw new Error('unreachable: the body was checked')
  const model = String(body.model)
  if (!model.startsWith('gpt-')) {
    const reply = errorReply(ERRORS, 'model-not-found', { model })
    return { accepted: false, fault: 'model-not-found', question, reply }
  }
  const schema = formatOf(body)?.schema
  const scribe = schema === undefined ? null : scribeRequest(schema)
  if (schema !== undefined && scribe === null) {
    const reply = badRequest({ message: 'this stand-in knows the schemas questions and brands', param: 'text.format' })
    return { accepted: false, fault: 'bad-request', question, reply }
  }
  const search = (records(body.tools) ?? []).length > 0 && body.tool_choice !== 'none'
  return { accepted: true, question, model, search, scribe, turn: null }
}

function requestProblem(request: Incoming): Problem | undefined {
  if (request.path !== '/v1/responses') {
    return { status: 404, message: `Invalid URL (${request.method} ${request.path})`, param: null }
  }
  if (request.method !== 'POST') {
    return { status: 405, message: `Not allowed to ${request.method} on ${request.path}.`, param: null }
  }
  if (!request.headers['content-type']?.startsWith('application/json')) {
    return { message: 'Unsupported content type. This API expects application/json.', param: null }
  }
  // Such a header names the service's own organization, and no key of a caller's belongs to it.
  if (request.headers['openai-organization'] !== undefined || request.headers['openai-project'] !== undefined) {
    return { status: 401, message: 'OpenAI-Organization header should match organization for API key', param: null }
  }
  return undefined
}

function bodyProblem(body: unknown): Problem | undefined {
  if (!isRecord(body)) return { message: 'We could not parse the JSON body of your request.', param: null }
  const unknown = unknownField(body, FIELDS)
  if (unknown !== undefined) {
    return { message: `Unknown parameter: '${unknown}'.`, param: unknown, code: 'unknown_parameter' }
  }
  if (typeof body.model !== 'string') return missing('model')
  if (inputText(body.input) === undefined) return missing('input')
  if (body.max_output_tokens === undefined) return missing('max_output_tokens')
  if (!isCount(body.max_output_tokens, 16)) return invalid('max_output_tokens')
  if (body.max_tool_calls !== undefined && !isCount(body.max_tool_calls)) return invalid('max_tool_calls')
  if (body.store !== undefined && typeof body.store !== 'boolean') return invalid('store')
  return toolsProblem(body) ?? reasoningProblem(body, body.model) ?? formatProblem(body)
}

function toolsProblem(body: Record<string, unknown>): Problem | undefined {
  const tools = records(body.tools)
  if (tools === undefined) return invalid('tools')
  for (const tool of tools) {
    if (!isOneOf(tool.type, SEARCH_TOOLS)) return invalid('tools[0].type')
    const unknown = unknownField(tool, TOOL_FIELDS)
    if (unknown !== undefined) {
      return {
        message: `Unknown parameter: 'tools[0].${unknown}'.`,
        param: `tools[0].${unknown}`,
        code: 'unknown_parameter',
      }
    }
    const size = tool.search_context_size
    if (size !== undefined && !isOneOf(size, ['low', 'medium', 'high'])) return invalid('tools[0].search_context_size')
    const place = tool.user_location
    if (place !== undefined && place !== null && !(isRecord(place) && place.type === 'approximate')) {
      return invalid('tools[0].user_location.type')
    }
    if (isRecord(place) && !isPlace(place, PLACE_FIELDS)) return invalid('tools[0].user_location.country')
  }
  const choice = body.tool_choice
  const named = isRecord(choice) && isOneOf(choice.type, SEARCH_TOOLS)
  if (choice !== undefined && !named && !isOneOf(choice, ['auto', 'required', 'none'])) return invalid('tool_choice')
  if (tools.length === 0 && (named || choice === 'required')) {
    return { message: "Tool choice 'required' must be specified with 'tools' parameter.", param: 'tool_choice' }
  }
  const include = body.include ?? []
  if (!Array.isArray(include) || !include.every((entry) => isOneOf(entry, INCLUDES))) return invalid('include[0]')
  return undefined
}

function reasoningProblem(body: Record<string, unknown>, model: string): Problem | undefined {
  const reasoning = body.reasoning ?? {}
  if (!isRecord(reasoning)) return invalid('reasoning')
  const { effort } = reasoning
  if (effort !== undefined && effort !== null && !isOneOf(effort, EFFORTS)) return invalid('reasoning.effort')
  if (effort === 'none' && !WITHOUT_REASONING.some((name) => model.startsWith(name))) {
    return {
      message: `Unsupported value: 'none' is not supported with the '${model}' model.`,
      param: 'reasoning.effort',
      code: 'unsupported_value',
    }
  }
  if (body.temperature !== undefined && effort !== 'none') {
    return {
      message: "Unsupported parameter: 'temperature' is not supported with this model.",
      param: 'temperature',
      code: 'unsupported_parameter',
    }
  }
  return undefined
}

function formatOf(body: Record<string, unknown>): Record<string, unknown> | undefined {
  const format = isRecord(body.text) ? body.text.format : undefined
  return isRecord(format) && format.type === 'json_schema' ? format : undefined
}

function formatProblem(body: Record<string, unknown>): Problem | undefined {
  if (body.text !== undefined && !isRecord(body.text)) return invalid('text')
  const format = formatOf(body)
  if (format === undefined) return undefined
  if (typeof format.name !== 'string' || !/^[A-Za-z0-9_-]{1,64}$/.test(format.name)) return invalid('text.format.name')
  if (!isRecord(format.schema)) return missing('text.format.schema')
  const problem = format.strict === true ? schemaProblem(format.schema, true) : undefined
  if (problem === undefined) return undefined
  return {
    message: `Invalid schema for response_format '${format.name}': In context=(), ${problem}.`,
    param: 'text.format.schema',
    code: 'invalid_json_schema',
  }
}

function missing(param: string): Problem {
  return { message: `Missing required parameter: '${param}'.`, param, code: 'missing_required_parameter' }
}

function invalid(param: string): Problem {
  return { message: `Invalid value for '${param}'.`, param, code: 'invalid_value' }
}

function badRequest(problem: Problem): WireReply {
  const { message, param, code = null, status = 400 } = problem
  return jsonReply({ error: { message, type: 'invalid_request_error', param, code } }, status, {
    'x-request-id': 'req_bad',
  })
}

/** The vendor repeats a short key in full and the ends of a long one. */
export function badKey(key: string | null): WireReply {
  if (key === null) {
    const message = "You didn't provide an API key. You need to provide your API key in an Authorization header."
    return jsonReply({ error: { message, type: 'invalid_request_error', param: null, code: null } }, 401)
  }
  const shown = key.length <= 12 ? key : `${key.slice(0, 8)}${'*'.repeat(key.length - 12)}${key.slice(-4)}`
  return errorReply(ERRORS, 'bad-key', { key: shown })
}
