import { expect, test } from 'vitest'
import { openBatchBudget, type Reservation, toNano, toUsd } from '../../pipeline/ask/budget.ts'
import { LEASE_MS, takeLease } from '../../pipeline/store/driver/leases.ts'
import { batchTotals, beginBatch, stopBatch } from '../../pipeline/store/ranking/batches.ts'
import { bookCalls, writeOffDead } from '../../pipeline/store/ranking/money.ts'
import { fixedClock } from '../support/clock.ts'
import { freshStore } from '../support/store/store.ts'

/** A batch with this budget in USD, and the budgets of two processes that work on it. */
async function two(limitUsd: number) {
  const { db } = await freshStore()
  const clock = fixedClock()
  const month = { name: 'rankings/2026-11', holder: 'b' }
  await takeLease(db, month, clock.now())
  const batch = { id: 'b', month: '2026-11', simulated: false, engines: [], selected: [] }
  await beginBatch(db, month, batch, { limitNano: toNano(limitUsd), now: clock.now() })
  const stops: string[] = []
  const open = async (slug: string) => {
    const lease = { name: `rankings/2026-11/${slug}`, holder: `holder of ${slug}` }
    await takeLease(db, lease, clock.now())
    return openBatchBudget({ db, clock }, lease, 'b', { counts: true, stopped: () => stops.push(slug) })
  }
  const totals = async () => {
    const { calls, spent_nano, uncertain_nano } = await batchTotals(db, 'b')
    return { calls, spentUsd: toUsd(spent_nano), uncertainUsd: toUsd(uncertain_nano) }
  }
  return { db, clock, stops, first: await open('first'), second: await open('second'), totals }
}

function granted(reservation: Reservation | null): Reservation {
  if (reservation === null) throw new TypeError('the budget has no room')
  return reservation
}

test("one process's reservation is unavailable to others until it is returned", async () => {
  const { clock, first, second, totals } = await two(1)
  const held = granted(await first.reserve(0.75))
  let isAnswered = false
  const waiting = second.reserve(0.5).finally(() => {
    isAnswered = true
  })
  // Looks for room twice, in vain.
  while (clock.slept.length < 2) await new Promise((resolve) => setImmediate(resolve))
  expect(isAnswered).toBe(false)
  held.settle(0.25)
  granted(await waiting).settle(0.5)
  await Promise.all([first.flush(), second.flush()])
  expect(await totals()).toEqual({ calls: 2, spentUsd: 0.75, uncertainUsd: 0 })
})

test("with nothing in flight, a call that doesn't fit is refused", async () => {
  const { first, second, totals } = await two(1)
  granted(await first.reserve(0.75)).settle(0.75)
  expect(await second.reserve(0.5)).toBeNull()
  granted(await second.reserve(0.25)).release()
  await Promise.all([first.flush(), second.flush()])
  expect(await totals()).toEqual({ calls: 1, spentUsd: 0.75, uncertainUsd: 0 })
})

test("the most expensive call goes first, and cheaper ones still fit where it doesn't", async () => {
  const { first, second, totals } = await two(1)
  const held = granted(await first.reserve(0.75))
  const order: string[] = []
  const cheap = first.reserve(0.125).then((reservation) => {
    order.push('cheap')
    return reservation
  })
  const dear = first.reserve(0.5).then((reservation) => {
    order.push('dear')
    return reservation
  })
  held.settle(0.75)
  expect(await dear).toBeNull()
  granted(await cheap).settle(0.125)
  expect(order).toEqual(['dear', 'cheap'])
  await Promise.all([first.flush(), second.flush()])
  expect(await totals()).toEqual({ calls: 2, spentUsd: 0.875, uncertainUsd: 0 })
})

test('many lanes of two processes never exceed the limit', async () => {
  const { first, second, totals } = await two(1)
  let [now, most, done] = [0, 0, 0]
  const lane = async (budget: typeof first) => {
    for (;;) {
      const reservation = await budget.reserve(0.125)
      if (reservation === null) return
      now += 1
      most = Math.max(most, now)
      await new Promise((resolve) => setImmediate(resolve))
      now -= 1
      done += 1
      reservation.settle(done % 5 === 0 ? 'unknown' : 0.0625)
    }
  }
  await Promise.all([first, second].flatMap((budget) => Array.from({ length: 6 }, () => lane(budget))))
  await Promise.all([first.flush(), second.flush()])
  const { calls, spentUsd, uncertainUsd } = await totals()
  expect(most).toBeLessThanOrEqual(8)
  expect(calls).toBe(done)
  expect(spentUsd + uncertainUsd).toBeLessThanOrEqual(1)
  expect(spentUsd + uncertainUsd).toBeGreaterThan(1 - 0.125)
})

test("a dead process's reservations count as spent, and its calls as sent", async () => {
  const { clock, db, first, second, totals } = await two(1)
  const held = granted(await first.reserve(0.75))
  const waiting = second.reserve(0.5)
  clock.advance(LEASE_MS)
  await db
    .updateTable('leases')
    .set({ expires_at: clock.now() + LEASE_MS })
    .where('holder', '=', 'holder of second')
    .execute()
  expect(await waiting).toBeNull()
  expect(await totals()).toEqual({ calls: 1, spentUsd: 0, uncertainUsd: 0.75 })
  // It was only slow: what it says now is booked already.
  held.settle(0.5)
  await first.flush()
  expect(await totals()).toEqual({ calls: 1, spentUsd: 0, uncertainUsd: 0.75 })
})

test('a stopped batch refuses every call and says so', async () => {
  const { db, stops, second } = await two(1)
  await stopBatch(db, 'b', 'interrupted')
  expect(await second.reserve(0.1)).toBeNull()
  expect(stops).toEqual(['second'])
})

test('a step that may already have been written is booked once', async () => {
  const { db, clock, totals } = await two(1)
  const lease = { name: 'l', holder: 'h' }
  const wanted = [0.5, 0.75].map((usd, id) => ({ id, worst: toNano(usd) }))
  const ended = [{ id: 0, spent: toNano(0.25), uncertain: 0, counts: true }]
  const twice = async (step: Parameters<typeof bookCalls>[3]) =>
    [await bookCalls(db, 'b', lease, step), await bookCalls(db, 'b', lease, step)].map(({ granted }) => granted)
  expect(await twice({ ended: [], wanted })).toEqual([1, 1])
  expect(await twice({ ended, wanted: [] })).toEqual([0, 0])
  expect(await totals()).toEqual({ calls: 1, spentUsd: 0.25, uncertainUsd: 0 })
  await writeOffDead(db, 'b', clock.now())
  expect(await totals()).toEqual({ calls: 1, spentUsd: 0.25, uncertainUsd: 0 })
})
