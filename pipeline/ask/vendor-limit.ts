import type { VendorLimit } from '../store/survey/vendor-limits.ts'

/** The most concurrent calls and the least ms between two starts, over all processes. */
export interface LimitSettings {
  readonly width: number
  readonly spacingMs: number
}

/** One process's report on its calls, and how many it wants to start. Times are on the shared clock. */
export interface Report {
  readonly holder: string
  /** Increases with each report, which shows that the process is alive. */
  readonly beat: number
  readonly underWay: number
  readonly wanted: number
  /** The durations in ms of calls that succeeded since the last report. */
  readonly goodMs: readonly number[]
  /** The calls answered 429 since the last report: their start, and how long to pause from now. */
  readonly limited: readonly { readonly startedAt: number; readonly delayMs: number }[]
  /** Processes that were silent for too long. */
  readonly dead: readonly string[]
}

/** Calls per second before anything is known of the vendor's limit. */
const FIRST_RATE = 20
/** Until the first 429 the rate grows by this share in the time one call takes. */
const RAMP = 0.15
const MIN_RAMP_MS = 250
/** After the first 429 each good call adds this many calls per second. */
const ADDED = 0.015
/** What the first 429 and each later one multiply the rate by. */
const SLOWED_FIRST = 0.5
const SLOWED = 0.8
const MIN_RATE = 0.1
/** Unused starts may be made up for within this time, so that a process can ask for several at once. */
const CREDIT_MS = 500

export const NEW_LIMIT: VendorLimit = {
  at: 0,
  pausedUntil: 0,
  nextAt: 0,
  rate: FIRST_RATE,
  learned: false,
  slowedAt: 0,
  shares: {},
}

/**
 * The limit after a process's report, the number of calls it may start now, and the ms until it may ask for more. The
 * shared rate follows additive increase, multiplicative decrease (Chiu and Jain, 1989).
 */
export function afterReport(
  limit: VendorLimit,
  settings: LimitSettings,
  report: Report,
  now: number,
): { readonly limit: VendorLimit; readonly granted: number; readonly waitMs: number } {
  const { holder, beat, underWay, wanted } = report
  const others = Object.entries(limit.shares).filter(([name]) => name !== holder && !report.dead.includes(name))
  const learned = learn(limit, report, now)

  const intervalMs = Math.max(1_000 / learned.rate, settings.spacingMs)
  const from = Math.max(learned.nextAt, learned.pausedUntil, now - Math.max(0, CREDIT_MS - intervalMs))
  const due = from > now ? 0 : Math.floor((now - from) / intervalMs) + 1
  const free = settings.width - underWay - others.reduce((sum, [, share]) => sum + share.underWay, 0)
  const servedAt = limit.shares[holder]?.servedAt ?? now
  const granted = fairPart(
    Math.min(due, free),
    wanted,
    servedAt,
    others.map(([, share]) => share),
  )

  const nextAt = granted === 0 ? learned.nextAt : from + granted * intervalMs
  const share = {
    beat,
    underWay: underWay + granted,
    waiting: wanted > granted,
    servedAt: granted > 0 ? now : servedAt,
  }
  const idle = share.underWay === 0 && !share.waiting
  const shares = Object.fromEntries(idle ? others : [...others, [holder, share]])
  return {
    limit: { ...learned, at: now, nextAt, shares },
    granted,
    waitMs: Math.max(0, nextAt - now, learned.pausedUntil - now),
  }
}

/** A process's part of the possible starts: at most an equal share, after one for each process that has waited longer. */
function fairPart(free: number, wanted: number, servedAt: number, others: readonly VendorLimit['shares'][string][]) {
  const waiting = others.filter((share) => share.waiting)
  const before = waiting.filter((share) => share.servedAt < servedAt).length
  return Math.max(0, Math.min(wanted, free - before, Math.ceil(free / (waiting.length + 1))))
}

/** The rate after finished calls; 429s of calls that started before the last slowdown don't slow it again. */
function learn(limit: VendorLimit, { goodMs, limited }: Report, now: number): VendorLimit {
  const pausedUntil = Math.max(limit.pausedUntil, ...limited.map(({ delayMs }) => now + delayMs))
  if (limited.some(({ startedAt }) => startedAt > limit.slowedAt)) {
    const rate = Math.max(MIN_RATE, limit.rate * (limit.learned ? SLOWED : SLOWED_FIRST))
    return { ...limit, pausedUntil, rate, learned: true, slowedAt: now }
  }
  // A rate that isn't fully used proves nothing and is not raised.
  if (limit.nextAt < now - CREDIT_MS) return { ...limit, pausedUntil }
  const faster = goodMs.reduce(
    (sum, ms) => sum + (limit.learned ? ADDED : RAMP * (1_000 / Math.max(MIN_RAMP_MS, ms))),
    0,
  )
  return { ...limit, pausedUntil, rate: limit.rate + faster }
}
