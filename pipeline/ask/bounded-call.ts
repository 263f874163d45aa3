import { EngineError } from '../engines/error.ts'
import type { Budget } from './budget.ts'
import type { Clock } from './clock.ts'
import { afterError, mayBeBilled, newTries } from './retry.ts'

export interface CallBounds {
  readonly budget: Budget
  readonly worstUsd: number
  readonly clock: Clock
  readonly random: () => number
  readonly stop: AbortSignal
  readonly cut: AbortSignal
}

/**
 * A call outside the cells (the scribe's), under the same budget and retries. Returns what it gave, or why there is
 * nothing: it failed for good, its worst case doesn't fit the budget, or the run was told to stop.
 */
export async function boundedCall<Result extends { readonly costUsd: number }>(
  call: (signal: AbortSignal) => Promise<Result>,
  { budget, worstUsd, clock, random, stop, cut }: CallBounds,
): Promise<Result | 'failed' | 'outOfBudget' | 'stopped'> {
  const tries = newTries()
  for (;;) {
    if (stop.aborted) return 'stopped'
    const reservation = await budget.reserve(worstUsd)
    if (reservation === null) return 'outOfBudget'
    try {
      const result = await call(cut)
      reservation.settle(result.costUsd)
      return result
    } catch (fault) {
      reservation.settle(mayHaveCost(fault) ? 'unknown' : 0)
      if (cut.aborted) return 'stopped'
      if (!(fault instanceof EngineError)) return 'failed'
      const next = afterError(fault, tries, random)
      if (next.kind !== 'again') return 'failed'
      await clock.sleep(next.delayMs, stop)
    }
  }
}

/** A call that was cut off, or that came back and was of no use; what the vendor refused outright costs nothing. */
function mayHaveCost(fault: unknown): boolean {
  return !(fault instanceof EngineError) || mayBeBilled(fault) || fault.status === 200
}
