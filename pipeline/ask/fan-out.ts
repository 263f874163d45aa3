import type { Market } from '../contract/market/market.ts'
import type { EngineName } from '../contract/terms.ts'
import type { Asking } from '../engines/engine.ts'
import type { Lease } from '../store/driver/leases.ts'
import { type OpenCell, openCells, skipCells } from '../store/survey/cells.ts'
import type { Budget } from './budget.ts'
import { type AskedEngine, askCell, type CellOutcome } from './cell.ts'
import type { Journal } from './journal.ts'
import type { Process } from './process.ts'

/** A survey to ask; its id starts the tag of each question. */
export interface AskedSurvey {
  readonly id: string
  readonly category: string
  readonly questions: readonly string[]
  readonly market: Market
  readonly product?: NonNullable<Asking['product']>
}

/** The work of a fan-out. */
export interface FanOut {
  readonly lease: Lease
  readonly journal: Journal
  readonly budget: Budget
  readonly engines: readonly AskedEngine[]
  readonly survey: AskedSurvey
  /** Why engines stopped; one that stops in a fan-out stops in all that share this. */
  readonly stopped: Map<EngineName, string>
  /** Whether to ask failed and skipped cells of earlier invocations again. */
  readonly retryEnded: boolean
  /** Called when a cell is stored, and when its engine stops with cells left. */
  readonly progress?: ((engine: EngineName, event: 'stored' | 'stopped') => void) | undefined
}

/** Why asking ended early: the budget ran out, or it was told to stop. */
export type Stopped = 'budget' | 'interrupted'

/**
 * Asks all open cells of the survey, engines in parallel, fetching cells as lanes come free; returns what stopped it, or
 * null. An error in one cell stops all and is thrown once the calls in flight are stored. Throws LeaseLost.
 */
export async function fanOut(process: Process, work: FanOut): Promise<Stopped | null> {
  const failed = new AbortController()
  const fail = (fault: unknown) => failed.abort(fault)
  const halt = AbortSignal.any([process.stop, failed.signal])
  const result = { outOfBudget: false }
  await Promise.all(work.engines.map((asked) => askEngine(process, work, asked, { halt, fail }, result).catch(fail)))
  failed.signal.throwIfAborted()
  return process.stop.aborted ? 'interrupted' : result.outOfBudget ? 'budget' : null
}

async function askEngine(
  process: Process,
  work: FanOut,
  asked: AskedEngine,
  { halt, fail }: { halt: AbortSignal; fail(fault: unknown): void },
  result: { outOfBudget: boolean },
): Promise<void> {
  const name = asked.engine.name
  const { db, clock } = process
  const { lease, survey, retryEnded } = work
  const stopped = new AbortController()
  const engineHalt = AbortSignal.any([halt, stopped.signal])
  const asking = { ...process, stop: engineHalt }
  let skipped: string | undefined

  const underWay = new Set<Promise<void>>()
  const settle = (outcome: CellOutcome) => {
    if (outcome.kind === 'stored') work.progress?.(name, 'stored')
    if (outcome.kind === 'outOfBudget') {
      // Stops only this engine, as another's calls may be cheaper.
      result.outOfBudget = true
      stopped.abort()
    }
    if (outcome.kind === 'engineStopped') {
      skipped = outcome.reason
      stopped.abort()
    }
  }
  const ask = async (cell: OpenCell, question: Asking): Promise<CellOutcome> => {
    const reason = work.stopped.get(name)
    if (reason !== undefined && !engineHalt.aborted) return { kind: 'engineStopped', reason }
    const outcome = await askCell(asking, asked, work, cell, question)
    // It is known before the lane runs the next task, which may be another fan-out's.
    if (outcome.kind === 'engineStopped') work.stopped.set(name, outcome.reason)
    return outcome
  }
  const start = (cell: OpenCell) => {
    const { id, questions, ...about } = survey
    const question = {
      ...about,
      question: questions[cell.question] ?? '',
      tag: `${id}/q${cell.question}/r${cell.run}`,
    }
    const running: Promise<void> = asked.lane
      .run(() => ask(cell, question))
      .then(settle, fail)
      .finally(() => underWay.delete(running))
    underWay.add(running)
  }

  const startAll = async () => {
    let after: OpenCell | undefined
    while (!engineHalt.aborted) {
      const page = await openCells(db, { surveyId: survey.id, engine: name, retryEnded, after })
      if (page.length === 0) break
      for (const cell of page) {
        await asked.lane.room()
        if (engineHalt.aborted) break
        start(cell)
      }
      after = page.at(-1)
    }
  }
  await startAll().catch(fail)
  await Promise.all(underWay)
  await asked.lane.settled()

  if (skipped === undefined) return
  await skipCells(db, lease, survey.id, name, skipped, clock.now())
  work.progress?.(name, 'stopped')
}
