import { EngineError } from '../engines/error.ts'
import type { Budget } from './budget.ts'
import type { Lane } from './lane.ts'
import type { Start } from './pace.ts'
import type { Process } from './process.ts'
import { afterError, mayBeBilled, newTries, outcomeOf } from './retry.ts'

/** Why a call has no result; `rejected` means that no call to this vendor can succeed. */
export type NoResult = 'failed' | 'rejected' | 'outOfBudget' | 'stopped'

/** Makes a scribe's call with the same budget and retries as a cell; run it in its lane. Throws what isn't an EngineError. */
export async function boundedCall<Result extends { readonly costUsd: number }>(
  call: (signal: AbortSignal) => Promise<Result>,
  { lane, worstUsd }: { readonly lane: Lane; readonly worstUsd: number },
  { clock, random, stop, cut }: Process,
  budget: Budget,
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
    const next = await send(start).finally(() => start.ended('unknown'))
    await lane.settled()
    if (typeof next !== 'number') return next
    await clock.sleep(next, stop)
  }
}

/** Whether a failed call may cost money: a call the vendor refused doesn't, one that was cut or returned nonsense may. */
function mayHaveCost(fault: unknown): boolean {
  return !(fault instanceof EngineError) || mayBeBilled(fault) || fault.status === 200
}
