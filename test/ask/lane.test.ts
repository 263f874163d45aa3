import { expect, test } from 'vitest'
import { createLane } from '../../pipeline/ask/lane.ts'
import { fixedClock } from '../support/clock.ts'

const never = new AbortController().signal

test('it begins with one probe and opens after the first good call', () => {
  const lane = createLane({ width: 4, spacingMs: 0 }, fixedClock())
  expect(lane.width).toBe(1)
  lane.succeeded()
  expect(lane.width).toBe(4)
})

test('a 429 halves the width, once for all calls that were under way', async () => {
  const clock = fixedClock()
  const lane = createLane({ width: 8, spacingMs: 0 }, clock)
  lane.open()
  const started = await lane.ready(never)
  clock.advance(10)
  lane.rateLimited(started, 1_000)
  lane.rateLimited(started, 1_000)
  expect(lane.width).toBe(4)
})

test('the width recovers by one for each round of good calls', () => {
  const clock = fixedClock()
  const lane = createLane({ width: 4, spacingMs: 0 }, clock)
  lane.open()
  lane.rateLimited(clock.now(), 0)
  const widths = Array.from({ length: 6 }, () => {
    lane.succeeded()
    return lane.width
  })
  expect(widths).toEqual([2, 3, 3, 3, 4, 4])
})

test('after a 429 no call starts before its delay is over', async () => {
  const clock = fixedClock()
  const lane = createLane({ width: 4, spacingMs: 0 }, clock)
  lane.rateLimited(clock.now(), 5_000)
  await lane.ready(never)
  expect(clock.slept).toEqual([5_000])
})

test('calls keep their spacing', async () => {
  const clock = fixedClock()
  const lane = createLane({ width: 1, spacingMs: 1_200 }, clock)
  const starts = [await lane.ready(never), await lane.ready(never), await lane.ready(never)]
  expect(starts.map((start) => start - (starts[0] ?? 0))).toEqual([0, 1_200, 2_400])
})

test('room comes only when fewer tasks wait than could start', async () => {
  const lane = createLane({ width: 2, spacingMs: 0 }, fixedClock())
  lane.open()
  const tasks = Array.from({ length: 4 }, () => Promise.withResolvers<void>())
  const running = tasks.map((task) => lane.run(() => task.promise))
  let roomy = false
  const room = lane.room().then(() => {
    roomy = true
  })
  await new Promise((resolve) => setImmediate(resolve))
  expect(roomy).toBe(false)
  tasks[0]?.resolve()
  await room
  for (const task of tasks) task.resolve()
  await Promise.all(running)
  expect(roomy).toBe(true)
})
