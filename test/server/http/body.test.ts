import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { BODY_LIMIT, readJson } from '../../../server/http/input.ts'
import { listen } from '../../../server/listen.ts'
import { assertErrorShape } from '../../support/checks/error-shape.ts'
import { BODY, customer } from '../customer.ts'
import { freshApp } from '../fresh-app.ts'

function post(body: string | Uint8Array<ArrayBuffer> | ReadableStream, headers: Record<string, string> = {}): Request {
  const sent = { 'content-type': 'application/json', ...headers }
  return new Request('http://localhost/', { method: 'POST', headers: sent, body, duplex: 'half' } as RequestInit)
}

/** A JSON text of exactly this many bytes. */
function json(bytes: number): string {
  return JSON.stringify({ pad: 'x'.repeat(bytes - '{"pad":""}'.length) })
}

function chunked(text: string, size: number): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text)
  let at = 0
  return new ReadableStream({
    pull: (controller) => {
      if (at >= bytes.length) return controller.close()
      controller.enqueue(bytes.slice(at, at + size))
      at += size
    },
  })
}

describe('a body', () => {
  test('is read, even in chunks that split a character', async () => {
    expect(await readJson(post('{"a":[1,"é"]}'))).toEqual({ json: { a: [1, 'é'] } })
    expect(await readJson(post(chunked('{"a":"é€😀"}', 1)))).toEqual({ json: { a: 'é€😀' } })
  })

  test('of 32,768 bytes is accepted, and of one more is refused, declared or not §2.1.18 §8.6', async () => {
    expect(BODY_LIMIT).toBe(32_768)
    const refused = { refusal: 'bodyTooLarge' }
    for (const size of [1, 1_000, 40_000]) {
      expect(await readJson(post(chunked(json(32_768), size))), String(size)).toHaveProperty('json.pad')
      expect(await readJson(post(chunked(json(32_769), size))), String(size)).toEqual(refused)
    }
    expect(await readJson(post(json(32_768), { 'content-length': '32768' }))).toHaveProperty('json.pad')
    expect(await readJson(post('{}', { 'content-length': '32769' }))).toEqual(refused)
  })

  test('is counted in bytes and not in characters', async () => {
    const text = JSON.stringify({ pad: '€'.repeat(11_000) })
    expect(text.length).toBeLessThan(32_768)
    expect(await readJson(post(text))).toEqual({ refusal: 'bodyTooLarge' })
  })

  test.each(['', '{', '{"a":1}x', 'undefined', '\u0000', '{"a":NaN}'])('%j is not JSON', async (text) => {
    expect(await readJson(post(text))).toEqual({ refusal: 'noJson' })
  })

  test('that is missing, or not UTF-8, is not JSON', async () => {
    const none = new Request('http://localhost/', { method: 'POST', headers: { 'content-type': 'application/json' } })
    expect(await readJson(none)).toEqual({ refusal: 'noJson' })
    expect(await readJson(post(Uint8Array.of(0x22, 0xff, 0x22)))).toEqual({ refusal: 'noJson' })
  })

  test.each(['application/json; charset=utf-8', 'Application/JSON', 'application/json ;x=y'])(
    '%s is JSON',
    async (type) => {
      expect(await readJson(post('{}', { 'content-type': type }))).toEqual({ json: {} })
    },
  )

  test.each([
    '',
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/jsonp',
    'text/json',
    'application/json, text/plain',
  ])('%j is not an accepted type §4.1.1', async (type) => {
    expect(await readJson(post('{}', { 'content-type': type }))).toEqual({ refusal: 'wrongType' })
  })

  test('is not accepted compressed', async () => {
    expect(await readJson(post('{}', { 'content-encoding': 'gzip' }))).toEqual({ refusal: 'wrongType' })
    expect(await readJson(post('{}', { 'content-encoding': 'identity' }))).toEqual({ json: {} })
  })
})

describe('over a socket', () => {
  async function serving(timeouts: Parameters<typeof listen>[2] = {}) {
    const service = await freshApp()
    const ada = await customer(service.db, { credits: 5 })
    const server = await listen(service.app, { host: '127.0.0.1', port: 0 }, timeouts)
    onTestFinished(() => server.close())
    const head = (...headers: string[]) => {
      const usual = [`Authorization: ${ada.headers.authorization}`, 'Content-Type: application/json']
      const name = (header: string) => header.split(':')[0]
      const kept = usual.filter((each) => !headers.some((header) => name(header) === name(each)))
      return ['POST /v1/reports HTTP/1.1', 'Host: a', ...kept, ...headers, '', ''].join('\r\n')
    }
    return { ...service, ada, head, port: server.address.port }
  }

  const chunk = (text: string) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`

  async function open(port: number): Promise<Socket> {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    return socket
  }

  async function rest(socket: Socket): Promise<Response> {
    return parsed(Buffer.concat(await socket.toArray()).toString())
  }

  function parsed(raw: string): Response {
    const [head = '', body = ''] = raw.split('\r\n\r\n')
    const [first = '', ...fields] = head.split('\r\n')
    const headers = fields.map((field): [string, string] => {
      const colon = field.indexOf(':')
      return [field.slice(0, colon), field.slice(colon + 1).trim()]
    })
    return new Response(body, { status: Number(first.split(' ')[1]), headers })
  }

  const reports = async (db: Awaited<ReturnType<typeof freshApp>>['db']) =>
    (await db.selectFrom('reports').select('slug').execute()).length

  test('a start may come in chunks', async () => {
    const { db, head, port } = await serving()
    const socket = await open(port)
    const text = JSON.stringify(BODY)
    socket.write(head('Transfer-Encoding: chunked', 'Connection: close'))
    for (let at = 0; at < text.length; at += 50) socket.write(chunk(text.slice(at, at + 50)))
    socket.write('0\r\n\r\n')
    expect((await rest(socket)).status).toBe(202)
    expect(await reports(db)).toBe(1)
  })

  test('chunks that grow too large are 413, while they are still being sent, and the connection stays open §7.413', async () => {
    const { db, head, port, ada } = await serving()
    const socket = await open(port)
    socket.write(head('Transfer-Encoding: chunked') + chunk('x'.repeat(40_000)))
    const [refused] = await once(socket, 'data')
    await assertErrorShape(parsed(String(refused)), 413)
    socket.write(`${chunk('x'.repeat(200_000))}0\r\n\r\n`)
    socket.write(
      `GET /v1/reports HTTP/1.1\r\nHost: a\r\nAuthorization: ${ada.headers.authorization}\r\nConnection: close\r\n\r\n`,
    )
    const response = await rest(socket)
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ reports: [] })
    expect(await reports(db)).toBe(0)
  })

  test.each<[string, number, string[]]>([
    ['too large, as it is declared', 413, []],
    ['of another type', 415, ['Content-Type: text/plain']],
    ['without a valid key', 401, ['Authorization: Bearer svc_wrong']],
  ])('a body %s is refused before it comes, and the connection stays open', async (_, status, headers) => {
    const { head, port } = await serving()
    const socket = await open(port)
    socket.write(head('Content-Length: 40000', ...headers))
    const [refused] = await once(socket, 'data')
    await assertErrorShape(parsed(String(refused)), status)
    socket.write('x'.repeat(40_000))
    socket.write('GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
    expect((await rest(socket)).status).toBe(200)
  })

  test('a client that stops in the middle of a body starts nothing, and is no fault', async () => {
    const { db, head, port, logged } = await serving()
    const socket = await open(port)
    socket.write(head('Content-Length: 1000') + JSON.stringify(BODY).slice(0, 100))
    socket.destroy()
    await expect.poll(() => logged.some(({ fields }) => fields.status === 400)).toBe(true)
    expect(await reports(db)).toBe(0)
  })

  test('a client that is too slow with its body is 408, and starts nothing', async () => {
    const { db, head, port } = await serving({
      headersTimeout: 50,
      requestTimeout: 100,
      connectionsCheckingInterval: 10,
    })
    const socket = await open(port)
    socket.write(head('Content-Length: 1000') + JSON.stringify(BODY).slice(0, 100))
    await assertErrorShape(await rest(socket), 408)
    expect(await reports(db)).toBe(0)
  })

  test('a client that is too slow with its headers is 408', async () => {
    const { port } = await serving({ headersTimeout: 50, requestTimeout: 100, connectionsCheckingInterval: 10 })
    const socket = await open(port)
    socket.write('POST /v1/reports HTTP/1.1\r\nHost: a\r\nX-')
    await assertErrorShape(await rest(socket), 408)
  })

  test('a client that keeps sending after its 413 gets no second answer', async () => {
    const { head, port } = await serving({ headersTimeout: 50, requestTimeout: 100, connectionsCheckingInterval: 10 })
    const socket = await open(port)
    socket.write(head('Transfer-Encoding: chunked') + chunk('x'.repeat(40_000)))
    const raw = Buffer.concat(await socket.toArray()).toString()
    expect(raw.match(/HTTP\/1\.1/g)).toHaveLength(1)
    await assertErrorShape(parsed(raw), 413)
  })

  test('chunks that are malformed are 400', async () => {
    const { db, head, port, logged } = await serving()
    const socket = await open(port)
    socket.write(`${head('Transfer-Encoding: chunked')}zz\r\nnonsense`)
    await assertErrorShape(await rest(socket), 400)
    await expect.poll(() => logged.some(({ fields }) => fields.status === 400)).toBe(true)
    expect(await reports(db)).toBe(0)
  })
})
