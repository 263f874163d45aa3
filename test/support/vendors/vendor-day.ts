import { afterReport, NEW_LIMIT, type Report } from '../../../pipeline/ask/vendor-limit.ts'

const RATE = 20
const BURST = 20
const POLL_MS = 100
const STORE_MS = 3

interface Day {
  readonly processes: number
  readonly seconds: number
  /** Calls at once of all processes, and how many each process has waiting. */
  readonly width: number
  readonly latencyMs: number
  readonly hintMs: number
}

/**
 * Processes with work without end that share the limit of a vendor with a token bucket of 20 calls a second, played event
 * by event without a clock. Returns the calls that were answered well, by process and in all, and those with 429.
 */
export function vendorDay({ processes, seconds, width, latencyMs, hintMs }: Day) {
  const events: { readonly at: number; act(): void }[] = []
  let now = 0
  let limit = NEW_LIMIT
  let bucket = { tokens: BURST, filledAt: 0 }
  let limited = 0
  const byProcess = Array.from({ length: processes }, () => 0)
  const random = randomFrom(7)
  const after = (ms: number, act: () => void) => events.push({ at: now + ms, act })

  function answer(): boolean {
    const tokens = Math.min(BURST, bucket.tokens + ((now - bucket.filledAt) / 1_000) * RATE)
    bucket = { tokens: tokens >= 1 ? tokens - 1 : tokens, filledAt: now }
    return tokens >= 1
  }

  function live(me: number): void {
    let waiting = width
    let underWay = 0
    let beat = 0
    let goodMs: number[] = []
    let news: { startedAt: number; until: number }[] = []
    let asksAt = Number.POSITIVE_INFINITY

    const askIn = (ms: number) => {
      const at = now + ms
      if (at >= asksAt) return
      asksAt = at
      after(ms, () => {
        if (asksAt !== at) return
        asksAt = Number.POSITIVE_INFINITY
        ask()
      })
    }
    const ask = () => {
      beat += 1
      const asked: Report = {
        ...{ holder: `process ${me}`, beat, underWay, wanted: waiting, goodMs, dead: [] },
        limited: news.map(({ startedAt, until }) => ({ startedAt, delayMs: until - now })),
      }
      const next = afterReport(limit, { width, spacingMs: 0 }, asked, now)
      limit = next.limit
      goodMs = []
      news = []
      for (let call = 0; call < next.granted; call += 1) send()
      if (waiting > 0) askIn(Math.max(POLL_MS, next.waitMs) + random() * 5)
    }
    const send = () => {
      const startedAt = now
      const halfMs = (latencyMs / 2) * (0.7 + 0.6 * random())
      waiting -= 1
      underWay += 1
      const end = (good: boolean) => {
        underWay -= 1
        askIn(STORE_MS)
        if (good) {
          byProcess[me] = (byProcess[me] ?? 0) + 1
          goodMs.push(now - startedAt)
          waiting += 1
          return
        }
        limited += 1
        const delayMs = Math.max(hintMs, random() * 1_000)
        news.push({ startedAt, until: now + delayMs })
        after(delayMs, () => {
          waiting += 1
          askIn(STORE_MS)
        })
      }
      after(halfMs, () => {
        const good = answer()
        after(halfMs, () => end(good))
      })
    }
    askIn(random() * 50)
  }

  for (let me = 0; me < processes; me += 1) live(me)
  for (;;) {
    const next = events.reduce((first, each) => (each.at < first.at ? each : first))
    events.splice(events.indexOf(next), 1)
    if (next.at > seconds * 1_000) break
    now = next.at
    next.act()
  }
  return { byProcess, limited, good: byProcess.reduce((sum, each) => sum + each, 0) }
}

/** A seeded generator of numbers in 0..1 (Park and Miller, 1988). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}
