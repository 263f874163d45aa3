import ok from '../../fixtures/engines/anthropic-ok.json' with { type: 'json' }
import { firstHalf, type Piece, type Source, tokens } from './answers.ts'
import { check, ERRORS, keyOf } from './anthropic-check.ts'
import {
  type Ask,
  errorReply,
  type Fault,
  faultsFrom,
  jsonReply,
  type Turn,
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
  'anthropic:pause-turn',
  'anthropic:search-error',
  'anthropic:search-unavailable',
  'anthropic:search-partly',
]

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
    input_tokens: ask.search ? 11240 : tokens(ask.question),
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
