import { countFailures, type FailureCount } from '../contract/failures.ts'
import { ENGINES, type EngineName, type LedgerRow } from '../contract/terms.ts'
import type { Store } from '../store/driver/open.ts'
import { inOrder, type StoredAnswer, toLedgerRow } from '../store/survey/answers.ts'
import { type AuditedCell, auditedCells } from '../store/survey/audited.ts'
import type { Survey } from '../store/survey/surveys.ts'
import type { Findings } from './compare.ts'
import { readAgain, replyReader } from './replies.ts'

/** The reason given for a failed cell that a later run asked again, whose own is lost. */
const ASKED_AGAIN = 'asked again since'

/** What a frozen text says about its cells, and when it was made (epoch ms). */
export interface Frozen {
  readonly asOf: number
  readonly failed: readonly Pick<StoredAnswer, 'question' | 'engine' | 'run'>[]
  readonly ledger: readonly LedgerRow[]
}

/**
 * Reads every reply of a survey again, compares it with the stored answer, and returns the answers and the ledger as of
 * the time the text was frozen. A cell that was asked again since keeps the state that the text gives it, failed or skipped.
 */
export async function deriveSurvey(
  db: Store,
  findings: Findings,
  what: string,
  { id, simulated }: Survey,
  frozen: Frozen,
) {
  const answers: StoredAnswer[] = []
  const ledger: LedgerRow[] = []
  let replies = 0
  // Reads one engine at a time, because replies are the largest part of a store.
  for (const engine of ENGINES) {
    const cells = await auditedCells(db, id, engine)
    const settled = cells.filter(
      ({ finishedAt, state }) =>
        state !== 'planned' && state !== 'sent' && finishedAt !== null && finishedAt <= frozen.asOf,
    )
    const since = cells.filter((cell) => !settled.includes(cell))
    const reader = await replyReader(engine, simulated)
    const own: StoredAnswer[] = []
    for (const cell of settled) {
      replies += cell.replies.length
      if (cell.state === 'skipped') continue
      const place = `${what} stored/q${cell.question} ${engine} r${cell.run}`
      own.push(readAgain(findings, place, engine, cell, reader))
    }
    for (const { question, run } of since)
      if (frozen.failed.some((cell) => cell.engine === engine && cell.question === question && cell.run === run))
        own.push({ question, engine, run, kind: 'failed', reason: ASKED_AGAIN })
    answers.push(...own)
    ledger.push(...deriveRow(engine, own, settled, since.length, frozen.ledger))
  }
  answers.sort(inOrder)
  return { answers, ledger, replies }
}

/** An engine's row; only the frozen row knows how many of the cells asked since were skipped then. */
function deriveRow(
  engine: EngineName,
  answers: readonly StoredAnswer[],
  settled: readonly AuditedCell[],
  since: number,
  frozen: readonly LedgerRow[],
): LedgerRow[] {
  const published = frozen.find((row) => row.engine === engine)
  if (settled.length === 0 && (since === 0 || published === undefined)) return []
  const count = (kind: StoredAnswer['kind']) => answers.filter((answer) => answer.kind === kind).length
  const [counted, noAnswer, failed] = [count('answered'), count('noAnswer'), count('failed')]
  const reasons = settled.flatMap(({ state, reason }) => (state === 'skipped' && reason !== null ? [reason] : []))
  const least = counted + noAnswer + failed + reasons.length
  const planned = Math.min(Math.max(published?.planned ?? least, least), settled.length + since)
  const skipped = planned - counted - noAnswer - failed
  const counts = { engine, planned, counted, noAnswer, failed, skipped }
  const why = { skipped: reasons.sort()[0], open: published?.reason }
  return [toLedgerRow(counts, why, failuresOf(answers, published))]
}

/** The failures by kind; if a failed cell was asked again since, its kind is lost, and the frozen row's are used if they add up. */
function failuresOf(answers: readonly StoredAnswer[], published: LedgerRow | undefined): FailureCount[] {
  const failed = answers.flatMap((answer) => (answer.kind === 'failed' ? [{ reason: answer.reason, cells: 1 }] : []))
  const frozen = published?.failures ?? []
  const lost = failed.filter(({ reason }) => reason === ASKED_AGAIN).length
  const known = countFailures(failed.filter(({ reason }) => reason !== ASKED_AGAIN))
  const frozenOf = (kind: FailureCount['kind']) => frozen.find((each) => each.kind === kind)?.count ?? 0
  const added = frozen.reduce((sum, { count }) => sum + count, 0) === failed.length
  const possible = lost > 0 && added && known.every(({ kind, count }) => count <= frozenOf(kind))
  return possible ? [...frozen] : countFailures(failed)
}
