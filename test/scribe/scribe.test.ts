import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { DEFAULT_MARKET } from '../../pipeline/contract/market/market.ts'
import { questionsCall, writeQuestions } from '../../pipeline/scribe/questions.ts'
import { fromReadingReply, readingCall } from '../../pipeline/scribe/readings.ts'
import { createScribe, MAX_PROMPT, replyReader, SCRIBE_MODELS } from '../../pipeline/scribe/scribe.ts'
import { NOISE_NAME } from '../support/vendors/scribe.ts'
import { startVendorServer, type VendorServer } from '../support/vendors/vendor-server.ts'

const { signal } = new AbortController()
const CRM = { category: 'CRM software', ...DEFAULT_MARKET }

/** A good reply without usage, as a gateway may send it. */
const TEXT = JSON.stringify({ questions: ['Which CRM suits florists?'] })
const WITHOUT_USAGE = {
  OPENAI: { model: 'm', output: [{ type: 'message', content: [{ type: 'output_text', text: TEXT }] }] },
  ANTHROPIC: { type: 'message', model: 'm', content: [{ type: 'text', text: TEXT }], stop_reason: 'end_turn' },
  GEMINI: { candidates: [{ content: { parts: [{ text: TEXT }] }, finishReason: 'STOP' }] },
}

/** The address of a server that replies this to everything. */
async function replying(body: object): Promise<string> {
  const gateway = createServer((request, response) => {
    request.resume().on('end', () => response.end(JSON.stringify(body)))
  })
  onTestFinished(() => {
    gateway.close()
    gateway.closeAllConnections()
  })
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve))
  const { port } = gateway.address() as AddressInfo
  return `http://127.0.0.1:${port}`
}

/** What keeps a call cheap, in each vendor's words. */
const FRUGAL = {
  OPENAI: { reasoning: { effort: 'none' }, max_output_tokens: 8000, store: false },
  ANTHROPIC: { thinking: { type: 'disabled' }, max_tokens: 8000 },
  GEMINI: { generationConfig: { maxOutputTokens: 8000, thinkingConfig: { thinkingLevel: 'low' } } },
}

let server: VendorServer
beforeAll(async () => {
  server = await startVendorServer()
})
afterAll(() => server.close())

describe.each(['OPENAI', 'ANTHROPIC', 'GEMINI'] as const)('the scribe over %s', (vendor) => {
  const scribe = () => createScribe(vendor, server.access(vendor))

  test('writes questions, on its own cheap model and without a search', async () => {
    const writing = await scribe()
    expect(writing.model).toBe(SCRIBE_MODELS[vendor])
    const written = await writeQuestions(writing, CRM, 7, signal)
    expect(written.questions).toHaveLength(7)
    expect(written.questions[6]).toMatch(/^Which product would you choose for case .*-7\?$/)
    expect(written.costUsd).toBeGreaterThan(0)
    expect(written.costUsd).toBeLessThan(writing.worstUsd(questionsCall(CRM, 7)))
    const { engine, body, key } = server.requests.at(-1) ?? {}
    expect({ engine, key }).toEqual({ engine: 'SCRIBE', key: server.access(vendor).apiKey })
    expect(body).not.toHaveProperty('tools')
    expect(body).toMatchObject(FRUGAL[vendor])
  })

  test('reads the names of each answer, and reads the same from the stored bodies later', async () => {
    const texts = ['Quillmark first, Ridgeloom second.', 'Nobody is best.']
    const reading = await scribe()
    const { call, keys } = readingCall('CRM software', texts)
    const { raw, body, costUsd } = await reading.send(call, signal)
    const [first, second] = keys.map((key) => fromReadingReply(reading.read(body), keys).get(key))
    expect(first?.slice(0, 2)).toEqual([
      { name: 'Quillmark', role: 'choice', domain: null },
      { name: 'Ridgeloom', role: 'choice', domain: null },
    ])
    expect(second?.map(({ name }) => name)).toEqual([NOISE_NAME])
    expect((await replyReader(vendor))(JSON.parse(raw))).toEqual(reading.read(body))
    expect(costUsd).toBeLessThan(reading.worstUsd(call))
    expect(JSON.stringify(server.requests.at(-1)?.body)).toContain(`:${call.maxOutput}`)
  })

  test('reserves what this prompt can cost', async () => {
    const { worstUsd } = await scribe()
    const cost = (text: string) => worstUsd(readingCall('CRM software', [text]).call)
    expect(cost('x'.repeat(20_000))).toBeGreaterThan(3 * cost('x'))
    expect(cost('中'.repeat(6_000))).toBeGreaterThan(cost('x'.repeat(6_000)))
  })

  test('takes a reply without usage, and charges what it reserved for the call', async () => {
    const baseUrl = await replying(WITHOUT_USAGE[vendor])
    const gateway = await createScribe(vendor, { ...server.access(vendor), baseUrl })
    const call = questionsCall(CRM, 1)
    const { body, costUsd } = await gateway.send(call, signal)
    expect(gateway.read(body)).toEqual(JSON.parse(TEXT))
    expect(costUsd).toBe(gateway.worstUsd(call))
  })

  test.each([
    ['refusal', 'PROVIDER_REFUSED'],
    ['empty', 'SERVER'],
    ['incomplete', 'BAD_REQUEST'],
    ['quota', 'QUOTA'],
    ['overloaded', 'OVERLOADED'],
    ['cut-json', 'UNREADABLE'],
  ] as const)('%s is thrown as %s', async (fault, kind) => {
    server.script('SCRIBE', fault)
    const writing = writeQuestions(await scribe(), CRM, 3, signal)
    await expect(writing).rejects.toMatchObject({ name: 'EngineError', kind })
  })

  test('sends no prompt that is longer than what it reserves for', async () => {
    const sent = server.requests.length
    const call = (await scribe()).send(questionsCall({ ...CRM, category: 'x'.repeat(MAX_PROMPT) }, 3), signal)
    await expect(call).rejects.toMatchObject({ kind: 'BAD_REQUEST' })
    expect(server.requests).toHaveLength(sent)
  })
})
