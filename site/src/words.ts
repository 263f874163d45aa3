import type { Change, RankingAnswer } from '../../pipeline/contract/ranking.ts'
import type { Interval } from '../../pipeline/contract/terms.ts'

/** A rate in 0..1 as whole percent; what is neither none nor all never reads as such. */
export function percent(rate: number): string {
  if (rate > 0 && rate < 0.005) return '<1\u00a0%'
  if (rate < 1 && rate >= 0.995) return '>99\u00a0%'
  return `${Math.round(rate * 100)}\u00a0%`
}

/** An interval as `34–50 %`. */
export function percents({ low, high }: Interval): string {
  return `${Math.round(low * 100)}–${Math.round(high * 100)}\u00a0%`
}

/** `1 answer`, `2 answers`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

/** How a brand's rate moved since the month before, as a pair of rates and a verdict. */
export function changeWords(change: Change | undefined): { rates?: string; verdict: string } {
  if (change === undefined) return { verdict: 'nothing to compare with' }
  const rates = `${percent(change.from)} → ${percent(change.to)}`
  if (change.modelChanged === true) return { rates, verdict: 'model changed, not compared' }
  if (change.moved === null) return { rates, verdict: 'not compared' }
  if (!change.moved) return { rates, verdict: 'within noise' }
  return { rates, verdict: change.to > change.from ? 'up' : 'down' }
}

/** What keeps an answer out of the counts, or what a reader of a counted one should know. */
export function answerFlags(answer: RankingAnswer): string[] {
  if (answer.failed) return ['call failed, counted nowhere']
  if (answer.noAnswer) return ['no answer to score']
  return answer.grounded ? [] : ['no web search']
}

/** `November 2026` for `2026-11`. */
export function monthName(month: string): string {
  return utc({ month: 'long', year: 'numeric' }, `${month}-01T00:00:00Z`)
}

/** `14 November 2026, 09:30 UTC`. */
export function momentName(time: string): string {
  const day = utc({ day: 'numeric', month: 'long', year: 'numeric' }, time)
  return `${day}, ${utc({ hour: '2-digit', minute: '2-digit' }, time)} UTC`
}

function utc(parts: Intl.DateTimeFormatOptions, time: string): string {
  return new Intl.DateTimeFormat('en-GB', { ...parts, timeZone: 'UTC' }).format(new Date(time))
}
