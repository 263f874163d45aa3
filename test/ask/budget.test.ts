import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createBudget } from '../../pipeline/ask/budget.ts'

test('a call is allowed while its worst case fits', async () => {
  const budget = createBudget(1)
  const first = await budget.reserve(0.6)
  first?.settle(0.1)
  const second = await budget.reserve(0.9)
  expect(second).not.toBeNull()
  second?.settle(0.2)
  expect(budget.spentUsd).toBeCloseTo(0.3)
  expect(budget.uncertainUsd).toBe(0)
})

test('it waits for calls in flight, which may return money', async () => {
  const budget = createBudget(1)
  const first = await budget.reserve(0.8)
  let granted: unknown = 'waiting'
  const second = budget.reserve(0.8).then((reservation) => {
    granted = reservation
  })
  // A reservation is answered some turns of the loop later.
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve))
  expect(granted).toBe('waiting')
  first?.settle(0.1)
  await second
  expect(granted).not.toBeNull()
})

test("the most expensive call goes first, and cheaper ones still fit where it doesn't", async () => {
  const budget = createBudget(1)
  const held = await budget.reserve(0.7)
  const order: string[] = []
  const waiting = [0.4, 0.1, 0.6].map((worst) =>
    budget.reserve(worst).then((reservation) => {
      order.push(`${worst} ${reservation === null ? 'refused' : 'sent'}`)
      reservation?.settle(worst / 2)
    }),
  )
  held?.settle(0.5)
  await Promise.all(waiting)
  expect(order).toEqual(['0.6 refused', '0.4 sent', '0.1 sent'])
})

test('equal calls go in order of arrival', async () => {
  const budget = createBudget(1)
  const held = await budget.reserve(0.9)
  const order: string[] = []
  const waiting = ['first', 'second'].map((name) =>
    budget.reserve(0.5).then((reservation) => {
      order.push(`${name} ${reservation === null ? 'refused' : 'sent'}`)
      reservation?.settle(0.5)
    }),
  )
  held?.settle(0.5)
  await Promise.all(waiting)
  expect(order).toEqual(['first sent', 'second refused'])
})

test('with nothing in flight it refuses', async () => {
  const budget = createBudget(1)
  const first = await budget.reserve(0.9)
  const second = budget.reserve(0.9)
  first?.settle(0.9)
  expect(await second).toBeNull()
})

test('a call that was cut off keeps its worst case', async () => {
  const budget = createBudget(1)
  const first = await budget.reserve(0.6)
  first?.settle('unknown')
  expect(await budget.reserve(0.6)).toBeNull()
  expect([budget.spentUsd, budget.uncertainUsd]).toEqual([0, 0.6])
})

test('in any order, money never exceeds the limit, and a call is refused only if it never fits again', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          worst: fc.double({ min: 0.01, max: 1, noNaN: true }),
          share: fc.double({ min: 0, max: 1, noNaN: true }),
        }),
      ),
      fc.double({ min: 0.1, max: 5, noNaN: true }),
      async (calls, limit) => {
        const budget = createBudget(limit)
        let underWay = 0
        await Promise.all(
          calls.map(async ({ worst, share }) => {
            const reservation = await budget.reserve(worst)
            if (reservation === null) return expect(budget.spentUsd + worst).toBeGreaterThan(limit - 1e-9)
            underWay += worst
            expect(budget.spentUsd + underWay).toBeLessThanOrEqual(limit + 1e-9)
            await Promise.resolve()
            underWay -= worst
            reservation.settle(worst * share)
          }),
        )
      },
    ),
  )
})
