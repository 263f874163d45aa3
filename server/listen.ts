import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { Socket } from 'node:net'
import type { H3 } from 'h3'
import { toNodeHandler } from 'h3'
import type { Refusal } from './http/errors.ts'
import { errorReply } from './http/errors.ts'
import { requestId } from './http/headers.ts'

/**
 * Milliseconds, for the headers of a request, for all of it, and how often both are looked at; keep-alive outlasts the
 * 60 seconds for which proxies commonly keep an idle connection.
 */
const TIMEOUTS = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 1_000,
  keepAliveTimeout: 65_000,
}
const MAX_HEADER_BYTES = 16_384
/** How long the requests that are running may take to finish once the server closes. */
const CLOSE_MS = 10_000

export interface Listening {
  /** The host that was asked for, and the port in use. */
  readonly address: { readonly host: string; readonly port: number }
  /** Stops accepting, lets running requests finish for up to ten seconds, and closes every connection. */
  close(): Promise<void>
}

/** A connection: the responses that are under way on it, and the request that came last. */
interface Connection {
  readonly running: Set<ServerResponse>
  last?: IncomingMessage
}
type Connections = Map<Socket, Connection>

/** Serves the app over HTTP/1.1; port 0 picks a free one. Rejects where the address can't be listened on. */
export async function listen(
  app: H3,
  at: { host: string; port: number },
  timeouts: Partial<typeof TIMEOUTS> = {},
): Promise<Listening> {
  const connections: Connections = new Map()
  const answer = answerWith(app)
  // Node would answer a request without Host by itself, without an id.
  const limits = { ...TIMEOUTS, ...timeouts, maxHeaderSize: MAX_HEADER_BYTES }
  const server = createServer({ ...limits, requireHostHeader: false })
  const onRequest: RequestListener = (request, response) => {
    const { socket } = request
    const connection = connections.get(socket)
    if (connection !== undefined) connection.last = request
    connection?.running.add(response)
    response.once('close', () => {
      connection?.running.delete(response)
      if (!server.listening && connection?.running.size === 0) socket.end()
    })
    if (!server.listening) response.setHeader('connection', 'close')
    void answer(request, response)
  }
  server.on('connection', (socket) => {
    connections.set(socket, { running: new Set() })
    socket.once('close', () => connections.delete(socket))
  })
  server.on('request', onRequest).on('checkExpectation', onRequest)
  server.on('clientError', (fault: NodeJS.ErrnoException, socket: Socket) => {
    if (socket.writable && mayAnswer(connections.get(socket))) socket.end(rawError(refusalOfBytes(fault.code)))
    else socket.destroy()
  })
  const port = await bind(server, at)
  return { address: { host: at.host, port }, close: () => close(server, connections) }
}

/**
 * Whether bytes that are no request, or not all of one, can be answered with an error: not where that would be taken for
 * the answer to an earlier request, or stand behind the answer that the request itself has got.
 */
function mayAnswer(connection: Connection | undefined): boolean {
  const [first, ...others] = connection?.running ?? []
  const arriving = connection?.last?.complete === false
  if (first === undefined) return !arriving
  return others.length === 0 && arriving && !first.headersSent
}

function answerWith(app: H3): (...parameters: Parameters<RequestListener>) => Promise<void> {
  const handle = toNodeHandler(app)
  return async (request, response) => {
    if (request.headers.host === undefined && request.httpVersion === '1.1') return refuse(response)
    try {
      await handle(request, response)
    } catch {
      // A Host that HTTP allows and a URL doesn't (999.999.999.999) throws before the app is asked.
      refuse(response)
    }
  }
}

function refuse(response: ServerResponse): void {
  const { status, headers, body } = errorReply({ refusal: 'malformedRequest' })
  const sent = response.req.headers['x-request-id']
  response.writeHead(status, { ...headers, 'x-request-id': requestId(typeof sent === 'string' ? sent : null) })
  response.end(body)
}

/** The answer to bytes that never became a request; Node's own has no body and no id. */
function rawError(refusal: Refusal): string {
  const { status, headers, body } = errorReply(refusal)
  const fields = Object.entries({ ...headers, 'x-request-id': requestId(null), connection: 'close' })
  return `HTTP/1.1 ${status} \r\n${fields.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`
}

function refusalOfBytes(code: string | undefined): Refusal {
  if (code === 'HPE_HEADER_OVERFLOW') return { refusal: 'headersTooLarge' }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return { refusal: 'requestTimeout' }
  return { refusal: 'malformedRequest' }
}

async function bind(server: Server, at: { host: string; port: number }): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(at.port, at.host, () => {
      server.off('error', reject)
      resolve()
    })
  })
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : at.port
}

async function close(server: Server, connections: Connections): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  for (const [socket, { running }] of connections) {
    // Node leaves open what has not sent anything yet.
    if (running.size === 0) socket.destroy()
    for (const response of running) if (!response.headersSent) response.setHeader('connection', 'close')
  }
  const deadline = setTimeout(() => server.closeAllConnections(), CLOSE_MS)
  await closed
  clearTimeout(deadline)
}
