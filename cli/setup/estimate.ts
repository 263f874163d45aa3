import { counted } from '../../pipeline/contract/wording.ts'
import type { ScribeEstimate, SurveyEstimate } from '../../pipeline/survey/estimate.ts'
import { money } from '../terminal/colours.ts'
import { dollars, duration, roundedUsd } from '../terminal/output.ts'
import { table } from '../terminal/table.ts'

/** The usual cost and time of each engine, then of each scribe. */
export function estimateTable({ engines, scribes }: SurveyEstimate): string {
  const rows = engines.map((each) => [
    each.engine,
    String(each.calls),
    money(dollars(each.usd)),
    duration(each.seconds),
  ])
  const reading = scribes.map((each) => [`scribe ${each.model}`, String(each.calls), money(dollars(each.usd)), ''])
  return table(['engine', 'calls', 'cost', 'time'], [...rows, ...reading])
}

/** The usual and the highest cost and the usual time, as part of a sentence. */
export function costInWords({ usd, worstUsd, seconds }: Pick<SurveyEstimate, 'usd' | 'worstUsd' | 'seconds'>): string {
  return `usually ${dollars(usd)} and at most ${dollars(worstUsd)}, about ${duration(seconds)}`
}

/** The scribes of an estimate as JSON. */
export function scribesJson(scribes: readonly ScribeEstimate[]) {
  return scribes.map(({ model, calls, usd }) => ({ model, calls, usd: roundedUsd(usd) }))
}

/** The sentence for calls to engines and readers that an earlier run left unfinished. */
export function unknownSentence(calls: number, readings: number): string {
  const kinds = [
    ...(calls > 0 ? [counted(calls, 'call')] : []),
    ...(readings > 0 ? [counted(readings, 'reader call')] : []),
  ]
  const were = calls + readings === 1 ? 'was' : 'were'
  return `${kinds.join(' and ')} ${were} under way when an earlier run was cut off; asked again, they may be billed twice.`
}
