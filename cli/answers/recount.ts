import { systemClock } from '../../pipeline/ask/clock.ts'
import type { Held } from '../../pipeline/ask/lease.ts'
import { rulingInWords } from '../../pipeline/contract/method-words.ts'
import type { FrozenRanking } from '../../pipeline/contract/ranking.ts'
import { countRankingAgain, recountMonth } from '../../pipeline/ranking/recount.ts'
import { countReportAgain, recountReport } from '../../pipeline/report/recount.ts'
import type { Store } from '../../pipeline/store/driver/open.ts'
import { publishedMonths } from '../../pipeline/store/ranking/rankings.ts'
import { completeReports } from '../../pipeline/store/report/versions.ts'
import type { CommonFlags } from '../command/command.ts'
import { deliverDue } from '../setup/due-webhooks.ts'
import { withStore } from '../setup/store.ts'
import { CommandError, lineWriter, plain, print, type Terminal } from '../terminal/output.ts'
import { table } from '../terminal/table.ts'
import { type Difference, rankingDifference, reportDifference } from './difference.ts'

/** `svc answers recount`. */
export async function answersRecount(
  terminal: Terminal,
  slugs: readonly string[],
  flags: CommonFlags & { readonly month?: string; readonly dryRun?: boolean },
): Promise<number> {
  const dryRun = flags.dryRun === true
  const { counted, changed } = await withStore(flags, async ({ db, config }) => {
    const { months, reports } = await chosen(db, slugs, flags.month)
    const changed = [...(await recountMonths(db, months, dryRun)), ...(await recountReports(db, reports, dryRun))]
    if (!dryRun) await deliverDue(config, db, lineWriter(terminal))
    return { counted: months.length + reports.length, changed }
  })
  return print(terminal, flags, { dryRun, counted, changed }, inWords(dryRun, counted, changed))
}

/** The published months (by category, then month) and complete reports with these slugs; all of them if there are none. */
async function chosen(
  db: Store,
  slugs: readonly string[],
  month: string | undefined,
): Promise<{ months: PublishedMonth[]; reports: string[] }> {
  const wanted = (slug: string) => slugs.length === 0 || slugs.includes(slug)
  const months = (await publishedMonths(db)).filter(
    (each) => wanted(each.slug) && (month === undefined || each.month === month),
  )
  // Reports have no month.
  const reports = month === undefined ? (await completeReports(db)).filter(wanted) : []
  const missing = slugs.find((slug) => !reports.includes(slug) && !months.some((each) => each.slug === slug))
  if (missing !== undefined)
    throw new CommandError(
      month === undefined
        ? `No ranking is published and no report is complete under ${plain(missing)}; ` +
            'see `./svc rankings list` and `./svc report list`.'
        : `No ranking of ${month} is published under ${plain(missing)}; see \`./svc rankings list\`.`,
    )
  return { months, reports }
}

type PublishedMonth = Awaited<ReturnType<typeof publishedMonths>>[number]

/** Recounts the published months, earliest first, and returns what changes. */
async function recountMonths(db: Store, months: readonly PublishedMonth[], dryRun: boolean): Promise<Difference[]> {
  if (dryRun) return wouldChange(db, months)
  const changed: Difference[] = []
  // A month's changes are relative to the month before as counted today.
  for (const [month, of] of [...Map.groupBy(months, (each) => each.month)].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const slugs = of.map(({ slug }) => slug)
    changed.push(
      ...unlessHeld(await recountMonth(db, systemClock, month, slugs, rankingDifference), `the rankings of ${month}`),
    )
  }
  return changed
}

/** Returns the same without publishing, category by category, so that only one category's bodies are in memory. */
async function wouldChange(db: Store, months: readonly PublishedMonth[]): Promise<Difference[]> {
  const changed: Difference[] = []
  let last: FrozenRanking | undefined
  for (const { slug, month } of months) {
    const again = await countRankingAgain(db, systemClock, slug, month, last?.slug === slug ? last : undefined)
    last = again?.after ?? again?.before
    if (again && again.after !== null) changed.push(rankingDifference(again.before, again.after))
  }
  return changed.sort((a, b) => (a.month ?? '').localeCompare(b.month ?? ''))
}

async function recountReports(db: Store, slugs: readonly string[], dryRun: boolean): Promise<Difference[]> {
  const changed: Difference[] = []
  for (const slug of slugs) {
    const again = dryRun
      ? await countReportAgain(db, systemClock, slug)
      : unlessHeld(await recountReport(db, systemClock, slug), `the report ${slug}`)
    if (again !== undefined && again.after !== null) changed.push(reportDifference(again.before, again.after))
  }
  return changed
}

/** The result under a lease. Throws CommandError if another process holds it. */
function unlessHeld<Result>(again: Held<Result>, what: string): Result {
  if ('result' in again) return again.result
  const seconds = Math.ceil(again.heldForMs / 1_000)
  throw new CommandError(
    `Another process is working on ${what} (if it was killed, try again in ${seconds} s); what was already recounted stays.`,
  )
}

function inWords(dryRun: boolean, counted: number, changed: readonly Difference[]): string {
  const same = counted - changed.length
  const unchanged = `Today's rules and rulings change nothing in ${same} of ${counted}.\n`
  if (changed.length === 0) return counted === 0 ? 'Nothing is published and no report is complete.\n' : unchanged
  const rest = same === 0 ? `Today's rules and rulings change ${counted} of ${counted}.\n` : unchanged
  const written = changed.some(({ kind }) => kind === 'ranking')
    ? 'Published; `./svc site build` brings the site up to date.\n'
    : 'Written; the earlier bodies are kept.\n'
  return [
    ...changed.map((each) => difference(each, dryRun)),
    rest,
    dryRun ? 'Nothing was written; run this without --dry-run to publish it.\n' : written,
  ].join('\n')
}

function difference({ slug, month, version, simulated, detector, ...changed }: Difference, dryRun: boolean): string {
  const to = dryRun ? 'would be' : 'is'
  const what =
    version === undefined
      ? `Report ${slug}`
      : `${slug}, ${month}: version ${version.from}, which ${to} followed by version ${version.to}`
  const { from: score, to: scoreNow } = changed.overallScore ?? { from: null, to: null }
  const rows = changed.brands.map(({ brand, product, from, to: now, of }) => [
    `  ${plain(brand)}${product ? ' (the product)' : ''}`,
    `${from} of ${of}`,
    '->',
    `${now} of ${of}`,
  ])
  const others = changed.fields.filter((field) => field !== 'method')
  return [
    `${what}${simulated ? ' (SIMULATED)' : ''}`,
    ...(detector.from === detector.to ? [] : [`  counted by ${detector.to}, previously by ${detector.from}`]),
    ...changed.rulings.map((ruling) => `  ${plain(rulingInWords(ruling))}`),
    ...(score === scoreNow ? [] : [`  score ${score ?? 'none'} -> ${scoreNow ?? 'none'}`]),
    ...(rows.length > 0 ? [table(['  brand', 'named in', '', 'now'], rows).trimEnd()] : []),
    `  changed: ${others.length > 0 ? others.join(', ') : 'only the description of the method'}`,
    '',
  ].join('\n')
}
