import type { Change } from '../../pipeline/contract/ranking.ts'
import { changeVerdict, percent } from '../../pipeline/contract/wording.ts'
import type { MonthSummary } from './views.ts'

/** A brand's change since the month before: its figures if a move is announced, otherwise why there is none. */
export function changeWords(change: Change | undefined): { readonly moved: boolean; readonly words: string } {
  if (change === undefined) return { moved: false, words: 'not counted in the month before' }
  const { from, to, interval, moved } = change
  const words = changeVerdict(change)
  if (moved !== true || from === null || to === null || interval === null) return { moved: false, words }
  const points = `${signed(interval.low)} to ${signed(interval.high)} points`
  return { moved: true, words: `${words}, ${percent(from)} → ${percent(to)} (${points})` }
}

/** A difference of rates in whole points, such as `+3` or `−12`. */
function signed(difference: number): string {
  const points = Math.round(100 * difference)
  return points < 0 ? `−${-points}` : `+${points}`
}

/** Why no line joins a month to the one before; undefined if they can be compared. */
export function breakBetween(before: MonthSummary | undefined, month: MonthSummary): string | undefined {
  if (before === undefined) return undefined
  const models = (summary: MonthSummary) => JSON.stringify(summary.models)
  const reasons = [
    ...(before.questionsDigest === month.questionsDigest ? [] : ['other questions']),
    ...(before.detector === month.detector && !isCountedDifferently(month) ? [] : ['other counting rules']),
    ...(models(before) === models(month) ? [] : ['other engines or models']),
  ]
  return reasons.length === 0 ? undefined : reasons.join(', ')
}

/** Whether all brands were counted by other rules or another reader than in the month before. */
function isCountedDifferently({ brands }: MonthSummary): boolean {
  const compared = brands.flatMap(({ change }) => (change === undefined ? [] : [change]))
  return compared.length > 0 && compared.every(({ reason }) => reason === 'RULES_CHANGED')
}
