import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

/** One request that a receiver got. */
export interface Received {
  readonly method: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

/**
 * What a receiver does with a request: answers with a status, or leads elsewhere; never answers, resets the connection, ends it
 * in the middle of a reply, or never ends its reply.
 */
export type Answer =
  | number
  | { readonly status: number; readonly location: string }
  | 'hang'
  | 'reset'
  | 'cut'
  | 'endless'

export interface Receiver {
  readonly url: string
  readonly received: Received[]
  /** Resolves once it has got this many requests. */
  reached(count: number): Promise<void>
  /** Answers the requests that hang, with 200. */
  release(): void
  close(): Promise<void>
}

/** A real HTTP receiver on a loopback port; it gives its answers in turn, and the last one from then on. */
export async function startReceiver(...answers: readonly [Answer, ...Answer[]]): Promise<Receiver> {
  const received: Received[] = []
  const hanging: ServerResponse[] = []
  const waiting: { readonly count: number; tell(): void }[] = []
  const server = createServer(async (request, response) => {
    const body = await buffer(request)
    const answer = answers[Math.min(received.length, answers.length - 1)] ?? 200
    received.push({ method: request.method ?? '', headers: request.headers, body })
    if (answer === 'hang') hanging.push(response)
    else if (answer === 'reset') request.socket.resetAndDestroy()
    else if (answer === 'cut') {
      response.writeHead(200, { 'Content-Length': 100 })
      response.write('{"half":', () => request.socket.destroy())
    } else if (answer === 'endless') {
      response.writeHead(200)
      response.write('x'.repeat(100_000))
    } else if (typeof answer === 'number') response.writeHead(answer).end('the reply, which nobody keeps')
    else response.writeHead(answer.status, { Location: answer.location }).end()
    for (const { count, tell } of waiting) if (received.length >= count) tell()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = async () => {
    if (!server.listening) return
    server.close()
    server.closeAllConnections()
    await once(server, 'close')
  }
  onTestFinished(close)
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    reached: (count) =>
      new Promise((tell) => {
        if (received.length >= count) tell()
        else waiting.push({ count, tell })
      }),
    release: () => {
      for (const response of hanging) response.end()
    },
    close,
  }
}
