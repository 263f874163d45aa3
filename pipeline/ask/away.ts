import { isAway, isFull, isLocked } from '../store/driver/faults.ts'
import type { Clock } from './clock.ts'

/** Waits at least ten minutes for a locked, full or unreachable store, because the writes hold paid answers. */
const RETRY_MS = 1_000
const MAX_TRIES = 600

/** A write waiting for the store; `answers` is the number of paid answers it holds. */
interface Writer {
  answers(): number
}

/** An outage of the store, shared by a process's writers, so that it and the lost answers are announced once. */
export interface Outage {
  /** Aborts when the process stops waiting for the store. */
  readonly giveUp: AbortSignal
  /** A write failed and will be retried; `again` from the second failure, which is announced. */
  waits(writer: Writer, fault: unknown, again: boolean): void
  /** A waiting write succeeded or was given up. */
  ended(writer: Writer, end: 'done' | 'lost'): void
}

export interface Waiting {
  readonly clock: Pick<Clock, 'sleep'>
  readonly outage?: Outage | undefined
}

/** Which errors to wait for, by default all; and how many paid answers wait, by default none. */
interface WaitOptions {
  isWorthIt?(fault: unknown): boolean
  answers?(): number
}

/**
 * Runs an idempotent write, and repeats it each second while the store is away, for at least ten minutes. Throws the last
 * error if the store doesn't come back, the process gives up, or the error is not worth waiting for.
 */
export async function waitOut<Result>(
  { clock, outage }: Waiting,
  write: () => Promise<Result>,
  { isWorthIt = () => true, answers = () => 0 }: WaitOptions = {},
): Promise<Result> {
  const writer = { answers }
  for (let attempt = 1; ; attempt += 1) {
    try {
      const result = await write()
      outage?.ended(writer, 'done')
      return result
    } catch (fault) {
      const waits = isAway(fault) && isWorthIt(fault)
      if (waits) outage?.waits(writer, fault, attempt > 1)
      if (!waits || attempt >= MAX_TRIES || outage?.giveUp.aborted) {
        outage?.ended(writer, 'lost')
        throw fault
      }
      await clock.sleep(RETRY_MS, outage?.giveUp)
    }
  }
}

/** Creates an outage; `tell` gets a sentence without its full stop and the number of paid answers held or lost. */
export function createOutage(giveUp: AbortSignal, tell: (sentence: string, answers: number) => void): Outage {
  const writers = new Set<Writer>()
  let [announced, lost] = [false, false]
  const held = () => writers.values().reduce((sum, { answers }) => sum + answers(), 0)
  return {
    giveUp,
    waits(writer, fault, again) {
      writers.add(writer)
      if (!again || announced) return
      announced = true
      tell(waitingFor(fault), held())
    },
    ended(writer, end) {
      const answers = held()
      if (writers.delete(writer) && end === 'lost' && !lost && answers > 0) {
        lost = true
        tell('Gave up waiting; paid answers are lost, and the next run counts them as unknown', answers)
      }
      if (writers.size === 0) announced = false
    },
  }
}

function waitingFor(fault: unknown): string {
  if (isFull(fault)) return 'The disk of the store is full; waiting until there is room'
  if (isLocked(fault)) return 'Another process is using the store; waiting until it is done'
  return "The store's server can't be reached or takes no writes; waiting until it is back"
}
