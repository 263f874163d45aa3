import { rankingUrl } from '../../pipeline/contract/addresses.ts'
import type { LedgerRow } from '../../pipeline/contract/terms.ts'
import type { RunEstimate } from '../../pipeline/ranking/estimate.ts'
import type { RunResult } from '../../pipeline/ranking/month.ts'
import { scribesJson, unknownSentence } from '../setup/estimate.ts'
import { money } from '../terminal/colours.ts'
import { cents, spending } from '../terminal/output.ts'
import { ledgerTable } from './ledger.ts'

/** The summary of a run as JSON (contract.md, section 4). */
export function runJson(run: RunResult) {
  const { costUsd, uncertainUsd, categories, ...result } = run
  const error = nothingCounted(run)
  return {
    ...result,
    cost: { usd: cents(costUsd), atMostUsd: cents(costUsd + uncertainUsd) },
    categories: categories.map(({ slug, ledger, newest, published }) => ({
      slug,
      published: newest,
      ...('unpublished' in published && { reason: published.unpublished }),
      ledger,
    })),
    ...(error !== undefined && { error }),
  }
}

/** The estimate of a dry run in the shape of `runJson`. */
export function estimateJson(estimate: RunEstimate, run: { month: string; simulated: boolean }) {
  return {
    ...run,
    calls: estimate.calls,
    unknown: 0,
    unknownReadings: 0,
    cost: { usd: cents(estimate.usd), atMostUsd: cents(estimate.worstUsd) },
    seconds: estimate.seconds,
    scribes: scribesJson(estimate.scribes),
    stopped: null,
    categories: estimate.categories,
  }
}

/** The summary of a run as text. */
export function runText(result: RunResult, run: { siteUrl: string }): string {
  const cost = money(costOf(result))
  const lines = [
    `${result.month}${result.simulated ? ' (SIMULATED: made-up answers)' : ''}: ${result.calls} calls, ${cost}.`,
  ]
  const { unknown, unknownReadings } = result
  if (unknown + unknownReadings > 0) lines.push(unknownSentence(unknown, unknownReadings))
  for (const { slug, ledger, published } of result.categories) {
    lines.push('', slug, ledgerTable(ledger).trimEnd())
    const sum = (key: 'counted' | 'planned') => ledger.reduce((total, row) => total + row[key], 0)
    if (result.stopped !== null)
      lines.push(`PARTIAL: ${sum('counted')} of ${sum('planned')} planned answers counted so far; not published.`)
    else if ('version' in published)
      lines.push(`Published as version ${published.version}: ${rankingUrl(run.siteUrl, slug)}`)
    else lines.push(`Not published: ${published.unpublished}.`)
  }
  if (result.stopped === 'budget')
    lines.push(
      '',
      'Stopped by the budget. Run the same command with a larger one to continue; nothing stored is asked again.',
    )
  if (result.stopped === 'interrupted')
    lines.push('', 'Interrupted. Run the same command again to continue; nothing stored is asked again.')
  return `${lines.join('\n')}\n`
}

/** The summary of a run as one log line: its cost, what it published, and why anything is missing. */
export function runLine(result: RunResult): string {
  const published = result.categories.flatMap(({ slug, published }) =>
    'version' in published ? [`${slug} version ${published.version}`] : [],
  )
  const missing = unpublishedOf(result)
  const causes = result.categories.flatMap(({ ledger }) => ledger).filter((row) => row.failed + row.skipped > 0)
  return [
    `${result.month}${result.simulated ? ' (SIMULATED)' : ''}: ${result.calls} calls, ${costOf(result)}`,
    `published ${published.join(', ') || 'nothing'}`,
    ...(result.stopped === null ? [] : [`stopped: ${result.stopped}`]),
    ...(missing.length === 0 ? [] : [`not published ${missing.join(', ')}`]),
    ...(causes.length === 0 ? [] : [`not counted ${byCause(causes)}`]),
  ].join('; ')
}

function costOf({ costUsd, uncertainUsd }: RunResult): string {
  return spending({ spentUsd: costUsd, uncertainUsd })
}

/** The categories without a published version of the month, each with the reason. */
export function unpublishedOf({ categories }: RunResult): string[] {
  return categories.flatMap(({ slug, newest, published }) =>
    newest === null && 'unpublished' in published ? [`${slug} (${published.unpublished})`] : [],
  )
}

/** Why a finished month has no counted answer, engine by engine; undefined if it has one or was stopped. */
export function nothingCounted({ month, stopped, categories }: RunResult): string | undefined {
  const rows = categories.flatMap(({ ledger }) => ledger)
  if (stopped !== null || rows.some((row) => row.counted > 0)) return undefined
  return `Nothing could be counted in ${month} (${byCause(rows)}); fix that and run it again.`
}

function byCause(rows: readonly LedgerRow[]): string {
  return [...Map.groupBy(rows, causeOf)]
    .map(([cause, of]) => `${[...new Set(of.map((row) => row.engine))].join(', ')}: ${cause}`)
    .join('; ')
}

function causeOf({ reason, failures = [] }: LedgerRow): string {
  if (failures.length === 0) return reason ?? 'no answer to score'
  const kinds = failures.map(({ words }) => words).join(', ')
  return `${reason ?? 'no call gave an answer to count'} (${kinds})`
}
