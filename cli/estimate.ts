import type { ScribeEstimate, SurveyEstimate } from '../pipeline/survey/estimate.ts'
import { money } from './colours.ts'
import { cents, dollars, duration } from './output.ts'
import { table } from './table.ts'

/** What each engine, and then each scribe, usually costs and takes. */
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

/** The scribes' part of an estimate as scripts read it. */
export function scribesJson(scribes: readonly ScribeEstimate[]) {
  return scribes.map(({ model, calls, usd }) => ({ model, calls, usd: cents(usd) }))
}
