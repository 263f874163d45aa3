import { expect, test } from 'vitest'
import { boundedCall } from '../../pipeline/ask/bounded-call.ts'
import { createBudget } from '../../pipeline/ask/budget.ts'
import { createLane } from '../../pipeline/ask/lane.ts'
import { EngineError } from '../../pipeline/engines/error.ts'
import { fixedClock } from '../support/clock.ts'
import { never } from '../support/job.ts'
import { atOnce } from '../support/lane.ts'
import { freshStore } from '../support/store/store.ts'

/** A process and what bounds a call of at most half a dollar. */
async function bounds(stop = never) {
  const { db } = await freshStore()
  const process = { db, clock: fixedClock(), random: () => 0.5, stop, cut: never }
  return { process, budget: createBudget(1), limits: { lane: createLane(1), worstUsd: 0.5 } }
}

test.each([
  ['a reply that can’t be used', 200, 0.5],
  ['an error', 500, 0],
])('a call that ends with %s (HTTP %i) may be billed up to $%d', async (_, status, uncertainUsd) => {
  const { process, budget, limits } = await bounds()
  const fails = () => Promise.reject(new EngineError('BAD_REQUEST', { status }))
  expect(await boundedCall(fails, limits, process, budget)).toBe('failed')
  expect(await budget.reserve(1)).toEqual(uncertainUsd === 0 ? expect.anything() : null)
  expect(budget).toMatchObject({ spentUsd: 0, uncertainUsd })
})

test('a call that waited for the budget while its process was told to stop is not sent', async () => {
  const stop = new AbortController()
  const { process, budget, limits } = await bounds(stop.signal)
  const lane = createLane(2)
  const held = await budget.reserve(1)
  let calls = 0
  const call = async () => ({ costUsd: 0.1 * ++calls })
  const called = boundedCall(call, { ...limits, lane }, process, budget)
  // By then it waits for the money of the first.
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve))
  stop.abort()
  held?.settle(0)
  expect(await called).toBe('stopped')
  expect(calls).toBe(0)
  expect(await budget.reserve(1)).not.toBeNull()
  expect(await atOnce(lane)).toBe(1)
})
