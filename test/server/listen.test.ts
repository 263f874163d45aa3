import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { H3 } from 'h3'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { AppOptions } from '../../server/app.ts'
import { listen } from '../../server/listen.ts'
import { assertErrorShape } from '../support/checks/error-shape.ts'
import { frozenRanking, publish } from '../support/rankings.ts'
import { freshApp } from './fresh-app.ts'

async function serving(changed: Partial<AppOptions> = {}) {
  const service = await freshApp(changed)
  await publish(service.db, frozenRanking())
  const server = await listen(service.app, { host: '127.0.0.1', port: 0 })
  onTestFinished(() => server.close())
  return { ...service, ...server, url: `http://127.0.0.1:${server.address.port}` }
}

/** Sends bytes as they are and reads until the server closes the connection. */
async function exchange(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.write(bytes)
  return Buffer.concat(await socket.toArray()).toString()
}

/** A raw HTTP/1.1 answer as a Response. */
function parsed(raw: string): Response {
  const [head = '', body = ''] = raw.split('\r\n\r\n')
  const [first = '', ...fields] = head.split('\r\n')
  const headers = fields.map((field): [string, string] => {
    const colon = field.indexOf(':')
    return [field.slice(0, colon), field.slice(colon + 1).trim()]
  })
  return new Response(body, { status: Number(first.split(' ')[1]), headers })
}

describe('over a socket', () => {
  test('answers, and counts by the address of the socket', async () => {
    const { url, address } = await serving()
    expect(address).toEqual({ host: '127.0.0.1', port: expect.any(Number) })
    const response = await fetch(`${url}/v1/rankings/crm-software`)
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ ranking: { slug: 'crm-software' } })
    const forged = await fetch(`${url}/v1/rankings`, { headers: { 'x-forwarded-for': '192.0.2.1' } })
    expect(forged.headers.get('ratelimit-remaining')).toBe('58')
    const etag = forged.headers.get('etag') ?? ''
    const unchanged = await fetch(`${url}/v1/rankings`, { headers: { 'if-none-match': etag } })
    expect(unchanged.status).toBe(304)
  })

  test('behind a proxy counts by what the proxy says, and by the socket if it says nothing', async () => {
    const { url } = await serving({ trustedProxies: 1 })
    const remaining = async (headers: Record<string, string>) =>
      (await fetch(`${url}/v1/rankings`, { headers })).headers.get('ratelimit-remaining')
    expect(await remaining({ 'x-forwarded-for': '192.0.2.1' })).toBe('59')
    expect(await remaining({ 'x-forwarded-for': '127.0.0.1' })).toBe('59')
    expect(await remaining({})).toBe('58')
    expect(await remaining({ 'x-forwarded-for': 'nonsense' })).toBe('57')
  })

  test('HEAD has one Content-Length and no body', async () => {
    const { address } = await serving()
    const raw = await exchange(address.port, 'HEAD /v1/rankings HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
    expect(raw).toMatch(/^HTTP\/1\.1 200 /)
    expect(raw.match(/^content-length: [1-9]/gim)).toHaveLength(1)
    expect(raw).toMatch(/\r\n\r\n$/)
  })

  test.each([
    ['no HTTP', 'nonsense\r\n\r\n', 400],
    ['a target that is no path', 'GET nonsense HTTP/1.1\r\nHost: a\r\n\r\n', 400],
    ['no Host', 'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    ['a Host that no URL can hold', 'GET /%41 HTTP/1.1\r\nHost: 999.999.999.999\r\nConnection: close\r\n\r\n', 400],
    ['headers that are too large', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    ['a method that is unusual', 'TRACE /v1/rankings HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', 405],
    ['no path', 'OPTIONS * HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', 404],
  ])('%s is an error like any other §4.0.2', async (_, bytes, status) => {
    const { address } = await serving()
    const body = await assertErrorShape(parsed(await exchange(address.port, bytes)), status)
    expect(body.error).not.toContain('nonsense')
  })

  test('an unknown expectation is ignored', async () => {
    const { address } = await serving()
    const request = 'GET /healthz HTTP/1.1\r\nHost: a\r\nExpect: x\r\nConnection: close\r\n\r\n'
    expect(parsed(await exchange(address.port, request)).status).toBe(200)
  })

  test('an address that is taken is refused', async () => {
    const { app, address } = await serving()
    await expect(listen(app, address)).rejects.toThrow('EADDRINUSE')
  })
})

describe('closing', () => {
  /** An app whose answer comes when the test says so. */
  async function waiting(timeouts: Parameters<typeof listen>[2] = {}) {
    const asked = Promise.withResolvers<void>()
    const answer = Promise.withResolvers<string>()
    const app = new H3().get('/', () => {
      asked.resolve()
      return answer.promise
    })
    const server = await listen(app, { host: '127.0.0.1', port: 0 }, timeouts)
    return { ...server, asked: asked.promise, answer: answer.resolve }
  }

  async function open(port: number): Promise<Socket> {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    return socket
  }

  test('lets a running request finish, closes what is idle, and accepts nothing more', async () => {
    const { address, asked, answer, close } = await waiting()
    const silent = await open(address.port)
    const busy = await open(address.port)
    busy.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
    await asked
    const closed = close()
    await once(silent.resume(), 'close')
    await expect(open(address.port)).rejects.toThrow('ECONNREFUSED')
    answer('finished')
    expect(Buffer.concat(await busy.toArray()).toString()).toMatch(/connection: close.*finished$/is)
    await closed
  })

  test('cuts off a request that is not answered in time', async () => {
    const { address, asked, close } = await waiting({ closeMs: 0 })
    const socket = await open(address.port)
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
    await asked
    await close()
    expect(await socket.toArray()).toEqual([])
  })

  test('closes a connection that is kept alive between two requests', async () => {
    const { address, close } = await serving()
    const socket = await open(address.port)
    socket.write('GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n')
    await once(socket, 'data')
    await close()
    expect((await socket.toArray()).length).toBe(0)
  })

  test('bytes that are no HTTP do not land in a response that has begun', async () => {
    const begun = new ReadableStream({ start: (stream) => stream.enqueue(new TextEncoder().encode('begun')) })
    const server = await listen(
      new H3().get('/', () => begun),
      { host: '127.0.0.1', port: 0 },
    )
    const socket = await open(server.address.port)
    socket.write('GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n')
    const [first] = await once(socket, 'data')
    socket.write('nonsense\r\n')
    const rest = await socket.toArray()
    expect(String(Buffer.concat([first, ...rest]))).toMatch(/begun\s+$/)
    await server.close()
  })

  test('bytes after a running request are not answered before it', async () => {
    const { address, asked, close } = await waiting()
    const socket = await open(address.port)
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
    await asked
    socket.write('nonsense\r\n\r\n')
    expect(await socket.toArray()).toEqual([])
    await close()
  })
})
