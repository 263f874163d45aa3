import { isFull } from '../store/driver/faults.ts'
import { randomId } from '../store/driver/ids.ts'
import type { Store } from '../store/driver/open.ts'
import { readLimit, type VendorLimit, writeLimit } from '../store/survey/vendor-limits.ts'
import { waitOut } from './away.ts'
import type { Clock } from './clock.ts'
import { afterReport, type LimitSettings, NEW_LIMIT, type Report } from './vendor-limit.ts'

/**
 * A call's outcome for its limit; `stopped` means that no call of this engine can succeed, `unknown` that none was sent or
 * that it was cut off.
 */
export type CallOutcome = 'good' | 'failed' | 'stopped' | 'unknown' | { readonly limitedMs: number }

/** Permission to start one call. Report its outcome once; a lane ignores later reports. */
export interface Start {
  ended(outcome: CallOutcome): void
}

/** Keeps calls within a vendor's limit. */
export interface Pace {
  /** Resolves when a call may start, or with null once `stop` aborts. */
  start(stop: AbortSignal): Promise<Start | null>
  /** Resolves when other processes can see the outcomes so far. */
  settled(): Promise<void>
}

/** How often a waiting process asks again, and a process with calls in flight renews its share. */
const POLL_MS = 100
const BEAT_MS = 4_000
/** A process that is silent for this long is dead; the time between two looks counts only up to `LOOK_MS`. */
const DEAD_MS = 15_000
const LOOK_MS = 5_000

interface Waiting {
  grant(start: Start): void
  fail(fault: unknown): void
}

/**
 * The pace of one provider key, shared by all processes through the store, which grants each start. Shared times follow the
 * fastest process's clock; whether another process is alive is judged by a process's own clock.
 */
export function createPace(
  { db, clock }: { readonly db: Store; readonly clock: Clock },
  name: string,
  settings: LimitSettings,
): Pace {
  const holder = randomId()
  let offsetMs = clock.now() - clock.monotonic()
  let waiting: Waiting[] = []
  let underWay = 0
  let beat = 0
  let beatAt = Number.NEGATIVE_INFINITY
  /** Outcomes not yet reported. */
  const outcomes: { good: number[]; limited: { startedAt: number; until: number }[] } = { good: [], limited: [] }
  /** Whether something happened since the last report began, and whether one is being written. */
  let unreported = false
  let reporting = false
  let settling: (() => void)[] = []
  let wake = new AbortController()
  let pumping = false
  const watched = new Map<string, { beat: number; lookedAt: number; silentMs: number }>()

  function watch(shares: VendorLimit['shares']): string[] {
    const now = clock.monotonic()
    for (const gone of watched.keys()) if (shares[gone] === undefined) watched.delete(gone)
    for (const [other, share] of Object.entries(shares)) {
      const seen = watched.get(other)
      const silentMs = seen?.beat === share.beat ? seen.silentMs + Math.min(LOOK_MS, now - seen.lookedAt) : 0
      watched.set(other, { beat: share.beat, lookedAt: now, silentMs })
    }
    return [...watched]
      .filter(([other, { silentMs }]) => other !== holder && silentMs >= DEAD_MS)
      .map(([other]) => other)
  }

  /** Reports outcomes, starts the granted calls, and returns the ms until others may start. */
  async function report(): Promise<number> {
    for (;;) {
      unreported = false
      const stored = await readLimit(db, name)
      const limit = stored?.limit ?? NEW_LIMIT
      const at = clock.monotonic()
      offsetMs = Math.max(offsetMs, limit.at - at)
      const { good, limited } = { good: outcomes.good.length, limited: outcomes.limited.length }
      const asked: Report = {
        ...{ holder, beat: beat + 1, underWay, wanted: waiting.length, dead: watch(limit.shares) },
        goodMs: [...outcomes.good],
        limited: outcomes.limited.map(({ startedAt, until }) => ({ startedAt, delayMs: until - at })),
      }
      const after = afterReport(limit, settings, asked, at + offsetMs)
      const own = limit.shares[holder]
      const known = (own?.underWay ?? 0) === underWay && (own?.waiting ?? false) === waiting.length > 0
      const isNew = after.granted + good + limited + asked.dead.length > 0
      if (known && !isNew && (own === undefined || at - beatAt < BEAT_MS)) return after.waitMs
      if (!(await writeLimit(db, name, stored, after.limit, clock.now()))) continue
      beat += 1
      beatAt = at
      outcomes.good.splice(0, good)
      outcomes.limited.splice(0, limited)
      for (const { grant } of waiting.splice(0, after.granted)) grant(begin(after.limit.at))
      return after.waitMs
    }
  }

  function begin(startedAt: number): Start {
    const since = clock.monotonic()
    underWay += 1
    return {
      ended: (outcome) => {
        underWay -= 1
        const now = clock.monotonic()
        if (outcome === 'good') outcomes.good.push(now - since)
        else if (typeof outcome === 'object') outcomes.limited.push({ startedAt, until: now + outcome.limitedMs })
        triggerReport()
      },
    }
  }

  function triggerReport(): void {
    unreported = true
    wake.abort()
    if (pumping) return
    pumping = true
    setImmediate(() => void pump())
  }

  async function pump(): Promise<void> {
    try {
      while (unreported || waiting.length > 0 || underWay > 0) {
        wake = new AbortController()
        // With a full disk no call may start.
        reporting = true
        const waitMs = await waitOut({ clock }, report, { isWorthIt: (fault) => !isFull(fault) })
        reporting = false
        if (unreported) continue
        settle()
        const pauseMs = waiting.length > 0 ? Math.min(BEAT_MS, Math.max(POLL_MS, waitMs)) : BEAT_MS
        await clock.sleep(pauseMs, wake.signal)
      }
    } catch (fault) {
      for (const { fail } of waiting.splice(0)) fail(fault)
    }
    pumping = false
    reporting = false
    settle()
  }

  function settle(): void {
    for (const resolve of settling) resolve()
    settling = []
  }

  return {
    start: async (stop) => {
      if (stop.aborted) return null
      const { promise, resolve, reject } = Promise.withResolvers<Start | null>()
      const wait: Waiting = { grant: resolve, fail: reject }
      const giveUp = () => {
        waiting = waiting.filter((each) => each !== wait)
        resolve(null)
        triggerReport()
      }
      stop.addEventListener('abort', giveUp, { once: true })
      waiting.push(wait)
      triggerReport()
      return promise.finally(() => stop.removeEventListener('abort', giveUp))
    },
    settled: () => (unreported || reporting ? new Promise((resolve) => settling.push(resolve)) : Promise.resolve()),
  }
}
