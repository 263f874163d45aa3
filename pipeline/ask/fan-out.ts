import type { EngineName } from '../contract/terms.ts'
import type { Asking } from '../engines/engine.ts'
import type { Lease } from '../store/driver/leases.ts'
import type { OpenCell } from '../store/survey/cells.ts'
import { openCells, skipCells } from '../store/survey/cells.ts'
import type { Budget } from './budget.ts'
import type { Asked, AskedEngine, CellScope } from './cell.ts'
import { askCell } from './cell.ts'
import type { Journal } from './journal.ts'
import type { Process } from './process.ts'

/** A survey whose open cells are asked; its id begins the tag of each of its askings. */
export interface AskedSurvey {
  readonly id: string
  readonly category: string
  readonly questions: readonly string[]
  /** The product of a report, for simulated engines: they name it now and then. */
  readonly product?: Asking['product']
}

export interface FanOut extends Process {
  /** Under which the journal is written. */
  readonly lease: Lease
  readonly journal: Journal
  readonly budget: Budget
  readonly engines: readonly AskedEngine[]
  readonly survey: AskedSurvey
  /** Whether cells that failed or were skipped in an earlier invocation are asked once more. */
  readonly retryEnded: boolean
  /** Called when a cell of the engine is stored, and when the engine is stopped with all that it had left. */
  progress?(engine: EngineName, event: 'stored' | 'stopped'): void
}

/** Why a survey's asking came to its end early: the money ended, or it was told to stop. */
export type Stopped = 'budget' | 'interrupted'

/** How the fan-out ended, null where by itself; and which engines stopped, with the reason. */
export interface FanOutResult {
  readonly calls: number
  readonly stopped: Stopped | null
  readonly skipped: ReadonlyMap<EngineName, string>
}

/**
 * Asks every open cell of the survey, all engines side by side. Cells are fetched as lanes come free. Throws LeaseLost; a fault in one cell halts
 * the whole, after the calls under way were stored.
 */
export async function fanOut(work: FanOut): Promise<FanOutResult> {
  const halt = new AbortController()
  const onStop = () => halt.abort()
  work.stop.addEventListener('abort', onStop)
  if (work.stop.aborted) halt.abort()

  const result = { calls: 0, outOfBudget: false, skipped: new Map<EngineName, string>() }
  const faults: unknown[] = []
  await Promise.all(
    work.engines.map((asked) =>
      askEngine(work, asked, halt, result).catch((fault: unknown) => {
        faults.push(fault)
        halt.abort()
      }),
    ),
  )
  work.stop.removeEventListener('abort', onStop)
  if (faults.length > 0) throw faults[0]
  const stopped = work.stop.aborted ? 'interrupted' : result.outOfBudget ? 'budget' : null
  return { calls: result.calls, stopped, skipped: result.skipped }
}

async function askEngine(
  work: FanOut,
  asked: AskedEngine,
  halt: AbortController,
  result: { calls: number; outOfBudget: boolean; skipped: Map<EngineName, string> },
): Promise<void> {
  const name = asked.engine.name
  const { survey } = work
  const engineHalt = new AbortController()
  const onHalt = () => engineHalt.abort()
  halt.signal.addEventListener('abort', onHalt)
  if (halt.signal.aborted) onHalt()
  const scope: CellScope = {
    ...work,
    ...asked,
    halt: engineHalt.signal,
    sent: () => {
      result.calls += 1
    },
  }

  const faults: unknown[] = []
  const underWay = new Set<Promise<void>>()
  const settle = (outcome: Asked) => {
    if (outcome.kind === 'stored') work.progress?.(name, 'stored')
    if (outcome.kind === 'outOfBudget') {
      // Another engine's calls may be cheaper.
      result.outOfBudget = true
      engineHalt.abort()
    }
    if (outcome.kind === 'engineStopped') {
      result.skipped.set(name, outcome.reason)
      engineHalt.abort()
    }
  }
  const start = (cell: OpenCell) => {
    const asking = {
      question: survey.questions[cell.question] ?? '',
      category: survey.category,
      tag: `${survey.id}/q${cell.question}/r${cell.run}`,
      ...(survey.product !== undefined && { product: survey.product }),
    }
    const running: Promise<void> = asked.lane
      .run(() => askCell(scope, cell, asking))
      .then(settle, (fault: unknown) => {
        faults.push(fault)
        halt.abort()
      })
      .finally(() => underWay.delete(running))
    underWay.add(running)
  }

  const startAll = async () => {
    let after: OpenCell | undefined
    while (!engineHalt.signal.aborted) {
      const page = await openCells(work.db, { surveyId: survey.id, engine: name, retryEnded: work.retryEnded, after })
      if (page.length === 0) break
      for (const cell of page) {
        await asked.lane.room()
        if (engineHalt.signal.aborted) break
        start(cell)
      }
      after = page.at(-1)
    }
  }
  await startAll().catch((fault: unknown) => {
    faults.push(fault)
    halt.abort()
  })
  await Promise.all(underWay)
  await asked.lane.settled()
  halt.signal.removeEventListener('abort', onHalt)
  if (faults.length > 0) throw faults[0]

  const reason = result.skipped.get(name)
  if (reason === undefined) return
  await skipCells(work.db, work.lease, survey.id, name, reason, work.clock.now())
  work.progress?.(name, 'stopped')
}
