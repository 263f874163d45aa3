import type { z } from 'zod'
import { frozenEntryShape, frozenRankingShape } from '../../contract/ranking.ts'
import { frozenReportShape } from '../../contract/report.ts'
import type { LedgerRow } from '../../contract/terms.ts'
import { frozenRanking, frozenReport } from '../driver/frozen.ts'
import type { Store } from '../driver/open.ts'
import { countRows } from '../driver/queries.ts'
import type { CountProgress } from './copy.ts'

/** Problems with published documents: they don't match the contract or their row, or don't add up. */
export async function checkFrozen(db: Store, progress: CountProgress): Promise<string[]> {
  let texts = 0
  for (const name of ['rankings', 'reports', 'report_versions'] as const) texts += await countRows(db.selectFrom(name))
  progress.begin(texts)
  return [
    ...(await checkRankings(db, progress)),
    ...(await checkReports(db, progress)),
    ...(await checkReplaced(db, progress)),
  ]
}

async function checkRankings(db: Store, progress: CountProgress): Promise<string[]> {
  const keys = await db
    .selectFrom('rankings')
    .select(['slug', 'month', 'version'])
    .orderBy('slug')
    .orderBy('month')
    .orderBy('version')
    .execute()
  const problems: string[] = []
  // They are read one at a time, because a body can be megabytes.
  for (const { slug, month, version } of keys) {
    progress.done(1)
    const row = await db
      .selectFrom('rankings')
      .select(['checked_at', 'simulated', 'entry', 'body'])
      .where('slug', '=', slug)
      .where('month', '=', month)
      .where('version', '=', version)
      .executeTakeFirstOrThrow()
    const what = `rankings/${slug}/${month} version ${version}`
    const body = parsed(frozenRankingShape, frozenRanking, row.body)
    const entry = parsed(frozenEntryShape, JSON.parse, row.entry)
    if (typeof body === 'string') problems.push(`${what} cannot be read: ${body}.`)
    if (typeof entry === 'string') problems.push(`The list entry of ${what} cannot be read: ${entry}.`)
    for (const each of [body, entry]) {
      if (typeof each === 'string') continue
      const same =
        each.slug === slug &&
        each.month === month &&
        each.simulated === (row.simulated === 1) &&
        Date.parse(each.checkedAt) === row.checked_at
      if (!same) problems.push(`${what} holds another document.`)
    }
    if (typeof body !== 'string') problems.push(...ledgerProblems(what, body.ledger, body.answersCounted))
  }
  return problems
}

async function checkReports(db: Store, progress: CountProgress): Promise<string[]> {
  const reports = await db.selectFrom('reports').select(['slug', 'status', 'overall_score']).orderBy('slug').execute()
  const problems: string[] = []
  for (const { slug, status, overall_score } of reports) {
    progress.done(1)
    const { body: text } = await db
      .selectFrom('reports')
      .select('body')
      .where('slug', '=', slug)
      .executeTakeFirstOrThrow()
    const what = `reports/${slug}`
    if (text === null) {
      if (status === 'COMPLETE') problems.push(`${what} is COMPLETE and has nothing to show.`)
      continue
    }
    const body = parsed(frozenReportShape, frozenReport, text)
    if (typeof body === 'string') {
      problems.push(`${what} cannot be read: ${body}.`)
      continue
    }
    if (body.slug !== slug || body.status !== status || body.overallScore !== overall_score)
      problems.push(`${what} holds another document.`)
    problems.push(...ledgerProblems(what, body.ledger, body.answersCounted))
  }
  return problems
}

/** Replaced bodies are kept forever and must stay readable. */
async function checkReplaced(db: Store, progress: CountProgress): Promise<string[]> {
  const keys = await db
    .selectFrom('report_versions')
    .select(['report_slug', 'version'])
    .orderBy('report_slug')
    .orderBy('version')
    .execute()
  const problems: string[] = []
  for (const { report_slug, version } of keys) {
    progress.done(1)
    const row = await db
      .selectFrom('report_versions')
      .select('body')
      .where('report_slug', '=', report_slug)
      .where('version', '=', version)
      .executeTakeFirstOrThrow()
    const body = parsed(frozenReportShape, frozenReport, row.body)
    if (typeof body === 'string') problems.push(`reports/${report_slug} version ${version} cannot be read: ${body}.`)
  }
  return problems
}

function ledgerProblems(what: string, ledger: readonly LedgerRow[], answersCounted: number): string[] {
  const rows = ledger
    .filter(({ planned, counted, noAnswer, failed, skipped }) => planned !== counted + noAnswer + failed + skipped)
    .map(({ engine }) => `The ledger of ${what} does not add up for ${engine}.`)
  const counted = ledger.reduce((sum, row) => sum + row.counted, 0)
  if (counted === answersCounted) return rows
  return [...rows, `The ledger of ${what} counts ${counted} answers, but the document ${answersCounted}.`]
}

/** The document, or a problem that names a place in it but never its content. */
function parsed<Document>(
  shape: z.ZodType<Document>,
  read: (text: string) => unknown,
  text: string,
): Document | string {
  let json: unknown
  try {
    json = JSON.parse(text)
    json = read(text)
  } catch {
    // JSON that can't be read is checked against the contract below, which says where it differs.
    if (json === undefined) return 'it is not JSON'
  }
  const { data, error } = shape.safeParse(json)
  return data ?? `${error?.issues[0]?.path.join('.') || 'it'} does not match the contract`
}
