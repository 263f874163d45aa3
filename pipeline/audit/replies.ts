import { read, toEnd } from '../ask/cell.ts'
import type { EngineName } from '../contract/terms.ts'
import { citation } from '../contract/terms.ts'
import type { Reading } from '../engines/engine.ts'
import { readerOf } from '../engines/index.ts'
import { createSimulated } from '../engines/simulated/simulated.ts'
import type { StoredAnswer } from '../store/survey/answers.ts'
import type { AuditedCell } from '../store/survey/audited.ts'
import type { CellEnd } from '../store/survey/journal.ts'
import type { Comparison } from './compare.ts'
import { compare, sum } from './compare.ts'

/** Reads the bodies of one asking. */
export interface Reader {
  read(bodies: readonly unknown[]): Reading
}

/** How the replies of an engine are read. */
export async function replyReader(engine: EngineName, simulated: boolean): Promise<Reader> {
  return simulated ? createSimulated(engine) : { read: await readerOf(engine) }
}

type AskedEnd = Exclude<CellEnd, { kind: 'skipped' }>

/** What a finished cell's replies say: its answer, and how that compares with the one that is stored; `what` names the cell. */
export function readAgain(
  what: string,
  engine: EngineName,
  cell: AuditedCell,
  reader: Reader,
): { readonly answer: StoredAnswer; readonly comparison: Comparison } {
  const { question, run } = cell
  const stored = storedEnd(cell)
  const derived = derivedEnd(cell, reader)
  const aside = answeredAside(cell, reader).map((attempt) =>
    compare(`${what} reply ${attempt}`, 'set aside', 'an answer that counts'),
  )
  return {
    // Without a reply nothing can be derived: what follows is then derived from the answer that was stored.
    answer: { question, engine, run, ...(derived ?? stored) },
    comparison: sum([compare(what, stored, derived ?? 'no reply that says so'), ...aside]),
  }
}

function storedEnd({ state, reason, answer }: AuditedCell): AskedEnd {
  if (state === 'failed' || answer === null) return { kind: 'failed', reason: reason ?? 'no answer is stored' }
  const { text, model, grounded } = answer
  if (state === 'noAnswer') return { kind: 'noAnswer', text, model }
  const citations = citation.array().safeParse(parsed(answer.citations)).data ?? []
  return { kind: 'answered', text, citations, grounded, model }
}

/**
 * What the replies say: those to the last asking or, where it came to nothing, to the one before that was to be bettered.
 * Undefined where they say nothing that ends a cell.
 */
function derivedEnd(cell: AuditedCell, reader: Reader): AskedEnd | undefined {
  const last = endOf(cell, cell.attempt, reader)
  if (last !== undefined && last.kind !== 'failed') return last
  const before = attemptsBefore(cell).map((attempt) => endOf(cell, attempt, reader))
  return before.findLast((end) => end?.kind === 'answered') ?? last
}

/** What the replies to one asking say; a call that failed left none. */
function endOf(cell: AuditedCell, attempt: number, reader: Reader): AskedEnd | undefined {
  const failed = { kind: 'failed', reason: cell.reason ?? 'unknown' } as const
  const bodies = bodiesOf(cell, attempt)
  if (bodies.length === 0) return cell.state === 'failed' ? failed : undefined
  const end = toEnd(read(reader, bodies), () => false)
  // A pause that the vendor never ended, or a call that failed after it.
  if (end === 'continue') return cell.state === 'failed' ? failed : undefined
  if (end.kind === 'askAgain' || end.kind === 'skipped') return undefined
  // As it is stored: see the journal.
  return end.kind === 'failed' ? end : { ...end, text: end.text.replaceAll('\0', '\uFFFD') }
}

/** The earlier askings whose replies would have been an answer: nothing may be asked until it says something else. */
function answeredAside(cell: AuditedCell, reader: Reader): number[] {
  return attemptsBefore(cell).filter((attempt) => {
    const end = toEnd(read(reader, bodiesOf(cell, attempt)), () => true)
    return end !== 'continue' && end.kind !== 'failed' && end.kind !== 'askAgain'
  })
}

/** The earlier askings that left replies, the first one first. */
function attemptsBefore({ attempt: last, replies }: AuditedCell): number[] {
  const attempts = new Set(replies.map(({ attempt }) => attempt))
  return [...attempts].filter((attempt) => attempt < last).sort((a, b) => a - b)
}

function bodiesOf({ replies }: AuditedCell, attempt: number): unknown[] {
  return replies.filter((reply) => reply.attempt === attempt).map(({ body }) => parsed(body))
}

/** The JSON; what isn't any is read as a text, which no reader knows. */
function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return json
  }
}
