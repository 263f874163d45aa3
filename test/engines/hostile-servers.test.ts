import { createServer, type RequestListener, type Server } from 'node:http'
import { gzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { DEFAULT_MARKET } from '../../pipeline/contract/market/market.ts'
import { ENGINES, type EngineName } from '../../pipeline/contract/terms.ts'
import { createEngine } from '../../pipeline/engines/index.ts'
import { questionsCall } from '../../pipeline/scribe/questions.ts'
import { createScribe, SCRIBE_MODELS } from '../../pipeline/scribe/scribe.ts'

/** What answers in a vendor's place may send elsewhere, hang up or flood: nothing of it gets further than one kind. */
const servers: Server[] = []
afterAll(() => {
  for (const server of servers) server.close()
})

async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
}

const never = new AbortController().signal
const asking = { question: 'Which CRM?', category: 'CRM software', tag: 'q0', market: DEFAULT_MARKET }

/** One call to whatever answers at this address, by each engine and each vendor of the scribe. */
const CALLS: [string, (baseUrl: string) => Promise<unknown>][] = [
  ...ENGINES.map((name): (typeof CALLS)[number] => [
    name,
    async (baseUrl) => {
      const access = { apiKey: 'test:0123456789', baseUrl, model: 'gpt-6-luna', timeoutMs: 10_000 }
      return (await createEngine(name, access)).ask(asking, [], never)
    },
  ]),
  ...(Object.keys(SCRIBE_MODELS) as (keyof typeof SCRIBE_MODELS & EngineName)[]).map(
    (vendor): (typeof CALLS)[number] => [
      `the scribe over ${vendor}`,
      async (baseUrl) => {
        const scribe = await createScribe(vendor, { apiKey: 'test:0123456789', baseUrl, timeoutMs: 10_000 })
        return scribe.send(questionsCall({ category: 'CRM software', ...DEFAULT_MARKET }, 3), never)
      },
    ],
  ),
]

test.each(CALLS)('%s follows no redirect', async (_, call) => {
  const elsewhere: string[] = []
  const other = await listen((request, response) => {
    elsewhere.push(request.url ?? '')
    response.end('{}')
  })
  for (const status of [301, 302, 303, 307, 308]) {
    const vendor = await listen((_request, response) => {
      response.writeHead(status, { location: `${other}/v1/elsewhere` }).end('moved')
    })
    await expect(call(vendor)).rejects.toMatchObject({ name: 'EngineError', kind: 'REDIRECTED', status })
  }
  expect(elsewhere).toEqual([])
})

test('a fetch by other code follows redirects during a GEMINI call', async () => {
  const other = await listen((_request, response) => response.end('there'))
  const vendor = await listen((_request, response) => response.writeHead(307, { location: other }).end())
  const engine = await createEngine('GEMINI', { apiKey: '0123456789', baseUrl: vendor, model: 'm', timeoutMs: 10_000 })
  const plain = globalThis.fetch
  const asked = expect(engine.ask(asking, [], never)).rejects.toMatchObject({ kind: 'REDIRECTED' })
  expect(globalThis.fetch).toBe(plain)
  expect(await (await fetch(vendor)).text()).toBe('there')
  await asked
})

const MEGABYTES = 200
const bomb = Buffer.concat([gzipSync('{"text":"'), ...Array(MEGABYTES).fill(gzipSync(Buffer.alloc(2 ** 20, 'a')))])

test.each(CALLS)('%s aborts a reply above 8 MB', async (_, call) => {
  const vendor = await listen((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(bomb)
  })
  const before = process.resourceUsage().maxRSS
  await expect(call(vendor)).rejects.toMatchObject({ kind: 'TOO_LONG', status: 200 })
  expect((process.resourceUsage().maxRSS - before) / 1024).toBeLessThan(MEGABYTES / 4)
})

test.each(CALLS)('%s distinguishes a refused connection from a broken one', async (_, call) => {
  const vendor = await listen((request) => request.socket.resetAndDestroy())
  await expect(call(vendor)).rejects.toMatchObject({ kind: 'NETWORK' })
  await new Promise((resolve) => servers.pop()?.close(resolve))
  await expect(call(vendor)).rejects.toMatchObject({ kind: 'CONNECTION_REFUSED' })
  await expect(call('http://vendor.invalid')).rejects.toMatchObject({ kind: 'CONNECTION_REFUSED' })
})
