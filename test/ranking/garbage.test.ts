import { expect, onTestFinished, test } from 'vitest'
import { ranMonth } from '../support/month.ts'
import { freshStore } from '../support/store/store.ts'
import { answers, CRM, PENS } from './crm.ts'

test('before a category is counted the event loop turns, and what the one before left is freed', async () => {
  const { db } = await freshStore()
  const { gc } = globalThis
  let turns = 0
  let turning = setImmediate(function turn() {
    turns += 1
    turning = setImmediate(turn)
  })
  onTestFinished(() => {
    globalThis.gc = gc
    clearImmediate(turning)
  })
  const freedAt: number[] = []
  globalThis.gc = async () => void freedAt.push(turns)
  const options = { engines: [answers('OPENAI')] }
  await ranMonth(db, [CRM, PENS], options)
  // Two categories are read, two are counted, and then the month is published.
  expect(freedAt).toHaveLength(5)
  const counting = freedAt.slice(2)
  expect(new Set(counting).size).toBe(counting.length)

  await ranMonth(db, [CRM, PENS], options)
  expect(freedAt).toHaveLength(5)
})
