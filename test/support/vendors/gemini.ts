import type { IncomingHttpHeaders } from 'node:http'
import errors from '../../fixtures/engines/gemini-errors.json' with { type: 'json' }
import ok from '../../fixtures/engines/gemini-ok.json' with { type: 'json' }
import { draft, firstHalf, hash, tokens } from './answers.ts'
import { isCount, isOneOf, isRecord, records, unknownField } from './check.ts'
import { scribeRequest } from './scribe.ts'
import {
  type Accepted,
  type Ask,
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
const REPLIES: readonly Fault[] = [
  'ok',
  'ok-no-search',
  'ok-duplicate-citations',
  'ok-extra-items',
  'refusal',
  'empty',
  'incomplete',
  'incomplete-no-text',
  'gemini:no-chunks',
  'gemini:title-not-host',
  'gemini:thoughts',
  'gemini:non-ascii',
  'gemini:blocked-prompt',
  'gemini:tool-trouble',
]

const FIELDS = [
  'contents',
  'tools',
  'toolConfig',
  'systemInstruction',
  'generationConfig',
  'safetySettings',
  'cachedContent',
]
const CONFIG_FIELDS = [
  'maxOutputTokens',
  'thinkingConfig',
  'responseMimeType',
  'responseSchema',
  'responseJsonSchema',
  'temperature',
  'topP',
  'topK',
  'seed',
  'candidateCount',
  'stopSequences',
]
const REDIRECT = 'https://vertexaisearch.cloud.google.com/grounding-api-redirect/'
const NON_ASCII = 'Überblick für Käuferinnen — 日本語 🥾.\n\n'

export function geminiVendor(): Vendor {
  return { engine: 'GEMINI', prefix: 'gemini', faults: faultsFrom(ERRORS, REPLIES), keyOf, check, reply }
}

function keyOf(headers: IncomingHttpHeaders): string | null {
  const key = headers['x-goog-api-key']
  return typeof key === 'string' ? key : null
}

function check(request: Incoming): Accepted | Rejected {
  const { body } = request
  const question = isRecord(body) ? (lastText(body.contents) ?? null) : null
  const rejected = (reply: WireReply, fault: Fault = 'bad-request'): Rejected => {
    return { accepted: false, fault, question, reply }
  }
  const model = /^\/v1beta\/models\/([^/:]+):generateContent$/.exec(request.path)?.[1]
  // A double slash in the path ends here too.
  if (model === undefined || request.method !== 'POST') return rejected(failure(404, 'NOT_FOUND', 'Not Found'))
  // The vendor would take a key from the address; in an address it reaches every log.
  if (new URLSearchParams(request.query).has('key')) return rejected(invalid('key: not in the address'))
  const key = keyOf(request.headers)
  if (key === null) {
    const message = "Method doesn't allow unregistered callers (callers without established identity)."
    return { ...rejected(failure(403, 'PERMISSION_DENIED', message), 'bad-key'), question: null }
  }
  if (!isTestKey(key)) return { ...rejected(errorReply(ERRORS, 'bad-key'), 'bad-key'), question: null }
  if (!request.headers['content-type']?.startsWith('application/json')) return rejected(invalid('Invalid content type'))
  if (!model.startsWith('gemini-')) return rejected(errorReply(ERRORS, 'model-not-found', { model }), 'model-not-found')
  const problem = bodyProblem(body, model)
  if (problem !== undefined) return rejected(invalid(problem))
  if (!isRecord(body) || question === null) throw new Error('unreachable: the body was checked')
  const config = isRecord(body.generationConfig) ? body.generationConfig : {}
  const schema = config.responseJsonSchema ?? config.responseSchema
  const scribe = schema === undefined ? null : scribeRequest(schema)
  if (schema !== undefined && scribe === null) {
    return rejected(invalid('this stand-in knows the schemas questions and brands'))
  }
  return { accepted: true, question, model, search: (records(body.tools) ?? []).length > 0, scribe, turn: null }
}

/** The text of the last content, or undefined where the contents are malformed. */
function lastText(value: unknown): string | undefined {
  const contents = records(value)
  const last = contents?.at(-1)
  const parts = last?.role === 'user' || last?.role === undefined ? records(last?.parts) : undefined
  if (contents === undefined || parts === undefined || parts.length === 0) return undefined
  const texts = parts.map(({ text }) => text)
  return texts.every((text) => typeof text === 'string' && text !== '') ? texts.join('') : undefined
}

function bodyProblem(body: unknown, model: string): string | undefined {
  if (!isRecord(body)) return 'Invalid JSON payload received.'
  const unknown = unknownField(body, FIELDS)
  if (unknown !== undefined) return `Invalid JSON payload received. Unknown name "${unknown}": Cannot find field.`
  if (lastText(body.contents) === undefined) return '* GenerateContentRequest.contents: contents is not specified'
  const instruction = body.systemInstruction
  if (instruction !== undefined && !(isRecord(instruction) && lastText([{ parts: instruction.parts }]) !== undefined))
    return 'Invalid value at "system_instruction"'
  const tools = records(body.tools)
  if (tools === undefined) return 'Invalid value at "tools"'
  for (const tool of tools) {
    if (tool.googleSearchRetrieval !== undefined || tool.google_search_retrieval !== undefined) {
      return 'google_search_retrieval is not supported. Please use google_search tool instead.'
    }
    const strange = unknownField(tool, ['googleSearch', 'google_search'])
    if (strange !== undefined)
      return `Invalid JSON payload received. Unknown name "${strange}" at 'tools[0]': Cannot find field.`
    if (!isRecord(tool.googleSearch ?? tool.google_search)) return 'Invalid value at "tools[0]"'
  }
  const config = body.generationConfig
  if (!isRecord(config)) return 'generationConfig: needed here for maxOutputTokens'
  return configProblem(config, model, tools.length > 0)
}

function configProblem(config: Record<string, unknown>, model: string, searches: boolean): string | undefined {
  const unknown = unknownField(config, CONFIG_FIELDS)
  if (unknown !== undefined) {
    return `Invalid JSON payload received. Unknown name "${unknown}" at 'generation_config': Cannot find field.`
  }
  if (!isCount(config.maxOutputTokens)) return 'max_output_tokens must be positive'
  const json = config.responseMimeType === 'application/json'
  if ((config.responseSchema !== undefined || config.responseJsonSchema !== undefined) && !json) {
    return "Response schema is only supported with response mime type: 'application/json'"
  }
  if (json && searches) return "Tool use with a response mime type: 'application/json' is unsupported"
  const thinking = config.thinkingConfig
  if (thinking === undefined) return undefined
  if (!isRecord(thinking)) return 'Invalid value at "generation_config.thinking_config"'
  const strange = unknownField(thinking, ['thinkingLevel', 'thinkingBudget', 'includeThoughts'])
  if (strange !== undefined)
    return `Unknown name "${strange}" at 'generation_config.thinking_config': Cannot find field.`
  const old = model.startsWith('gemini-2.')
  if (thinking.thinkingLevel !== undefined && old) return 'Thinking level is not supported for this model.'
  if (thinking.thinkingBudget !== undefined && !old) return 'Thinking budget is not supported for this model.'
  const levels = model.startsWith('gemini-3') ? ['minimal', 'low', 'medium', 'high'] : ['low', 'medium', 'high']
  if (thinking.thinkingLevel !== undefined && !isOneOf(String(thinking.thinkingLevel).toLowerCase(), levels)) {
    return `Thinking level ${String(thinking.thinkingLevel)} is not supported for this model.`
  }
  return undefined
}

function invalid(message: string): WireReply {
  return failure(400, 'INVALID_ARGUMENT', message)
}

function failure(code: number, status: string, message: string): WireReply {
  return jsonReply({ error: { code, message, status } }, code)
}

function reply(ask: Ask, fault: Fault): WireReply {
  if (fault in ERRORS) return errorReply(ERRORS, fault, { model: ask.model })
  const text = fault === 'gemini:non-ascii' ? NON_ASCII + ask.text : ask.text
  const searched = ask.search && fault !== 'ok-no-search'
  if (fault === 'gemini:blocked-prompt') {
    const usageMetadata = { promptTokenCount: 14, totalTokenCount: 14 }
    return jsonReply({
      promptFeedback: { blockReason: 'PROHIBITED_CONTENT' },
      usageMetadata,
      modelVersion: ask.model,
      responseId: 'aBcD',
    })
  }
  const { finishReason, said, parts } = ending(text, fault)
  const candidate = {
    content: { role: 'model', ...(parts.length === 0 ? {} : { parts }) },
    finishReason,
    index: 0,
    ...(parts.length === 0 ? {} : { groundingMetadata: searched ? grounding(ask, said, fault) : {} }),
  }
  const written = tokens(said)
  const usageMetadata = {
    promptTokenCount: 14,
    ...(parts.length > 0 ? { candidatesTokenCount: written } : {}),
    totalTokenCount: 14 + written + 380 + (searched ? 96 : 0),
    thoughtsTokenCount: 380,
    ...(searched ? { toolUsePromptTokenCount: 96 } : {}),
    promptTokensDetails: [{ modality: 'TEXT', tokenCount: 14 }],
  }
  return jsonReply({ ...ok, candidates: [candidate], usageMetadata, modelVersion: ask.model, responseId: `r${ask.n}` })
}

/** The text that the reader gets, and the parts that it stands in. */
function ending(text: string, fault: Fault): { finishReason: string; said: string; parts: unknown[] } {
  const parts: unknown[] = [{ text }]
  switch (fault) {
    case 'refusal':
      return { finishReason: 'SAFETY', said: '', parts: [] }
    case 'empty':
      return { finishReason: 'STOP', said: '', parts: [] }
    case 'incomplete':
      return { finishReason: 'MAX_TOKENS', said: firstHalf(text), parts: [{ text: firstHalf(text) }] }
    case 'incomplete-no-text':
      return { finishReason: 'MAX_TOKENS', said: '', parts: [] }
    case 'gemini:tool-trouble':
      return { finishReason: 'MALFORMED_FUNCTION_CALL', said: '', parts: [] }
    case 'gemini:thoughts': {
      const thought = { text: 'Thinking about Kestrelune.', thought: true }
      return { finishReason: 'STOP', said: text, parts: [thought, { text, thoughtSignature: 'c2ln' }] }
    }
    case 'ok-extra-items':
      return { finishReason: 'STOP', said: text, parts: [...parts, { unheardOf: { value: 1 } }] }
    default:
      return { finishReason: 'STOP', said: text, parts }
  }
}

/** What a search leaves: chunks whose title is the bare domain, and supports whose offsets are UTF-8 bytes. */
function grounding(ask: Ask, text: string, fault: Fault): unknown {
  const searchEntryPoint = { renderedContent: '<style>.chip{}</style><div class="chip">search</div>' }
  const found = { searchEntryPoint, webSearchQueries: [ask.question], retrievalMetadata: {} }
  if (fault === 'gemini:no-chunks') return found
  const { pieces, cited, retrieved } = text === ask.text ? ask.draft : draft(text, ask.question)
  const copies = fault === 'ok-duplicate-citations' ? cited : []
  const groundingChunks = [...cited, retrieved, ...copies].map(({ host }, i) => ({
    web: {
      uri: `${REDIRECT}AUZIYQ${hash(ask.question).toString(36)}-${ask.n}-${i}`,
      title: fault === 'gemini:title-not-host' ? 'Trading View' : host.replace(/^www\./, ''),
    },
  }))
  const groundingSupports: unknown[] = []
  let at = 0
  for (const piece of pieces) {
    const end = at + Buffer.byteLength(piece.text)
    if (piece.cites.length > 0) {
      const again = copies.length === 0 ? [] : piece.cites.map((index) => index + cited.length + 1)
      groundingSupports.push({
        // A zero start is left out, as the vendor's JSON does with every zero.
        segment: { ...(at === 0 ? {} : { startIndex: at }), endIndex: end, text: piece.text },
        groundingChunkIndices: [...piece.cites, ...again],
      })
    }
    at = end
  }
  return { ...found, groundingChunks, groundingSupports }
}
