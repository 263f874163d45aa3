import type { Change } from '../../pipeline/contract/ranking.ts'
import { changeVerdict, percent } from '../../pipeline/contract/wording.ts'

/** A brand's change since the previous month in words: the two rates, the interval of their difference, and a verdict. */
export function changeWords(change: Change | undefined): { rates?: string; points?: string; verdict: string } {
  if (change === undefined) return { verdict: 'nothing to compare with' }
  const { from, to, interval } = change
  const verdict = changeVerdict(change)
  if (from === null || to === null || interval === null) return { verdict }
  return {
    rates: `${percent(from)} → ${percent(to)}`,
    points: `${signed(interval.low)} to ${signed(interval.high)} points`,
    verdict,
  }
}

/** A difference of rates in whole points, such as `+3` or `−12`. */
function signed(difference: number): string {
  const points = Math.round(100 * difference)
  return points < 0 ? `−${-points}` : `+${points}`
}

/** `November 2026` for `2026-11`. */
export function monthName(month: string): string {
  const parts: Intl.DateTimeFormatOptions = { month: 'long', year: 'numeric', timeZone: 'UTC' }
  return new Intl.DateTimeFormat('en-GB', parts).format(new Date(`${month}-01T00:00:00Z`))
}
