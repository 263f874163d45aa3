import type { Cadence } from '../../contract/words.ts'

/** The calendar month or ISO week, in UTC, that has one report of a tracked product; `endsAt` is epoch ms. */
export interface Period {
  /** `2026-11`, or `2026-W47`. */
  readonly name: string
  readonly endsAt: number
}

const DAY_MS = 86_400_000

/** The period of a time (epoch ms). */
export function periodOf(every: Cadence, at: number): Period {
  return every === 'weekly' ? weekOf(at) : monthOf(at)
}

function monthOf(at: number): Period {
  const date = new Date(at)
  return { name: date.toISOString().slice(0, 7), endsAt: Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1) }
}

/** A week begins on Monday and belongs to the year of its Thursday (ISO 8601). */
function weekOf(at: number): Period {
  const day = Math.floor(at / DAY_MS)
  const monday = (day - ((new Date(at).getUTCDay() + 6) % 7)) * DAY_MS
  const year = new Date(monday + 3 * DAY_MS).getUTCFullYear()
  const week = Math.floor((monday + 3 * DAY_MS - Date.UTC(year, 0)) / (7 * DAY_MS)) + 1
  return { name: `${year}-W${String(week).padStart(2, '0')}`, endsAt: monday + 7 * DAY_MS }
}
