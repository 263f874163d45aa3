import { expect, test } from 'vitest'
import { bundledCalls } from '../../../pipeline/store/ranking/bundled.ts'
import { freshStore } from '../../support/store/store.ts'

const NAMES = '[{"name":"Acme","role":"choice","domain":null}]'

test('a bundle has the calls answered and the texts read by its time, and nothing later', async () => {
  const { db } = await freshStore()
  await db.insertInto('surveys').values({ id: 's', simulated: 0, created_at: 0 }).execute()
  const reader = { survey_id: 's', model: 'm', prompt: 'p' }
  const call = { ...reader, vendor: 'OPENAI', asked: '[{"key":"k","hash":"h"}]', body: '{}', cost_usd: 0, sent_at: 1 }
  await db
    .insertInto('reading_calls')
    .values([
      { ...call, id: 'b', state: 'read', ended_at: 5 },
      { ...call, id: 'a', state: 'received', ended_at: 10 },
      { ...call, id: 'late', state: 'read', ended_at: 11 },
      { ...call, id: 'failed', state: 'failed', ended_at: 5 },
    ])
    .execute()
  const reading = { ...reader, call_id: 'b', names: NAMES }
  await db
    .insertInto('readings')
    .values([
      { ...reading, hash: 'h2', read_at: 9 },
      { ...reading, hash: 'h1', read_at: 9 },
      { ...reading, hash: 'h0', read_at: 11 },
    ])
    .execute()

  const of = { vendor: 'OPENAI', model: 'm', prompt: 'p', asked: [{ key: 'k', hash: 'h' }], body: '{}' }
  const names = JSON.parse(NAMES)
  const readings = ['h1', 'h2'].map((hash) => ({ hash, names, readAt: 9 }))
  const bundled = [
    { id: 'a', ...of, readings: [] },
    { id: 'b', ...of, readings },
  ]
  // They are compared as text, because the order of the fields is part of a signed bundle.
  expect(JSON.stringify(await bundledCalls(db, 's', 10))).toBe(JSON.stringify(bundled))
})
