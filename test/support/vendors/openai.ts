import errors from '../../fixtures/engines/openai-errors.json' with { type: 'json' }
import ok from '../../fixtures/engines/openai-ok.json' with { type: 'json' }
import { firstHalf, tokens } from './answers.ts'
import { inputText, isCount, isOneOf, isRecord, records, schemaProblem, unknownField } from './check.ts'
import { scribeRequest } from './scribe.ts'
import type { Accepted, Ask, ErrorTable, Fault, Incoming, Rejected, Vendor, WireReply } from './vendor.ts'
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
  'openai:commentary',
  'openai:failed',
  'openai:failed-policy',
  'openai:content-filter',
]

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

export function openaiVendor(): Vendor {
  return { engine: 'OPENAI', prefix: 'openai', faults: faultsFrom(ERRORS, REPLIES), keyOf: bearer, check, reply }
}

function check(request: Incoming): Accepted | Rejected {
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
function badKey(key: string | null): WireReply {
  if (key === null) {
    const message = "You didn't provide an API key. You need to provide your API key in an Authorization header."
    return jsonReply({ error: { message, type: 'invalid_request_error', param: null, code: null } }, 401)
  }
  const shown = key.length <= 12 ? key : `${key.slice(0, 8)}${'*'.repeat(key.length - 12)}${key.slice(-4)}`
  return errorReply(ERRORS, 'bad-key', { key: shown })
}

function reply(ask: Ask, fault: Fault): WireReply {
  if (fault === 'bad-key') return badKey(ask.key)
  if (fault in ERRORS) return errorReply(ERRORS, fault, { model: ask.model })
  const searched = ask.search && fault !== 'ok-no-search'
  const { text, annotations } = written(ask, fault)
  const output: unknown[] = [{ id: 'rs_01', type: 'reasoning', summary: [] }]
  if (fault === 'openai:commentary')
    output.push({ ...message('Let me check that.\n\n', []), id: 'msg_00', phase: 'commentary' })
  if (searched) output.push(...searches(ask))
  if (fault === 'ok-extra-items') output.push({ id: 'ux_01', type: 'unheard_of_call', status: 'completed', data: [1] })
  switch (fault) {
    case 'refusal':
      output.push({ ...message('', []), content: [{ type: 'refusal', refusal: "I'm sorry, I can't help with that." }] })
      break
    case 'empty':
    case 'incomplete-no-text':
    case 'openai:content-filter':
    case 'openai:failed':
    case 'openai:failed-policy':
      break
    case 'incomplete':
      output.push({ ...message(firstHalf(text), []), status: 'incomplete' })
      break
    case 'openai:commentary':
      output.push({ ...message(text, annotations), phase: 'final_answer' })
      break
    default:
      output.push(message(text, annotations))
  }
  const outputTokens = tokens(text) + 320
  return jsonReply(
    {
      ...ok,
      id: `resp_${ask.n}`,
      model: ask.model,
      output: fault.startsWith('openai:failed') ? [] : output,
      tools: searched ? ok.tools : [],
      ...ending(fault),
      usage: {
        input_tokens: 9120,
        input_tokens_details: { cached_tokens: 0 },
        output_tokens: outputTokens,
        output_tokens_details: { reasoning_tokens: 320 },
        total_tokens: 9120 + outputTokens,
      },
      tool_usage: { web_search: { num_requests: searched ? 1 : 0 } },
    },
    200,
    { 'x-request-id': `req_${ask.n}` },
  )
}

function ending(fault: Fault): Record<string, unknown> {
  switch (fault) {
    case 'incomplete':
    case 'incomplete-no-text':
      return { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } }
    case 'openai:content-filter':
      return { status: 'incomplete', incomplete_details: { reason: 'content_filter' } }
    case 'openai:failed':
      return { status: 'failed', error: { code: 'server_error', message: 'An error occurred while processing.' } }
    case 'openai:failed-policy':
      return { status: 'failed', error: { code: 'invalid_prompt', message: 'The prompt was refused.' } }
    default:
      return {}
  }
}

function searches(ask: Ask): unknown[] {
  const { cited, retrieved } = ask.draft
  const pages = [...cited, retrieved].map(({ url }) => ({ type: 'url', url }))
  const search = {
    type: 'search',
    query: ask.question,
    queries: [ask.question],
    sources: [...pages, { type: 'api', name: 'weather' }],
  }
  return [
    { id: 'ws_01', type: 'web_search_call', status: 'completed', action: search },
    { id: 'ws_02', type: 'web_search_call', status: 'completed', action: { type: 'open_page', url: retrieved.url } },
  ]
}

interface Written {
  readonly text: string
  readonly annotations: unknown[]
}

/** The text with its markdown markers, and the annotations whose indices bound the markers. */
function written(ask: Ask, fault: Fault): Written {
  if (!ask.search || fault === 'ok-no-search') return { text: ask.text, annotations: [] }
  const { pieces, cited } = ask.draft
  let text = ''
  const annotations: unknown[] = []
  for (const piece of pieces) {
    text += piece.text
    const twice = fault === 'ok-duplicate-citations' ? [...piece.cites, ...piece.cites] : piece.cites
    for (const index of twice) {
      const source = cited[index]
      if (source === undefined) continue
      // Some links carry the vendor's own tracking parameter, some don't.
      const tail = annotations.length % 2 === 0 ? `${source.url.includes('?') ? '&' : '?'}utm_source=openai` : ''
      const url = source.url + tail
      text += ' '
      const start = text.length
      text += `([${source.host}](${url}))`
      annotations.push({ type: 'url_citation', start_index: start, end_index: text.length, url, title: source.title })
    }
  }
  return { text, annotations }
}

function message(text: string, annotations: unknown[]): Record<string, unknown> {
  const content = [{ type: 'output_text', logprobs: [], text, annotations }]
  return { id: 'msg_01', type: 'message', role: 'assistant', status: 'completed', content }
}
