import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { countRunning } from '../../pipeline/report/running-time.ts'
import { takeLease } from '../../pipeline/store/driver/leases.ts'
import { beginReport } from '../../pipeline/store/report/reports.ts'
import { fixedClock } from '../support/clock.ts'
import { queueReport, stored } from '../support/job.ts'
import { freshStore } from '../support/store/store.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

test('is saved every few seconds, on top of earlier running time, until it is cleared', async () => {
  const { db } = await freshStore()
  const clock = fixedClock()
  const slug = await queueReport(db)
  const lease = { name: `report/${slug}`, holder: 'me' }
  await takeLease(db, lease, clock.now())
  await beginReport(db, lease, slug, clock.now())
  /** What is stored after every earlier write, which on a single connection is done by then. */
  const kept = async () => {
    await beginReport(db, lease, slug, clock.now())
    return (await stored(db, slug)).ranMs
  }
  const pass = (ms: number) => {
    clock.advance(ms)
    vi.advanceTimersByTime(ms)
  }

  const first = countRunning({ db, clock }, lease, await stored(db, slug))
  pass(3_999)
  expect(await kept()).toBe(0)
  pass(1)
  await expect.poll(kept).toBe(4_000)
  pass(500)
  await first.keep()
  first.clear()
  expect(await kept()).toBe(4_500)
  pass(60_000)
  expect(await kept()).toBe(4_500)

  const second = countRunning({ db, clock }, lease, await stored(db, slug))
  pass(4_000)
  await expect.poll(kept).toBe(8_500)
  await second.keep(5_000)
  second.clear()
  expect(await kept()).toBe(9_500)
})
