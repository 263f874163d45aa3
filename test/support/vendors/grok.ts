import errors from '../../fixtures/engines/grok-errors.json' with { type: 'json' }
import ok from '../../fixtures/engines/grok-ok.json' with { type: 'json' }
import { firstHalf, tokens } from './answers.ts'
import { inputText, isCount, isOneOf, isRecord, records, unknownField } from './check.ts'
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
  'grok:no-title',
  'grok:no-action',
]

const FIELDS = [
  'model',
  'input',
  'instructions',
  'tools',
  'tool_choice',
  'include',
  'max_output_tokens',
  'max_turns',
  'parallel_tool_calls',
  'previous_response_id',
  'reasoning',
  'store',
  'stream',
  'temperature',
  'text',
  'top_p',
  'user',
]
const TOOL_FIELDS: Readonly<Record<string, readonly string[]>> = {
  web_search: ['type', 'allowed_domains', 'excluded_domains', 'enable_image_understanding', 'enable_image_search'],
  x_search: ['type', 'allowed_x_handles', 'excluded_x_handles', 'from_date', 'to_date'],
}
const INCLUDES = ['web_search_call.action.sources', 'no_inline_citations', 'reasoning.encrypted_content']

export function grokVendor(): Vendor {
  return { engine: 'GROK', prefix: 'xai', faults: faultsFrom(ERRORS, REPLIES), keyOf: bearer, check, reply }
}

function check(request: Incoming): Accepted | Rejected {
  const { body } = request
  const key = bearer(request.headers)
  const question = isRecord(body) ? (inputText(body.input) ?? null) : null
  const rejected = (reply: WireReply, fault: Fault = 'bad-request'): Rejected => {
    return { accepted: false, fault, question, reply }
  }
  if (key === null) return { ...rejected(errorReply(ERRORS, 'grok:bad-key-401'), 'bad-key'), question: null }
  if (!isTestKey(key)) return { ...rejected(badKey(key), 'bad-key'), question: null }
  if (isRecord(body) && body.search_parameters !== undefined) return rejected(liveSearchGone())
  if (request.path !== '/v1/responses')
    return rejected(sentence(404, 'Some requested entity was not found', 'Not Found'))
  if (request.method !== 'POST') return rejected(sentence(405, 'Method Not Allowed', 'Method Not Allowed'))
  if (!request.headers['content-type']?.startsWith('application/json')) {
    return rejected(sentence(415, 'Unsupported Media Type', 'Expected request with `Content-Type: application/json`'))
  }
  const problem = bodyProblem(body)
  if (problem !== undefined) return rejected(sentence(422, 'Client specified an invalid argument', problem))
  if (!isRecord(body) || question === null) throw new Error('unreachable: the body was checked')
  const model = String(body.model)
  if (!model.startsWith('grok-')) return rejected(errorReply(ERRORS, 'model-not-found', { model }), 'model-not-found')
  const search = (records(body.tools) ?? []).length > 0 && body.tool_choice !== 'none'
  return { accepted: true, question, model, search, scribe: null, turn: null }
}

function bodyProblem(body: unknown): string | undefined {
  if (!isRecord(body)) return 'Failed to parse the request body as JSON'
  const unknown = unknownField(body, FIELDS)
  if (unknown !== undefined)
    return `Failed to deserialize the JSON body into the target type: unknown field \`${unknown}\``
  if (typeof body.model !== 'string') return 'missing field `model`'
  if (inputText(body.input) === undefined) return 'missing field `input`'
  if (!isCount(body.max_output_tokens)) return 'max_output_tokens: a positive integer is needed'
  const tools = records(body.tools)
  if (tools === undefined) return 'tools: invalid type'
  for (const tool of tools) {
    const fields = TOOL_FIELDS[String(tool.type)]
    if (fields === undefined) return `tools[0].type: unknown variant \`${String(tool.type)}\``
    const strange = unknownField(tool, fields)
    if (strange !== undefined) return `tools[0]: unknown field \`${strange}\``
    const lists = [tool.allowed_domains, tool.excluded_domains].filter((list) => list !== undefined)
    if (lists.length > 1 || lists.some((list) => !Array.isArray(list) || list.length > 5)) {
      return 'tools[0]: at most 5 of allowed_domains or excluded_domains'
    }
  }
  if (body.tool_choice !== undefined && !isOneOf(body.tool_choice, ['auto', 'none'])) {
    return 'tool_choice: only `auto` and `none` are documented for server-side tools'
  }
  const include = body.include ?? []
  if (!Array.isArray(include) || !include.every((entry) => isOneOf(entry, INCLUDES))) return 'include: unknown variant'
  return effortProblem(body.reasoning, body.model)
}

function effortProblem(reasoning: unknown, model: string): string | undefined {
  if (reasoning === undefined) return undefined
  if (!isRecord(reasoning)) return 'reasoning: invalid type'
  const allowed = ['low', 'medium', 'high']
  if (model.startsWith('grok-4.3')) allowed.push('none')
  if (model.startsWith('grok-4.6')) allowed.push('xhigh')
  return isOneOf(reasoning.effort, allowed) ? undefined : 'reasoning.effort: unknown variant'
}

function liveSearchGone(): WireReply {
  return sentence(410, 'Gone', 'Live search is deprecated. Please switch to the Agent Tools API.')
}

function sentence(status: number, code: string, error: string): WireReply {
  return jsonReply({ code, error }, status)
}

/** The vendor repeats the first and the last two characters, and a very short key in full. */
function badKey(key: string): WireReply {
  return errorReply(ERRORS, 'bad-key', { key: key.length <= 4 ? key : `${key.slice(0, 2)}***${key.slice(-2)}` })
}

function reply(ask: Ask, fault: Fault): WireReply {
  if (fault === 'bad-key') return badKey(ask.key)
  if (fault in ERRORS) return errorReply(ERRORS, fault, { model: ask.model })
  const searched = ask.search && fault !== 'ok-no-search'
  const { text, annotations } = searched ? written(ask, fault) : { text: ask.text, annotations: [] }
  const output: unknown[] = searched ? [searchCall(ask, fault)] : []
  if (fault === 'ok-extra-items') {
    output.push({ type: 'reasoning', id: 'rs_1', summary: [], status: 'completed' })
    output.push({
      type: 'custom_tool_call',
      id: 'ctc_1',
      call_id: 'c1',
      name: 'x_keyword_search',
      input: '{}',
      status: 'completed',
    })
    output.push({ type: 'unheard_of_call', id: 'ux_1' })
  }
  switch (fault) {
    case 'empty':
    case 'incomplete-no-text':
      break
    case 'refusal':
      output.push(message([{ type: 'refusal', refusal: "I can't help with that." }]))
      break
    case 'incomplete':
      output.push(message([{ type: 'output_text', logprobs: [], text: firstHalf(text), annotations: [] }]))
      break
    default:
      output.push(message([{ type: 'output_text', logprobs: [], text, annotations }]))
  }
  const cut = fault === 'incomplete' || fault === 'incomplete-no-text'
  return jsonReply({
    ...ok,
    id: `25de2f84-0000-4000-8000-${String(ask.n).padStart(12, '0')}`,
    status: cut ? 'incomplete' : 'completed',
    incomplete_details: cut ? { reason: 'max_output_tokens' } : null,
    model: ask.model,
    output,
    usage: usage(text, searched, annotations.length),
  })
}

function searchCall(ask: Ask, fault: Fault): unknown {
  const { cited, retrieved } = ask.draft
  const call = {
    type: 'web_search_call',
    id: 'fc_25de2f84_0',
    call_id: '',
    name: 'web_search',
    arguments: JSON.stringify({ query: ask.question, num_results: 5 }),
    status: 'completed',
  }
  if (fault === 'grok:no-action') return call
  const sources = [...cited, retrieved].map(({ url }) => ({ type: 'url', url }))
  return { ...call, action: { type: 'search', query: ask.question, sources } }
}

/**
 * The text with its inline links, and the annotations: those with indices bound a link; the page that was only visited
 * has none. A title is the link's number, or missing.
 */
function written(ask: Ask, fault: Fault): { text: string; annotations: unknown[] } {
  const { pieces, cited, retrieved } = ask.draft
  let text = ''
  const annotations: unknown[] = []
  for (const piece of pieces) {
    text += piece.text
    for (const index of fault === 'ok-duplicate-citations' ? [...piece.cites, ...piece.cites] : piece.cites) {
      const url = cited[index]?.url
      if (url === undefined) continue
      const start = text.length
      text += `[[${index + 1}]](${url})`
      const title = fault === 'grok:no-title' ? {} : { title: String(index + 1) }
      annotations.push({ type: 'url_citation', url, ...title, start_index: start, end_index: text.length })
    }
  }
  annotations.push({ type: 'url_citation', url: retrieved.url })
  return { text, annotations }
}

function usage(text: string, searched: boolean, sources: number): unknown {
  const output = tokens(text) + 380
  // 10^10 ticks are one USD: 1.25 in, 2.50 out for a million tokens, 0.005 for a search.
  const ticks = Math.round(1941 * 12500 + output * 25000 + (searched ? 5e7 : 0))
  return {
    input_tokens: 1941,
    input_tokens_details: { cached_tokens: 900 },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: 380 },
    total_tokens: 1941 + output,
    num_sources_used: searched ? sources : 0,
    num_server_side_tools_used: searched ? 1 : 0,
    server_side_tool_usage_details: { web_search_calls: searched ? 1 : 0 },
    cost_in_usd_ticks: ticks,
  }
}

function message(content: unknown[]): unknown {
  return { type: 'message', id: 'msg_25de2f84', role: 'assistant', status: 'completed', content }
}
