import { EngineError } from '../engines/error.ts'
import type { Budget } from './budget.ts'
import type { Lane } from './lane.ts'
import type { Start } from './pace.ts'
import type { Process } from './process.ts'
import { afterError, mayBeBilled, newTries, outcomeOf } from './retry.ts'

/** What a call outside the cells is sent with. */
export type Spending = Omit<Process, 'db'> & { readonly budget: Budget }

/**
 * Why a call outside the cells gave nothing: it failed for good, no other call to this vendor can succeed either, its
 * worst case does not fit the budget, or the run was told to stop.
 */
export type NoResult = 'failed' | 'rejected' | 'outOfBudget' | 'stopped'

/**
 * A call outside the cells (the scribe's), under the same budget and retries; to be run in its lane. Throws what is no
 * EngineError.
 */
export async function boundedCall<Result extends { readonly costUsd: number }>(
  call: (signal: AbortSignal) => Promise<Result>,
  { lane, worstUsd }: { readonly lane: Lane; readonly worstUsd: number },
  { budget, clock, random, stop, cut }: Spending,
): Promise<Result | NoResult> {
  const tries = newTries()
  const send = async (start: Start): Promise<Result | NoResult | number> => {
    const reservation = await budget.reserve(worstUsd)
    if (reservation === null) return 'outOfBudget'
    if (stop.aborted) {
      reservation.release()
      return 'stopped'
    }
    try {
      const result = await call(cut)
      start.ended('good')
      reservation.settle(result.costUsd)
      return result
    } catch (fault) {
      reservation.settle(mayHaveCost(fault) ? 'unknown' : 0)
      if (cut.aborted) return 'stopped'
      if (!(fault instanceof EngineError)) throw fault
      const next = afterError(fault, tries, random)
      start.ended(outcomeOf(fault, next))
      if (next.kind === 'stop') return 'rejected'
      return next.kind === 'failed' ? 'failed' : next.delayMs
    }
  }
  for (;;) {
    const start = await lane.start(stop)
    if (start === null) return 'stopped'
    const next = await send(start).finally(() => start.ended('failed'))
    await lane.settled()
    if (typeof next !== 'number') return next
    await clock.sleep(next, stop)
  }
}

/** A call that was cut off, or that came back and was of no use; what the vendor refused outright costs nothing. */
function mayHaveCost(fault: unknown): boolean {
  return !(fault instanceof EngineError) || mayBeBilled(fault) || fault.status === 200
}
