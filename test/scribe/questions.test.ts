import { expect, test } from 'vitest'
import { DEFAULT_MARKET } from '../../pipeline/contract/market/market.ts'
import { EngineError } from '../../pipeline/engines/error.ts'
import { writeQuestions } from '../../pipeline/scribe/questions.ts'
import { suggestQuestions } from '../../pipeline/scribe/suggest.ts'
import { scriptedScribe } from '../support/vendors/scripted-scribe.ts'

const signal = new AbortController().signal
const CRM = { category: 'CRM software', ...DEFAULT_MARKET }

/** A scribe that says one thing, and keeps what it was asked. */
function scribeSaying(value: unknown) {
  const scribe = scriptedScribe(() => value, { costUsd: 0.5 })
  return { scribe, asked: scribe.asked }
}

test('asks once, with exactly the schema that a stand-in answers', async () => {
  const { scribe, asked } = scribeSaying({ questions: ['Which CRM?', 'Which cheap CRM?'] })
  const written = await writeQuestions(scribe, CRM, 2, signal)
  expect(written).toEqual({ questions: ['Which CRM?', 'Which cheap CRM?'], by: 'scribe', costUsd: 0.5 })
  expect(asked).toHaveLength(1)
  expect(asked[0]).toMatchObject({
    name: 'questions',
    schema: {
      type: 'object',
      properties: { questions: { type: 'array', items: { type: 'string' } } },
      required: ['questions'],
      additionalProperties: false,
    },
  })
  expect(asked[0]?.prompt).toMatch(/^Write 2 questions/)
  expect(asked[0]?.prompt).toContain('"CRM software"')
})

test('names the country and the language, but for the United States and English, whose prompt is as it always was', async () => {
  const { scribe, asked } = scribeSaying({ questions: ['Welches CRM?'] })
  await writeQuestions(scribe, CRM, 1, signal)
  await writeQuestions(scribe, { ...CRM, country: 'DE', language: 'de' }, 1, signal)
  const [american = '', german] = asked.map(({ prompt }) => prompt)
  expect(american).toContain('that a buyer would ask')
  expect(german).toBe(
    american.replace('a buyer would', 'a buyer in Germany would').replace("in the category's language", 'in German'),
  )
})

test('trims, and drops what is empty, too long or a duplicate', async () => {
  const longest = `${'x'.repeat(299)}?`
  const questions = ['  Which \n CRM? ', 'which crm', '', ' ?! ', `x${longest}`, longest, 'Which cheap CRM?']
  const { scribe } = scribeSaying({ questions })
  const written = await writeQuestions(scribe, CRM, 3, signal)
  expect(written.questions).toEqual(['Which CRM?', longest, 'Which cheap CRM?'])
})

test('takes a question as a store can hold it, so that what is asked is what is stored', async () => {
  const { scribe } = scribeSaying({ questions: ['Which \ud83d CRM 😀?'] })
  expect((await writeQuestions(scribe, CRM, 1, signal)).questions).toEqual(['Which \ufffd CRM 😀?'])
})

test('takes no more than asked for', async () => {
  const { scribe } = scribeSaying({ questions: ['A?', 'B?', 'C?'] })
  expect((await writeQuestions(scribe, CRM, 2, signal)).questions).toEqual(['A?', 'B?'])
})

test('tops up from the templates, without repeating one of them', async () => {
  const templates = suggestQuestions(CRM.category, 3)
  const { scribe } = scribeSaying({ questions: ['A?', templates[0]] })
  const written = await writeQuestions(scribe, CRM, 4, signal)
  expect(written.questions).toEqual(['A?', ...templates])
})

test('in another language than the templates’, fewer questions stay fewer', async () => {
  const german = { ...CRM, country: 'DE', language: 'de' }
  const written = await writeQuestions(scribeSaying({ questions: ['Welches CRM?'] }).scribe, german, 2, signal)
  expect(written).toMatchObject({ questions: ['Welches CRM?'] })
  const british = { ...CRM, country: 'GB' }
  expect((await writeQuestions(scribeSaying({ questions: [] }).scribe, british, 2, signal)).questions).toHaveLength(2)
})

test('a malformed reply costs what it cost, and templates are used', async () => {
  for (const value of [null, [], { questions: 'Which CRM?' }, { brands: [] }]) {
    const written = await writeQuestions(scribeSaying(value).scribe, CRM, 3, signal)
    expect(written).toEqual({ questions: suggestQuestions(CRM.category, 3), by: 'templates', costUsd: 0.5 })
  }
})

test('a failed call is left to the caller', async () => {
  const { scribe } = scribeSaying(null)
  const failing = { ...scribe, send: () => Promise.reject(new EngineError('OVERLOADED')) }
  await expect(writeQuestions(failing, CRM, 3, signal)).rejects.toMatchObject({ kind: 'OVERLOADED' })
})
