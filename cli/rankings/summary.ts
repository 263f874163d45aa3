import { rankingUrl } from '../../pipeline/contract/addresses.ts'
import { countFailures } from '../../pipeline/contract/failures.ts'
import { marketBeside } from '../../pipeline/contract/market/market-words.ts'
import type { LedgerRow } from '../../pipeline/contract/terms.ts'
import { ledgerNote } from '../../pipeline/contract/wording.ts'
import type { RunEstimate } from '../../pipeline/ranking/estimate.ts'
import type { RunResult } from '../../pipeline/ranking/month.ts'
import { scribesJson, unknownSentence } from '../setup/estimate.ts'
import { money } from '../terminal/colours.ts'
import { costJson, spending } from '../terminal/output.ts'
import { ledgerTable } from './ledger.ts'

/** The summary of a run as JSON (contract.md, section 4). */
export function runJson(run: RunResult) {
  const { costUsd, uncertainUsd, categories, ...result } = run
  const error = nothingCounted(run)
  return {
    ...result,
    cost: costJson(costUsd, costUsd + uncertainUsd),
    categories: categories.map(({ slug, country, language, ledger, newest, published }) => ({
      ...{ slug, country, language },
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
    cost: costJson(estimate.usd, estimate.worstUsd),
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
  for (const { slug, ledger, published, ...market } of result.categories) {
    lines.push('', `${slug}${marketBeside(market)}`, ledgerTable(ledger).trimEnd())
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
  const open = engineRows(result).filter((row) => row.failed + row.skipped > 0)
  return [
    `${result.month}${result.simulated ? ' (SIMULATED)' : ''}: ${result.calls} calls, ${costOf(result)}`,
    `published ${published.join(', ') || 'nothing'}`,
    ...(result.stopped === null ? [] : [`stopped: ${result.stopped}`]),
    ...(missing.length === 0 ? [] : [`not published ${missing.join(', ')}`]),
    ...(open.length === 0 ? [] : [`not counted ${byCause(open, notCountedInWords)}`]),
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
export function nothingCounted(result: RunResult): string | undefined {
  const rows = engineRows(result)
  if (result.stopped !== null || rows.some((row) => row.counted > 0)) return undefined
  const causes = byCause(rows, (row) => ledgerNote(row) || 'no answer to score')
  return `Nothing could be counted in ${result.month} (${causes}); fix that and run it again.`
}

/** One row for each engine, over all categories. */
function engineRows({ categories }: RunResult): LedgerRow[] {
  const rows = categories.flatMap(({ ledger }) => ledger)
  return [...Map.groupBy(rows, ({ engine }) => engine)].map(([engine, own]) => {
    const sum = (key: 'planned' | 'counted' | 'noAnswer' | 'failed' | 'skipped') =>
      own.reduce((total, row) => total + row[key], 0)
    const [planned, counted, noAnswer] = [sum('planned'), sum('counted'), sum('noAnswer')]
    const failed = own.flatMap(({ failures = [] }) =>
      failures.map(({ kind, count }) => ({ reason: kind, cells: count })),
    )
    const skipped = own.filter((row) => row.skipped > 0)
    const reason = [...new Set(skipped.flatMap((row) => row.reason ?? []))].join(', ')
    const failures = countFailures(failed)
    return { engine, planned, counted, noAnswer, failed: sum('failed'), skipped: sum('skipped'), reason, failures }
  })
}

function notCountedInWords(row: LedgerRow): string {
  return `${row.failed + row.skipped} of ${row.planned} (${ledgerNote(row)})`
}

/** The words for each engine; engines with the same words are listed together. */
function byCause(rows: readonly LedgerRow[], inWords: (row: LedgerRow) => string): string {
  return [...Map.groupBy(rows, inWords)]
    .map(([words, of]) => `${of.map((row) => row.engine).join(', ')}: ${words}`)
    .join('; ')
}
