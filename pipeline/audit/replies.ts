import { read, toEnd } from '../ask/cell.ts'
import { citation, type EngineName, searches } from '../contract/terms.ts'
import type { Reading } from '../engines/engine.ts'
import { readerOf } from '../engines/index.ts'
import { createSimulated } from '../engines/simulated/simulated.ts'
import type { StoredAnswer } from '../store/survey/answers.ts'
import type { AuditedCell } from '../store/survey/audited.ts'
import { type AskedEnd, storable } from '../store/survey/journal.ts'
import { parsed } from './audited.ts'
import type { Findings } from './compare.ts'

/** Reads the reply bodies of one attempt. */
export interface Reader {
  read(bodies: readonly unknown[]): Reading
}

/** The reader of an engine's replies. */
export async function replyReader(engine: EngineName, simulated: boolean): Promise<Reader> {
  return simulated ? createSimulated(engine) : { read: await readerOf(engine) }
}

/** The answer that a finished cell's replies yield, which is compared with the stored one; `what` names the cell. */
export function readAgain(
  findings: Findings,
  what: string,
  engine: EngineName,
  cell: AuditedCell,
  reader: Reader,
): StoredAnswer {
  const { question, run } = cell
  const stored = storedEnd(cell)
  const derived = asStored(cell, derivedEnd(cell, reader))
  findings.compare(what, stored, derived ?? 'no reply that says so')
  for (const attempt of discardedAnswers(cell, reader))
    findings.compare(`${what} reply ${attempt}`, 'set aside', 'an answer that counts')
  // Without a reply, the rest is derived from the stored answer.
  return { question, engine, run, ...(derived ?? stored) }
}

function storedEnd({ state, reason, answer }: AuditedCell): AskedEnd {
  if (state === 'failed' || answer === null) return { kind: 'failed', reason: reason ?? 'no answer is stored' }
  const { text, model, grounded } = answer
  if (state === 'noAnswer') return { kind: 'noAnswer', text, model }
  const citations = citation.array().safeParse(parsed(answer.citations)).data ?? []
  if (answer.searches === null) return { kind: 'answered', text, citations, grounded, model }
  const said = searches.safeParse(parsed(answer.searches))
  return { kind: 'answered', text, citations, grounded, model, searches: said.success ? said.data : [] }
}

/** A derived outcome, without its searches if the answer was stored by an earlier release, which didn't read them. */
function asStored({ answer }: AuditedCell, derived: AskedEnd | undefined): AskedEnd | undefined {
  if (derived?.kind !== 'answered' || answer?.searches !== null) return derived
  const { searches: _, ...rest } = derived
  return rest
}

/** The outcome of the last attempt or, if that failed, an earlier answer; undefined if no reply ends the cell. */
function derivedEnd(cell: AuditedCell, reader: Reader): AskedEnd | undefined {
  const last = endOf(cell, cell.attempt, reader)
  if (last !== undefined && last.kind !== 'failed') return last
  const before = attemptsBefore(cell).map((attempt) => endOf(cell, attempt, reader))
  return before.findLast((end) => end?.kind === 'answered') ?? last
}

/** The outcome of one attempt; a failed call left no reply. */
function endOf(cell: AuditedCell, attempt: number, reader: Reader): AskedEnd | undefined {
  const failed = { kind: 'failed', reason: cell.reason ?? 'unknown' } as const
  const bodies = bodiesOf(cell, attempt)
  if (bodies.length === 0) return cell.state === 'failed' ? failed : undefined
  const end = toEnd(read(reader, bodies), () => false)
  // The vendor never ended its pause, or a later call failed.
  if (end === 'continue') return cell.state === 'failed' ? failed : undefined
  if (end.kind === 'askAgain' || end.kind === 'skipped') return undefined
  return end.kind === 'failed' ? end : { ...end, text: storable(end.text) }
}

/** Earlier attempts whose replies were an answer: no cell may be asked until it answers differently. */
function discardedAnswers(cell: AuditedCell, reader: Reader): number[] {
  return attemptsBefore(cell).filter((attempt) => {
    const end = toEnd(read(reader, bodiesOf(cell, attempt)), () => true)
    return end !== 'continue' && end.kind !== 'failed' && end.kind !== 'askAgain'
  })
}

function attemptsBefore({ attempt: last, replies }: AuditedCell): number[] {
  const attempts = new Set(replies.map(({ attempt }) => attempt))
  return [...attempts].filter((attempt) => attempt < last).sort((a, b) => a - b)
}

function bodiesOf({ replies }: AuditedCell, attempt: number): unknown[] {
  return replies.filter((reply) => reply.attempt === attempt).map(({ body }) => parsed(body))
}
