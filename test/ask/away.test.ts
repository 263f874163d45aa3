import { expect, test } from 'vitest'
import { createOutage, type Outage, waitOut } from '../../pipeline/ask/away.ts'
import { type FixedClock, fixedClock } from '../support/clock.ts'

const FULL = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })

/** An outage, what it told, and how to give up. */
function watched(): { outage: Outage; told: [string, number][]; giveUp(): void } {
  const told: [string, number][] = []
  const given = new AbortController()
  const outage = createOutage(given.signal, (sentence, answers) => told.push([sentence, answers]))
  return { outage, told, giveUp: () => given.abort() }
}

/** A write that fails as often as this. */
function failing(times: number, fault: unknown = FULL): () => Promise<string> {
  let failed = 0
  return async () => {
    if (failed >= times) return 'written'
    failed += 1
    throw fault
  }
}

const holding = (clock: FixedClock, outage: Outage, times: number, answers: number) =>
  waitOut({ clock, outage }, failing(times), { answers: () => answers })

test('an outage is reported once, at the second failure, with the number of answers that wait', async () => {
  const { outage, told } = watched()
  const clock = fixedClock()
  await Promise.all([holding(clock, outage, 5, 0), holding(clock, outage, 9, 3), holding(clock, outage, 7, 2)])
  expect(told).toEqual([['The disk of the store is full; waiting until there is room', 5]])
  await holding(clock, outage, 1, 1)
  expect(told).toHaveLength(1)
  await holding(clock, outage, 2, 4)
  expect(told.at(-1)).toEqual(['The disk of the store is full; waiting until there is room', 4])
})

test('after giving up, each write is tried once more, and all that is lost is reported once', async () => {
  const { outage, told, giveUp } = watched()
  const clock = fixedClock()
  const writes = [holding(clock, outage, 9_999, 3), holding(clock, outage, 9_999, 2)]
  const ended = Promise.allSettled(writes)
  while (clock.slept.length < 10) await new Promise((resolve) => setImmediate(resolve))
  giveUp()
  const lost = { status: 'rejected', reason: FULL }
  expect(await ended).toEqual([lost, lost])
  expect(clock.slept.length).toBeLessThan(14)
  expect(told.slice(1)).toEqual([
    ['Gave up waiting; paid answers are lost, and the next run counts them as unknown', 5],
  ])
  expect(await holding(clock, outage, 0, 1)).toBe('written')
})

test('giving up writes that nobody paid for reports no lost answers', async () => {
  const { outage, told, giveUp } = watched()
  giveUp()
  await expect(holding(fixedClock(), outage, 9_999, 0)).rejects.toBe(FULL)
  expect(told).toEqual([])
})

test('without an outage it waits ten minutes, and never for a fault that waiting can’t fix', async () => {
  const clock = fixedClock()
  await expect(waitOut({ clock }, failing(601))).rejects.toBe(FULL)
  expect(clock.slept).toHaveLength(599)
  const other = new Error('no such table')
  await expect(waitOut({ clock }, failing(1, other))).rejects.toBe(other)
  await expect(waitOut({ clock }, failing(1), { isWorthIt: () => false })).rejects.toBe(FULL)
  expect(clock.slept).toHaveLength(599)
})
