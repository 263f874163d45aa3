/** A loopback server with the wire formats of all six vendors, which checks requests as they do, records them, and returns scripted faults. */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { parseArgs } from 'node:util'
import { ENGINES, type EngineName } from '../../../pipeline/contract/terms.ts'
import type { VendorAccess } from '../../../pipeline/engines/engine.ts'
import { aiOverviewVendor } from './ai-overview.ts'
import { answerFor, draft } from './answers.ts'
import { anthropicVendor } from './anthropic.ts'
import { geminiVendor } from './gemini.ts'
import { grokVendor } from './grok.ts'
import { openaiVendor } from './openai.ts'
import { perplexityVendor } from './perplexity.ts'
import { scribeText } from './scribe.ts'
import {
  type Accepted,
  ANSWERED,
  type Fault,
  type Incoming,
  TRANSPORT_FAULTS,
  type Vendor,
  type WireReply,
} from './vendor.ts'

export { brandsFor } from './answers.ts'
export { type Fault, RETRY_AFTER_MS } from './vendor.ts'

export interface RecordedRequest {
  /** `SCRIBE` for a call with one of the scribe's schemas. */
  engine: EngineName | 'SCRIBE'
  vendor: EngineName
  /** The question, or the scribe's prompt; null where the vendor could not read one. */
  question: string | null
  /** The secret part of the credential as sent; a basic credential is decoded to `login:password`. */
  key: string | null
  headers: IncomingHttpHeaders
  body: unknown
  /** The reply's kind; for a request that failed the vendor's check, the fault it was rejected with. */
  fault: Fault
  /** How many answers this engine had given to this question: the `n` of `brandsFor`. */
  n: number
  /** The number of the request among all that were recorded, from 0. */
  at: number
}

export interface VendorServer {
  readonly port: number
  /** Settings for a process under test: the six *_BASE_URL and six *_API_KEY variables. */
  readonly env: Record<string, string>
  /** What `createEngine` takes, with the vendor's default model. */
  access(engine: EngineName): VendorAccess
  readonly requests: RecordedRequest[]
  /** The next requests of this engine get these replies in order, then `ok` again. Goes before `always`. */
  script(engine: EngineName | 'SCRIBE', ...faults: Fault[]): void
  /** Every request of this engine gets what `choose` says (undefined means ok). */
  always(engine: EngineName | 'SCRIBE', choose: (request: RecordedRequest) => Fault | undefined): void
  /** The faults that this engine's vendor supports; others throw. */
  faults(engine: EngineName): readonly Fault[]
  /** Delays every reply by this many milliseconds. */
  latencyMs: number
  /** Resolves once the engines, without the scribe, got this many requests. */
  reached(count: number): Promise<void>
  /** Resolves when no reply is pending; `stall` and `hang` are never pending. */
  idle(): Promise<void>
  /** Closes the server and all open sockets. */
  close(): Promise<void>
}

export interface VendorServerOptions {
  readonly port?: number
  readonly latencyMs?: number
  /** Whether requests are kept; true. */
  readonly record?: boolean
  /** The text of an answer; `n` counts the answers given to this question before. */
  readonly answer?: (question: string, engine: EngineName, n: number) => string
}

const SETTINGS: Readonly<Record<EngineName, { name: string; path: string; key: string; model: string }>> = {
  OPENAI: { name: 'OPENAI', path: '/openai/v1', key: 'test-openai-key', model: 'gpt-6-luna' },
  ANTHROPIC: { name: 'ANTHROPIC', path: '/anthropic', key: 'test-anthropic-key', model: 'claude-haiku-5-5' },
  PERPLEXITY: { name: 'PERPLEXITY', path: '/perplexity/v1', key: 'test-perplexity-key', model: 'perplexity/sonar' },
  GEMINI: { name: 'GEMINI', path: '/gemini', key: 'test-gemini-key', model: 'gemini-3.8-flash' },
  GROK: { name: 'XAI', path: '/xai/v1', key: 'test-xai-key', model: 'grok-4.3' },
  AI_OVERVIEW: { name: 'DATAFORSEO', path: '/dataforseo', key: 'test:password', model: 'google-ai-overview' },
}

const HTML = '<!DOCTYPE html><html><head><title>502 Bad Gateway</title></head><body>Bad gateway</body></html>'
const HTML_REPLY: WireReply = { status: 502, headers: { 'content-type': 'text/html; charset=UTF-8' }, body: HTML }

/** Starts the server on a free port of 127.0.0.1. */
export async function startVendorServer(options: VendorServerOptions = {}): Promise<VendorServer> {
  const { record = true, answer = answerFor } = options
  const vendors = new Map<string, Vendor>()
  for (const vendor of [
    openaiVendor(),
    anthropicVendor(),
    perplexityVendor(),
    geminiVendor(),
    grokVendor(),
    aiOverviewVendor(),
  ]) {
    vendors.set(vendor.prefix, vendor)
  }
  const byEngine = new Map([...vendors.values()].map((vendor) => [vendor.engine, vendor]))
  const requests: RecordedRequest[] = []
  const scripts = new Map<EngineName | 'SCRIBE', Fault[]>()
  const choosers = new Map<EngineName | 'SCRIBE', (request: RecordedRequest) => Fault | undefined>()
  const given = new Map<string, number>()
  const waiting: (() => void)[] = []
  let asked = 0
  let reaching: { count: number; resolve(): void }[] = []
  let pending = 0
  let count = 0

  const faults = (engine: EngineName): readonly Fault[] => byEngine.get(engine)?.faults ?? []

  function settle(): void {
    pending--
    if (pending === 0) for (const resolve of waiting.splice(0)) resolve()
  }

  function choose(request: RecordedRequest): Fault {
    const fault = scripts.get(request.engine)?.shift() ?? choosers.get(request.engine)?.(request) ?? 'ok'
    if (!faults(request.vendor).includes(fault)) throw new Error(`${request.vendor} has no fault ${fault}`)
    return fault
  }

  function textOf(accepted: Accepted, engine: EngineName, n: number): string {
    return accepted.scribe === null
      ? answer(accepted.question, engine, n)
      : scribeText(accepted.scribe, accepted.question)
  }

  /** The fault and the reply of one request. */
  function handle(vendor: Vendor, incoming: Incoming): { fault: Fault; reply: WireReply } {
    const verdict = vendor.check(incoming)
    const engine = verdict.accepted && verdict.scribe !== null ? 'SCRIBE' : vendor.engine
    const name = `${engine}|${verdict.question}`
    const n = (verdict.accepted ? verdict.turn?.n : undefined) ?? given.get(name) ?? 0
    const key = vendor.keyOf(incoming.headers)
    const { headers, body } = incoming
    const request: RecordedRequest = {
      engine,
      vendor: vendor.engine,
      question: verdict.question,
      key,
      headers,
      body,
      fault: verdict.accepted ? 'ok' : verdict.fault,
      n,
      at: count++,
    }
    if (record) requests.push(request)
    if (engine !== 'SCRIBE') asked++
    for (const each of reaching) if (asked >= each.count) each.resolve()
    reaching = reaching.filter((each) => asked < each.count)
    if (!verdict.accepted) return verdict
    const fault = choose(request)
    request.fault = fault
    const sent = TRANSPORT_FAULTS.includes(fault) ? 'ok' : fault
    const text = textOf(verdict, vendor.engine, n)
    const ask = { ...verdict, engine: vendor.engine, key: key ?? '', n, text, draft: draft(text, verdict.question) }
    const reply = vendor.reply(ask, sent)
    if (ANSWERED.has(fault)) given.set(name, Math.max(given.get(name) ?? 0, n + 1))
    return { fault, reply }
  }

  function onRequest(message: IncomingMessage, response: ServerResponse): void {
    const chunks: Buffer[] = []
    message.on('data', (chunk: Buffer) => chunks.push(chunk))
    message.on('end', () => {
      const incoming = read(message, Buffer.concat(chunks).toString('utf8'))
      const vendor = vendors.get(incoming.prefix)
      if (vendor === undefined) {
        response.writeHead(404, { 'content-type': 'text/plain' }).end('no such vendor')
        return
      }
      const { fault, reply } = handle(vendor, incoming)
      if (fault === 'hang') return
      if (fault !== 'stall') {
        pending++
        response.once('close', settle)
      }
      if (server.latencyMs === 0) send(response, fault, reply)
      else setTimeout(() => send(response, fault, reply), server.latencyMs).unref()
    })
  }

  const http = createServer({ keepAliveTimeout: 60_000 }, onRequest)
  await new Promise<void>((resolve, reject) => {
    http.once('error', reject)
    http.listen(options.port ?? 0, '127.0.0.1', resolve)
  })
  const address = http.address()
  if (address === null || typeof address === 'string') throw new Error('the loopback vendor server has no port')
  const origin = `http://127.0.0.1:${address.port}`

  const server: VendorServer = {
    port: address.port,
    env: Object.fromEntries(
      ENGINES.flatMap((engine) => {
        const { name, path, key } = SETTINGS[engine]
        return [
          [`${name}_BASE_URL`, origin + path],
          [`${name}_API_KEY`, key],
        ]
      }),
    ),
    access: (engine) => {
      const { path, key, model } = SETTINGS[engine]
      return { apiKey: key, baseUrl: origin + path, model, timeoutMs: 10_000 }
    },
    requests,
    script: (engine, ...next) => {
      if (engine !== 'SCRIBE') {
        const strange = next.find((fault) => !faults(engine).includes(fault))
        if (strange !== undefined) throw new Error(`${engine} has no fault ${strange}`)
      }
      scripts.set(engine, [...(scripts.get(engine) ?? []), ...next])
    },
    always: (engine, chooser) => {
      choosers.set(engine, chooser)
    },
    faults,
    latencyMs: options.latencyMs ?? 0,
    reached: (count) =>
      asked >= count ? Promise.resolve() : new Promise((resolve) => reaching.push({ count, resolve })),
    idle: () => (pending === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),
    close: () =>
      new Promise((resolve) => {
        http.close(() => resolve())
        http.closeAllConnections()
      }),
  }
  return server
}

/** Splits off the vendor's prefix and parses the body. */
function read(message: IncomingMessage, text: string): Incoming & { prefix: string } {
  const url = message.url ?? '/'
  const mark = url.indexOf('?')
  const whole = mark === -1 ? url : url.slice(0, mark)
  const slash = whole.indexOf('/', 1)
  const prefix = slash === -1 ? whole.slice(1) : whole.slice(1, slash)
  const path = slash === -1 ? '' : whole.slice(slash)
  const query = mark === -1 ? '' : url.slice(mark + 1)
  return { method: message.method ?? '', prefix, path, query, headers: message.headers, body: parsed(text) }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function send(response: ServerResponse, fault: Fault, reply: WireReply): void {
  if (response.destroyed) return
  switch (fault) {
    case 'reset':
      response.socket?.resetAndDestroy()
      return
    case 'stall':
      response.writeHead(200, { 'content-type': 'application/json' }).flushHeaders()
      return
    case 'html-error':
      write(response, HTML_REPLY)
      return
    case 'html-200':
      write(response, { ...HTML_REPLY, status: 200 })
      return
    case 'cut-json':
      write(response, { ...reply, body: reply.body.slice(0, Math.floor(reply.body.length / 2)) })
      return
    default:
      write(response, reply)
  }
}

function write(response: ServerResponse, { status, headers, body }: WireReply): void {
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) }).end(body)
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { port: { type: 'string' }, latency: { type: 'string' } } })
  const { port } = await startVendorServer({
    port: Number(values.port ?? 0),
    latencyMs: Number(values.latency ?? 0),
    record: false,
  })
  process.stdout.write(`listening on ${port}\n`)
}
