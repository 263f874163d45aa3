import { isAway } from '../store/driver/faults.ts'
import type { Clock } from './clock.ts'

/** A store that stays locked, full or away is waited for, for ten minutes and more: what is written was paid for. */
const AWAY_MS = 1_000
const AWAY_AT_MOST = 600
const NEVER = new AbortController().signal

/**
 * Does a write that may be done twice, and does it again each second as long as the store is away and the fault is worth
 * the wait, for ten minutes and more. Throws the fault that ended it.
 */
export async function waitOut<Result>(
  clock: Pick<Clock, 'sleep'>,
  write: () => Promise<Result>,
  isWorthIt: (fault: unknown) => boolean = () => true,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await write()
    } catch (fault) {
      if (!isAway(fault) || attempt >= AWAY_AT_MOST || !isWorthIt(fault)) throw fault
      await clock.sleep(AWAY_MS, NEVER)
    }
  }
}
