import errors from '../../fixtures/engines/perplexity-errors.json' with { type: 'json' }
import ok from '../../fixtures/engines/perplexity-ok.json' with { type: 'json' }
import { firstHalf, tokens } from './answers.ts'
import { inputText, isCount, isOneOf, isRecord, records, unknownField } from './check.ts'
import { isLanguage, isPlace } from './places.ts'
import {
  type Accepted,
  type Ask,
  bearer,
  type ErrorTable,
  errorReply,
  type Fault,
  faultsFrom,
  type Incoming,
  isTestKey,
  jsonReply,
  type Rejected,
  type Vendor,
  type WireReply,
} from './vendor.ts'

const ERRORS: ErrorTable = errors
// A refusal part is not in this vendor's documentation; it is the Responses format's own.
const REPLIES: readonly Fault[] = [
  'ok',
  'ok-no-search',
  'ok-duplicate-citations',
  'ok-extra-items',
  'refusal',
  'empty',
  'incomplete',
  'incomplete-no-text',
  'perplexity:failed',
  'perplexity:no-markers',
]

const FIELDS = [
  'model',
  'preset',
  'input',
  'instructions',
  'tools',
  'tool_choice',
  'max_output_tokens',
  'max_steps',
  'max_tool_calls',
  'reasoning',
  'store',
  'language_preference',
  'response_format',
  'stream',
]
const TOOL_FIELDS: Readonly<Record<string, readonly string[]>> = {
  web_search: [
    'type',
    'search_context_size',
    'max_results',
    'max_tokens',
    'max_tokens_per_page',
    'filters',
    'user_location',
  ],
  fetch_url: ['type', 'max_urls'],
}
const PLACE_FIELDS = ['country', 'city', 'region', 'latitude', 'longitude']

export function perplexityVendor(): Vendor {
  return {
    engine: 'PERPLEXITY',
    prefix: 'perplexity',
    faults: faultsFrom(ERRORS, REPLIES),
    keyOf: bearer,
    check,
    reply,
  }
}

function check(request: Incoming): Accepted | Rejected {
  const { body } = request
  const question = isRecord(body) ? (inputText(body.input) ?? null) : null
  const rejected = (reply: WireReply, fault: Fault = 'bad-request'): Rejected => {
    return { accepted: false, fault, question, reply }
  }
  if (!isTestKey(bearer(request.headers)))
    return { ...rejected(errorReply(ERRORS, 'bad-key'), 'bad-key'), question: null }
  // The Sonar API is gone: valid keys get this too.
  if (/^(\/v1)?\/(chat\/completions|sonar)$/.test(request.path)) return rejected(retired())
  if (!isOneOf(request.path, ['/v1/responses', '/v1/agent'])) return rejected(jsonReply({ detail: 'Not Found' }, 404))
  if (request.method !== 'POST') return rejected(jsonReply({ detail: 'Method Not Allowed' }, 405, { allow: 'POST' }))
  if (!request.headers['content-type']?.startsWith('application/json') || !isRecord(body)) {
    return rejected(unprocessable('body', 'Input should be a valid dictionary', 'dict_type'))
  }
  const unknown = unknownField(body, FIELDS)
  if (unknown !== undefined)
    return rejected(unprocessable(unknown, 'Extra inputs are not permitted', 'extra_forbidden'))
  if (question === null) return rejected(unprocessable('input', 'Field required', 'missing'))
  if (!isCount(body.max_output_tokens)) {
    return rejected(unprocessable('max_output_tokens', 'Input should be a positive integer', 'greater_than'))
  }
  if (body.max_steps !== undefined && !isCount(body.max_steps)) {
    return rejected(unprocessable('max_steps', 'Input should be a positive integer', 'greater_than'))
  }
  if (body.language_preference !== undefined && !isLanguage(body.language_preference)) {
    return rejected(unprocessable('language_preference', 'Input should be a language code', 'string_pattern_mismatch'))
  }
  const model = String(body.model ?? body.preset)
  const preset = body.model === undefined && isOneOf(body.preset, ['fast', 'low', 'medium', 'high', 'xhigh'])
  if (!preset && !/^(perplexity|openai|anthropic|google|xai)\/\S+$/.test(model)) {
    return rejected(errorReply(ERRORS, 'model-not-found', { model }), 'model-not-found')
  }
  const problem = toolsProblem(body)
  if (problem !== undefined)
    return rejected(jsonReply({ error: { message: problem, type: 'invalid_request', code: 400 } }, 400))
  const tools = records(body.tools) ?? []
  const search = tools.some((tool) => tool.type === 'web_search') && body.tool_choice !== 'none'
  return { accepted: true, question, model, search, scribe: null, turn: null }
}

function toolsProblem(body: Record<string, unknown>): string | undefined {
  const tools = records(body.tools)
  if (tools === undefined) return 'tools: expected a list'
  for (const tool of tools) {
    const fields = TOOL_FIELDS[String(tool.type)]
    if (fields === undefined) return `unknown discriminator value: "${String(tool.type)}" for tools`
    const unknown = unknownField(tool, fields)
    if (unknown !== undefined) return `tools: unknown field "${unknown}"`
    const place = tool.user_location
    // Other than OpenAI's, a place has no type.
    if (place !== undefined && !isPlace(place, PLACE_FIELDS)) {
      return 'tools: invalid user_location'
    }
    const size = tool.search_context_size
    if (size !== undefined && !isOneOf(size, ['low', 'medium', 'high'])) return 'tools: invalid search_context_size'
  }
  const choice = body.tool_choice
  if (choice !== undefined && !isOneOf(choice, ['auto', 'none']))
    return 'tool_choice: only "auto" and "none" are documented'
  return undefined
}

function retired(): WireReply {
  const message = 'Chat completions are no longer available. Please migrate to the Agent API.'
  const error = { message, type: 'chat_completions_not_available', code: 'agent_api_migration_required' }
  return jsonReply({ error }, 403)
}

function unprocessable(field: string, msg: string, type: string): WireReply {
  return jsonReply({ detail: [{ loc: ['body', field], msg, type }] }, 422)
}

function reply(ask: Ask, fault: Fault): WireReply {
  if (fault in ERRORS) return errorReply(ERRORS, fault, { model: ask.model })
  const searched = ask.search && fault !== 'ok-no-search'
  const text = searched ? written(ask, fault) : ask.text
  const output: unknown[] = searched ? searchItems(ask, fault) : []
  switch (fault) {
    case 'empty':
    case 'incomplete-no-text':
    case 'perplexity:failed':
      break
    case 'refusal':
      output.push(message([{ type: 'refusal', refusal: "I can't help with that." }]))
      break
    case 'incomplete':
      output.push(message([{ type: 'output_text', annotations: [], text: firstHalf(text) }], 'incomplete'))
      break
    default:
      output.push(message([{ type: 'output_text', annotations: [], text }]))
  }
  return jsonReply({
    ...ok,
    id: `resp_${ask.n}`,
    model: ask.model,
    output,
    ...ending(fault),
    usage: usage(text, searched),
  })
}

function ending(fault: Fault): Record<string, unknown> {
  switch (fault) {
    case 'incomplete':
    case 'incomplete-no-text':
      return { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } }
    case 'perplexity:failed':
      return { status: 'failed', output: [], error: { code: 'internal_error', message: 'The request failed.' } }
    default:
      return {}
  }
}

/** The search results; markers refer to their ids, which go on across searches. The last page is cited by nobody. */
function searchItems(ask: Ask, fault: Fault): unknown[] {
  const { cited, retrieved } = ask.draft
  const pages = [...cited, retrieved]
  if (fault === 'ok-duplicate-citations') {
    pages.push(
      ...cited.map((page) => ({
        ...page,
        url: `${page.url}${page.url.includes('?') ? '&' : '?'}utm_source=perplexity`,
      })),
    )
  }
  const results = pages.map(({ url, title }, i) => ({
    id: i + 1,
    url,
    title,
    snippet: '…',
    date: i === 0 ? '2026-03-04' : null,
    last_updated: null,
    source: 'web',
  }))
  const item = (query: string, part: unknown[]) => ({ type: 'search_results', queries: [query], results: part })
  if (fault !== 'ok-extra-items') return [item(ask.question, results)]
  return [
    item(ask.question, results.slice(0, 1)),
    { type: 'fetch_url_results', contents: [{ url: retrieved.url, title: retrieved.title, snippet: '…' }] },
    { type: 'unheard_of_results', data: [1] },
    item('compared', results.slice(1)),
  ]
}

/** The text with `[n]` markers before the stop that ends each citing line. */
function written(ask: Ask, fault: Fault): string {
  if (fault === 'perplexity:no-markers') return ask.text
  const { pieces, cited } = ask.draft
  const again = cited.length + 1
  return pieces
    .map(({ text, cites }) => {
      const ids =
        fault === 'ok-duplicate-citations'
          ? cites.flatMap((i) => [i + 1, i + 1, i + 1 + again])
          : cites.map((i) => i + 1)
      return text.replace(/[.!?:]?$/, (stop) => ids.map((id) => `[${id}]`).join('') + stop)
    })
    .join('')
}

function usage(text: string, searched: boolean): unknown {
  const output = tokens(text)
  const inputCost = (5210 * 0.25) / 1e6
  const outputCost = (output * 2.5) / 1e6
  const toolCost = searched ? 0.0025 : 0
  return {
    input_tokens: 5210,
    output_tokens: output,
    total_tokens: 5210 + output,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens_details: { reasoning_tokens: 0 },
    ...(searched ? { tool_calls_details: { search_web: { invocation: 1 } } } : {}),
    cost: {
      currency: 'USD',
      input_cost: inputCost,
      output_cost: outputCost,
      tool_calls_cost: toolCost,
      total_cost: inputCost + outputCost + toolCost,
    },
  }
}

function message(content: unknown[], status = 'completed'): unknown {
  return { type: 'message', id: 'msg_1', role: 'assistant', status, content }
}
