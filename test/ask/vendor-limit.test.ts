import { describe, expect, test } from 'vitest'
import { afterReport, type LimitSettings, NEW_LIMIT, type Report } from '../../pipeline/ask/vendor-limit.ts'
import { vendorDay } from '../support/vendors/vendor-day.ts'

const NOON = Date.UTC(2026, 10, 20, 12)

/** A limit that processes report to; `ask` returns how many calls may start. */
function shared(settings: Partial<LimitSettings> = {}) {
  let limit = NEW_LIMIT
  let now = NOON
  const report = (holder: string, said: Partial<Report>) => {
    const whole = { beat: 1, underWay: 0, wanted: 0, goodMs: [], limited: [], dead: [], ...said }
    const after = afterReport(limit, { width: 100, spacingMs: 0, ...settings }, { holder, ...whole }, now)
    limit = after.limit
    return after
  }
  return {
    report,
    ask: (holder: string, wanted: number, underWay = 0) => report(holder, { wanted, underWay }).granted,
    later: (ms: number) => {
      now += ms
      return now
    },
    now: () => now,
    limit: () => limit,
  }
}

describe('the width', () => {
  test('is shared by all processes', () => {
    const { ask, later } = shared({ width: 4 })
    expect(ask('a', 3)).toBe(3)
    later(1_000)
    expect(ask('b', 3)).toBe(1)
    later(1_000)
    expect(ask('a', 3, 3)).toBe(0)
  })

  test('of a dead process is free for others', () => {
    const { ask, report, later } = shared({ width: 2 })
    expect(ask('a', 2)).toBe(2)
    later(1_000)
    expect(report('b', { wanted: 2, dead: ['a'] }).granted).toBe(2)
  })
})

describe('fairness', () => {
  test('a single slot goes round the waiting processes', () => {
    const { ask, later } = shared({ width: 1 })
    expect(ask('a', 5)).toBe(1)
    later(1_000)
    expect([ask('b', 5), ask('c', 5)]).toEqual([0, 0])
    const order: string[] = []
    let holder = 'a'
    for (let turn = 0; turn < 6; turn += 1) {
      later(1_000)
      // The process that had it is the first to ask again.
      holder = [holder, 'a', 'b', 'c'].find((name) => ask(name, 5) === 1) ?? ''
      order.push(holder)
    }
    expect(order).toEqual(['a', 'b', 'c', 'a', 'b', 'c'])
  })

  test('many slots are shared equally', () => {
    const { ask, later } = shared({ width: 8 })
    expect(ask('a', 8)).toBeLessThanOrEqual(8)
    expect(ask('b', 20)).toBe(0)
    later(10_000)
    // All that a had has ended; it wants as much again.
    expect(ask('a', 20)).toBeLessThanOrEqual(4)
  })

  test('one process may use what no other wants', () => {
    const { ask, later } = shared({ width: 8 })
    ask('a', 1)
    later(10_000)
    expect(ask('b', 4)).toBe(4)
  })
})

describe('the spacing', () => {
  test('is kept between the starts of all processes', () => {
    const { ask, later } = shared({ spacingMs: 1_200 })
    const granted: number[] = []
    for (let at = 0; at < 3_600; at += 100, later(100)) granted.push(ask('a', 2) + ask('b', 2))
    expect(granted.flatMap((count, at) => Array(count).fill(at * 100))).toEqual([0, 1_200, 2_400])
  })

  test('says when to ask again', () => {
    const { report, later } = shared({ spacingMs: 1_200 })
    expect(report('a', { wanted: 2 })).toMatchObject({ granted: 1, waitMs: 1_200 })
    later(500)
    expect(report('b', { wanted: 1 })).toMatchObject({ granted: 0, waitMs: 700 })
  })
})

describe('a 429', () => {
  test('pauses all processes for as long as the vendor said', () => {
    const { ask, report, later, now } = shared()
    ask('a', 1)
    ask('b', 1)
    const startedAt = now()
    later(200)
    report('a', { limited: [{ startedAt, delayMs: 7_000 }] })
    const granted: number[] = []
    for (let at = 0; at < 7_000; at += 100, later(100)) granted.push(ask('a', 5) + ask('b', 5) + ask('c', 5))
    expect(Math.max(...granted)).toBe(0)
    expect(ask('a', 5) + ask('b', 5) + ask('c', 5)).toBeGreaterThan(0)
  })

  test('with a shorter delay does not end a longer pause', () => {
    const { ask, report, later, now } = shared()
    const startedAt = now()
    later(200)
    report('a', { limited: [{ startedAt, delayMs: 7_000 }] })
    report('b', { limited: [{ startedAt, delayMs: 100 }] })
    later(6_900)
    expect(ask('c', 1)).toBe(0)
  })

  test('slows the rate once for all calls in flight', () => {
    const { report, later, now, limit } = shared()
    const startedAt = now()
    later(200)
    report('a', { limited: [{ startedAt, delayMs: 0 }] })
    const { rate } = limit()
    expect(rate).toBeLessThan(NEW_LIMIT.rate)
    later(50)
    report('b', { limited: [{ startedAt: startedAt + 100, delayMs: 0 }] })
    expect(limit().rate).toBe(rate)
    report('b', { limited: [{ startedAt: now(), delayMs: 0 }] })
    expect(limit().rate).toBeLessThan(rate)
  })

  test('never slows the rate below a call in ten seconds', () => {
    const { report, later, limit } = shared()
    for (let each = 0; each < 100; each += 1) report('a', { limited: [{ startedAt: later(1_000), delayMs: 0 }] })
    expect(limit().rate).toBe(0.1)
  })
})

describe('the rate', () => {
  const good = { goodMs: [200, 200] }

  test('rises with good calls while it is fully used', () => {
    const { ask, report, limit } = shared()
    ask('a', 50)
    report('a', good)
    expect(limit().rate).toBeGreaterThan(NEW_LIMIT.rate)
  })

  test("does not rise while it isn't fully used", () => {
    const { ask, report, later, limit } = shared()
    ask('a', 1)
    later(10_000)
    report('a', good)
    expect(limit().rate).toBe(NEW_LIMIT.rate)
  })
})

describe.each([1, 4])('a vendor that allows 20 calls a second, with %i processes', (processes) => {
  test.each([
    { latencyMs: 50, width: 8, hintMs: 0 },
    { latencyMs: 200, width: 40, hintMs: 0 },
    { latencyMs: 200, width: 40, hintMs: 1_000 },
    { latencyMs: 500, width: 40, hintMs: 1_000 },
  ])(
    'answers after $latencyMs ms with a hint of $hintMs: at least 90 % of it is used, at most 3 % are 429',
    (vendor) => {
      const day = vendorDay({ processes, seconds: 60, ...vendor })
      expect(day.good / (20 + 20 * 60)).toBeGreaterThanOrEqual(0.9)
      expect(day.limited / (day.good + day.limited)).toBeLessThanOrEqual(0.03)
      expect(Math.min(...day.byProcess)).toBeGreaterThan(0.8 * (day.good / processes))
    },
  )
})
