import ok from '../../fixtures/engines/openai-ok.json' with { type: 'json' }
import { firstHalf, tokens } from './answers.ts'
import { badKey, check, ERRORS } from './openai-check.ts'
import {
  type Ask,
  bearer,
  errorReply,
  type Fault,
  faultsFrom,
  jsonReply,
  type Vendor,
  type WireReply,
} from './vendor.ts'

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

export function openaiVendor(): Vendor {
  return { engine: 'OPENAI', prefix: 'openai', faults: faultsFrom(ERRORS, REPLIES), keyOf: bearer, check, reply }
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
  // A scribe's call has no pages in its input, and nothing to think about.
  const [input, reasoning] = ask.scribe === null ? [9120, 320] : [tokens(ask.question), 0]
  const outputTokens = tokens(text) + reasoning
  return jsonReply(
    {
      ...ok,
      id: `resp_${ask.n}`,
      model: ask.model,
      output: fault.startsWith('openai:failed') ? [] : output,
      tools: searched ? ok.tools : [],
      ...ending(fault),
      usage: {
        input_tokens: input,
        input_tokens_details: { cached_tokens: 0 },
        output_tokens: outputTokens,
        output_tokens_details: { reasoning_tokens: reasoning },
        total_tokens: input + outputTokens,
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
