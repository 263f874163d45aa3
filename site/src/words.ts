import { percent } from '../../pipeline/contract/present.ts'
import type { Change } from '../../pipeline/contract/ranking.ts'

/** How a brand's rate moved since the month before, as a pair of rates and a verdict. */
export function changeWords(change: Change | undefined): { rates?: string; verdict: string } {
  if (change === undefined) return { verdict: 'nothing to compare with' }
  const rates = `${percent(change.from)} → ${percent(change.to)}`
  if (change.modelChanged === true) return { rates, verdict: 'model changed, not compared' }
  if (change.moved === null) return { rates, verdict: 'not compared' }
  if (!change.moved) return { rates, verdict: 'within noise' }
  return { rates, verdict: change.to > change.from ? 'up' : 'down' }
}

/** `November 2026` for `2026-11`. */
export function monthName(month: string): string {
  const parts: Intl.DateTimeFormatOptions = { month: 'long', year: 'numeric', timeZone: 'UTC' }
  return new Intl.DateTimeFormat('en-GB', parts).format(new Date(`${month}-01T00:00:00Z`))
}
