import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { proposeBrands } from '../../pipeline/scribe/brands.ts'
import { writeQuestions } from '../../pipeline/scribe/questions.ts'
import { createScribe, MAX_PROMPT, type ObjectSchema, SCRIBE_MODELS } from '../../pipeline/scribe/scribe.ts'
import { startVendorServer, type VendorServer } from '../support/vendor-server.ts'

const SCHEMA: ObjectSchema = {
  type: 'object',
  properties: { questions: { type: 'array', items: { type: 'string' } } },
  required: ['questions'],
  additionalProperties: false,
}
const { signal } = new AbortController()

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
    const { model, worstUsd, ...rest } = await scribe()
    expect(model).toBe(SCRIBE_MODELS[vendor])
    const written = await writeQuestions({ model, worstUsd, ...rest }, 'CRM software', 7, signal)
    expect(written.questions).toHaveLength(7)
    expect(written.questions[6]).toMatch(/^Which product would you choose for case .*-7\?$/)
    expect(written.costUsd).toBeGreaterThan(0)
    expect(written.costUsd).toBeLessThan(worstUsd)
    const { engine, body, key } = server.requests.at(-1) ?? {}
    expect({ engine, key }).toEqual({ engine: 'SCRIBE', key: server.access(vendor).apiKey })
    expect(body).not.toHaveProperty('tools')
    expect(body).toMatchObject(FRUGAL[vendor])
  })

  test('proposes the names that stand in the texts', async () => {
    const texts = ['Ridgeloom first, Pacewell second.', 'Quillmark costs less.']
    const { brands } = await proposeBrands(await scribe(), 'CRM software', texts, signal)
    expect(brands).toEqual([
      { name: 'Ridgeloom', domain: 'ridgeloom.example' },
      { name: 'Pacewell', domain: null },
      { name: 'Quillmark', domain: 'quillmark.example' },
    ])
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
    const call = (await scribe()).complete('questions', SCHEMA, 'Write 3 questions', signal)
    await expect(call).rejects.toMatchObject({ name: 'EngineError', kind })
  })

  test('sends no prompt that is longer than what it reserves for', async () => {
    const sent = server.requests.length
    const call = (await scribe()).complete('questions', SCHEMA, 'x'.repeat(MAX_PROMPT + 1), signal)
    await expect(call).rejects.toMatchObject({ kind: 'BAD_REQUEST' })
    expect(server.requests).toHaveLength(sent)
  })
})
