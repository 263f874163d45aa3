import type { Asking, Engine, Reading, Reply } from '../engines/engine.ts'
import { EngineError } from '../engines/error.ts'
import type { OpenCell } from '../store/survey/cells.ts'
import type { CellEnd } from '../store/survey/journal.ts'
import type { Budget } from './budget.ts'
import { type AskObserver, Cut, callEngine } from './call.ts'
import type { Journal } from './journal.ts'
import type { Lane } from './lane.ts'
import type { Start } from './pace.ts'
import type { Process } from './process.ts'
import { afterError, mayAskAgain, mayBeBilled, newTries, outcomeOf } from './retry.ts'

/** The most turns of a conversation that the vendor pauses; after them its cell fails. */
const MAX_TURNS = 6

/** The longest answer that is stored, in bytes. */
const MAX_TEXT_BYTES = 64 * 1024

/** An engine with its lane and observer. */
export interface AskedEngine {
  readonly engine: Engine
  readonly lane: Lane
  readonly observer?: AskObserver
}

/** The result of asking a cell: stored, or left open by a stop, an empty budget or a stopped engine. */
export type CellOutcome =
  | { readonly kind: 'stored' }
  | { readonly kind: 'released' }
  | { readonly kind: 'outOfBudget' }
  | { readonly kind: 'engineStopped'; readonly reason: string }

/**
 * Asks one cell until it is stored. It journals each request before it is sent and each good reply before it is read.
 * Throws LeaseLost.
 */
export async function askCell(
  process: Process,
  asked: AskedEngine,
  { journal, budget }: { readonly journal: Journal; readonly budget: Budget },
  cell: OpenCell,
  asking: Asking,
): Promise<CellOutcome> {
  const { clock, random, stop } = process
  const { engine, lane, observer } = asked
  const tries = newTries()
  let { attempt } = cell
  let bodies: unknown[] = []
  let wasSent = false
  /** An answer without a search, kept unless a better one comes. */
  let kept: CellEnd | undefined

  const finish = async (end: CellEnd) => {
    await journal({ step: 'finished', cellId: cell.id, end })
    observer?.ended(end.kind)
  }
  const release = async <Result extends CellOutcome>(outcome: Result): Promise<Result> => {
    if (kept !== undefined) await finish(kept)
    else if (wasSent) await journal({ step: 'released', cellId: cell.id })
    return outcome
  }
  const store = async (last: CellEnd): Promise<CellOutcome> => {
    await finish(last.kind === 'failed' ? (kept ?? last) : last)
    return { kind: 'stored' }
  }

  /** Sends one request; returns the result, or the ms until the next request. */
  const send = async (start: Start): Promise<CellOutcome | number> => {
    const reservation = await budget.reserve(engine.estimate.worstUsd)
    if (reservation === null) return release({ kind: 'outOfBudget' })
    if (stop.aborted) {
      reservation.release()
      return release({ kind: 'released' })
    }

    const turn = bodies.length
    if (turn === 0) attempt += 1
    let reply: Reply
    try {
      await journal({ step: 'sent', cellId: cell.id, attempt, turn })
      wasSent = true
      reply = await callEngine(process, asked, asking, bodies)
    } catch (fault) {
      if (!(fault instanceof EngineError)) {
        reservation.settle('unknown')
        if (!(fault instanceof Cut)) throw fault
        // A cut call may have been answered, so without an answer its cell stays sent and the next run reports it as unknown.
        if (kept !== undefined) await finish(kept)
        return { kind: 'released' }
      }
      reservation.settle(mayBeBilled(fault) ? 'unknown' : 0)
      const next = afterError(fault, tries, random)
      start.ended(outcomeOf(fault, next))
      if (next.kind === 'stop') return release({ kind: 'engineStopped', reason: next.reason })
      if (next.kind === 'failed') return store({ kind: 'failed', reason: fault.kind })
      bodies = []
      return next.delayMs
    }

    start.ended('good')
    reservation.settle(reply.costUsd)
    await journal({ step: 'received', cellId: cell.id, attempt, turn, body: reply.raw, costUsd: reply.costUsd })
    bodies.push(reply.body)

    const end = toEnd(read(engine, bodies), () => mayAskAgain(tries))
    if (end === 'continue') return bodies.length < MAX_TURNS ? 0 : store({ kind: 'failed', reason: 'UNFINISHED' })
    if (end.kind !== 'askAgain') return store(end)
    if (end.otherwise.kind === 'answered') kept = end.otherwise
    bodies = []
    return 0
  }

  for (;;) {
    const start = await lane.start(stop)
    if (start === null) return release({ kind: 'released' })
    const next = await send(start).finally(() => start.ended('unknown'))
    if (typeof next !== 'number') return next
    await clock.sleep(next, stop)
  }
}

/** The cell is worth asking again; `otherwise` is its end if that isn't possible. */
interface AskAgain {
  readonly kind: 'askAgain'
  readonly otherwise: CellEnd
}

/** The end that a reading gives its cell; `mayAskAgain` is called only if the reading wants another try. */
export function toEnd(reading: Reading | 'unreadable', mayAskAgain: () => boolean): CellEnd | AskAgain | 'continue' {
  if (reading === 'unreadable') return { kind: 'failed', reason: 'UNREADABLE' }
  if (reading.kind === 'unfinished') return 'continue'
  if ('text' in reading && Buffer.byteLength(reading.text) > MAX_TEXT_BYTES)
    return { kind: 'failed', reason: 'TOO_LONG' }
  const end = reading.kind === 'empty' ? EMPTY : withoutAskAgain(reading)
  const wanted = reading.kind === 'empty' || reading.askAgain === true
  return wanted && mayAskAgain() ? { kind: 'askAgain', otherwise: end } : end
}

const EMPTY = { kind: 'failed', reason: 'EMPTY' } as const

function withoutAskAgain({ askAgain: _, ...end }: Exclude<Reading, { kind: 'empty' | 'unfinished' }>): CellEnd {
  return end
}

/** The engine's reading; a reply of unknown shape fails its cell, never the run. */
export function read(engine: Pick<Engine, 'read'>, bodies: readonly unknown[]): Reading | 'unreadable' {
  try {
    return engine.read(bodies)
  } catch {
    return 'unreadable'
  }
}
