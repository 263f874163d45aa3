import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { type H3, toNodeHandler } from 'h3'
import { errorReply, type Refusal } from './http/errors.ts'
import { requestId } from './http/headers.ts'

/**
 * In milliseconds. Keep-alive outlasts the 60 seconds for which proxies commonly keep an idle connection; `closeMs` is how long
 * running requests may take to finish once the server closes.
 */
const TIMEOUTS = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 1_000,
  keepAliveTimeout: 65_000,
  closeMs: 10_000,
}
const MAX_HEADER_BYTES = 16_384

export interface Listening {
  /** The host as passed to `listen`, and the port in use. */
  readonly address: { readonly host: string; readonly port: number }
  /** Stops accepting, gives running requests ten seconds to finish, and closes every connection. */
  close(): Promise<void>
}

/** A connection's unfinished responses, and its latest request. */
interface Connection {
  readonly running: Set<ServerResponse>
  last?: IncomingMessage
}
type Connections = Map<Socket, Connection>

/** Serves the app over HTTP/1.1; port 0 picks a free one. Rejects if the address can't be bound. */
export async function listen(
  app: H3,
  at: { host: string; port: number },
  timeouts: Partial<typeof TIMEOUTS> = {},
): Promise<Listening> {
  const connections: Connections = new Map()
  const answer = answerWith(app)
  // Otherwise Node itself answers a request without Host, without a request id.
  const { closeMs, ...limits } = { ...TIMEOUTS, ...timeouts }
  const server = createServer({ ...limits, maxHeaderSize: MAX_HEADER_BYTES, requireHostHeader: false })
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
    if (socket.writable && mayAnswer(connections.get(socket))) socket.end(rawError(refusalOfParseError(fault.code)))
    else socket.destroy()
  })
  const port = await bind(server, at)
  return { address: { host: at.host, port }, close: () => close(server, connections, closeMs) }
}

/** Whether malformed or incomplete input can be answered with an error that no client would take for the response to an earlier request. */
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
      // A Host that HTTP allows but URL rejects (999.999.999.999) throws before the app runs.
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

/** The response to input that could not be parsed; Node's own has no body and no request id. */
function rawError(refusal: Refusal): string {
  const { status, headers, body } = errorReply(refusal)
  const fields = Object.entries({ ...headers, 'x-request-id': requestId(null), connection: 'close' })
  return `HTTP/1.1 ${status} \r\n${fields.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`
}

function refusalOfParseError(code: string | undefined): Refusal {
  if (code === 'HPE_HEADER_OVERFLOW') return { refusal: 'headersTooLarge' }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return { refusal: 'requestTimeout' }
  return { refusal: 'malformedRequest' }
}

async function bind(server: Server, at: { host: string; port: number }): Promise<number> {
  server.listen(at.port, at.host)
  await once(server, 'listening')
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : at.port
}

async function close(server: Server, connections: Connections, closeMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  for (const [socket, { running }] of connections) {
    // Node leaves connections open that have sent nothing yet.
    if (running.size === 0) socket.destroy()
    for (const response of running) if (!response.headersSent) response.setHeader('connection', 'close')
  }
  const deadline = setTimeout(() => server.closeAllConnections(), closeMs)
  await closed
  clearTimeout(deadline)
}
