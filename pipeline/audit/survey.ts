import { countFailures, type FailureCount } from '../contract/failures.ts'
import type { EngineName, LedgerRow } from '../contract/terms.ts'
import { ENGINES } from '../contract/terms.ts'
import type { Store } from '../store/driver/open.ts'
import type { StoredAnswer } from '../store/survey/answers.ts'
import type { AuditedCell } from '../store/survey/audited.ts'
import { auditedCells } from '../store/survey/audited.ts'
import type { Survey } from '../store/survey/surveys.ts'
import type { Comparison } from './compare.ts'
import { sum } from './compare.ts'
import { readAgain, replyReader } from './replies.ts'

/** Stands for the kind of a failed cell that a later run asked again. */
const ASKED_AGAIN = 'asked again since'

/** What a frozen text says of its cells, and when it was made (epoch ms). */
export interface Frozen {
  readonly asOf: number
  readonly failed: readonly Cell[]
  readonly ledger: readonly LedgerRow[]
}

interface Cell {
  readonly question: number
  readonly engine: EngineName
  readonly run: number
}

/** A survey as its replies have it. */
export interface DerivedSurvey {
  readonly answers: readonly StoredAnswer[]
  readonly ledger: readonly LedgerRow[]
  /** How many stored replies were read. */
  readonly replies: number
  readonly comparison: Comparison
}

/**
 * Reads every reply of a survey again, compares it with the stored answer, and gives the answers and the ledger as they
 * were when the text was frozen. A cell that a later run asked again has lost what it was before: it stays failed or
 * skipped as the text has it.
 */
export async function deriveSurvey(
  db: Store,
  what: string,
  { id, simulated }: Survey,
  frozen: Frozen,
): Promise<DerivedSurvey> {
  const answers: StoredAnswer[] = []
  const ledger: LedgerRow[] = []
  const comparisons: Comparison[] = []
  let replies = 0
  // Engine by engine: the replies are the largest part of a store.
  for (const engine of ENGINES) {
    const cells = await auditedCells(db, id, engine)
    const settled = cells.filter(
      ({ finishedAt, state }) => isFinal(state) && finishedAt !== null && finishedAt <= frozen.asOf,
    )
    const since = cells.filter((cell) => !settled.includes(cell))
    const reader = await replyReader(engine, simulated)
    const own: StoredAnswer[] = []
    for (const cell of settled) {
      replies += cell.replies.length
      if (cell.state === 'skipped') continue
      const { answer, comparison } = readAgain(
        `${what} stored/q${cell.question} ${engine} r${cell.run}`,
        engine,
        cell,
        reader,
      )
      own.push(answer)
      comparisons.push(comparison)
    }
    for (const { question, run } of since)
      if (frozen.failed.some((cell) => cell.engine === engine && cell.question === question && cell.run === run))
        own.push({ question, engine, run, kind: 'failed', reason: ASKED_AGAIN })
    answers.push(...own)
    ledger.push(...ledgerRow(engine, own, settled, since.length, frozen.ledger))
  }
  answers.sort((a, b) => a.question - b.question || place(a) - place(b) || a.run - b.run)
  return { answers, ledger, replies, comparison: sum(comparisons) }
}

function isFinal(state: AuditedCell['state']): boolean {
  return state !== 'planned' && state !== 'sent'
}

function place({ engine }: StoredAnswer): number {
  return ENGINES.indexOf(engine)
}

/**
 * An engine's row, counted from its answers. Of the cells that were asked or planned since, those that neither failed nor
 * came later were skipped: how many, only the frozen row says, and it is held to what is possible.
 */
function ledgerRow(
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
  const reason =
    reasons.sort()[0] ?? (skipped > 0 ? published?.reason : failed === planned ? 'every call failed' : undefined)
  const failures = failuresOf(answers, published)
  const row = { engine, planned, counted, noAnswer, failed, skipped, ...(reason !== undefined && { reason }) }
  return [failures.length > 0 ? { ...row, failures } : row]
}

/** By kind; where a cell that had failed was asked again since, its kind is gone and the frozen row's stand if they add up. */
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
