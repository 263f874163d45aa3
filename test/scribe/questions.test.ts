import { expect, test } from 'vitest'
import { EngineError } from '../../pipeline/engines/error.ts'
import { writeQuestions } from '../../pipeline/scribe/questions.ts'
import { suggestQuestions } from '../../pipeline/scribe/suggest.ts'
import { scriptedScribe } from '../support/vendors/scripted-scribe.ts'

const signal = new AbortController().signal

/** A scribe that says one thing, and keeps what it was asked. */
function scribeSaying(value: unknown) {
  const scribe = scriptedScribe(() => value, { costUsd: 0.5 })
  return { scribe, asked: scribe.asked }
}

test('asks once, with exactly the schema that a stand-in answers', async () => {
  const { scribe, asked } = scribeSaying({ questions: ['Which CRM?', 'Which cheap CRM?'] })
  const written = await writeQuestions(scribe, 'CRM software', 2, signal)
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

test('trims, and drops what is empty, too long or a duplicate', async () => {
  const questions = ['  Which \n CRM? ', 'which crm', '', ' ?! ', `Which ${'x'.repeat(300)}?`, 'Which cheap CRM?']
  const { scribe } = scribeSaying({ questions })
  const written = await writeQuestions(scribe, 'CRM software', 2, signal)
  expect(written.questions).toEqual(['Which CRM?', 'Which cheap CRM?'])
})

test('takes no more than asked for', async () => {
  const { scribe } = scribeSaying({ questions: ['A?', 'B?', 'C?'] })
  expect((await writeQuestions(scribe, 'CRM software', 2, signal)).questions).toEqual(['A?', 'B?'])
})

test('tops up from the templates, without repeating one of them', async () => {
  const templates = suggestQuestions('CRM software', 3)
  const { scribe } = scribeSaying({ questions: ['A?', templates[0]] })
  const written = await writeQuestions(scribe, 'CRM software', 4, signal)
  expect(written.questions).toEqual(['A?', ...templates])
})

test('a malformed reply costs what it cost, and templates are used', async () => {
  for (const value of [null, [], { questions: 'Which CRM?' }, { brands: [] }]) {
    const written = await writeQuestions(scribeSaying(value).scribe, 'CRM software', 3, signal)
    expect(written).toEqual({ questions: suggestQuestions('CRM software', 3), by: 'templates', costUsd: 0.5 })
  }
})

test('a failed call is left to the caller', async () => {
  const { scribe } = scribeSaying(null)
  const failing = { ...scribe, send: () => Promise.reject(new EngineError('OVERLOADED')) }
  await expect(writeQuestions(failing, 'CRM software', 3, signal)).rejects.toMatchObject({ kind: 'OVERLOADED' })
})
