import { isAway, isFull, isLocked } from '../store/driver/faults.ts'
import type { Clock } from './clock.ts'

/** A store that stays locked, full or away is waited for, for ten minutes and more: what is written was paid for. */
const AWAY_MS = 1_000
const AWAY_AT_MOST = 600
const NEVER = new AbortController().signal

/** A write that waits for the store, with the number of paid answers that it holds. */
interface Writer {
  answers(): number
}

/** A store that is away, as all writers of a process see it: it is announced once, and what is lost is counted once. */
export interface Outage {
  /** Aborts when the store is not to be waited for any longer. */
  readonly giveUp: AbortSignal
  /** A write failed and is tried again; one that fails `again` is worth announcing. */
  waits(writer: Writer, fault: unknown, again: boolean): void
  /** A write that waited is done, or given up. */
  ended(writer: Writer, end: 'done' | 'lost'): void
}

/** What the store is waited for with. */
export interface Waiting {
  readonly clock: Pick<Clock, 'sleep'>
  readonly outage?: Outage | undefined
}

/** Which faults are worth the wait, all when left out; and how many paid answers wait, none when left out. */
interface Held {
  isWorthIt?(fault: unknown): boolean
  answers?(): number
}

/**
 * Does a write that may be done twice, and does it again each second as long as the store is away, the fault is worth
 * the wait and nobody gives up, for ten minutes and more. Throws the fault that ended it.
 */
export async function waitOut<Result>(
  { clock, outage }: Waiting,
  write: () => Promise<Result>,
  { isWorthIt = () => true, answers = () => 0 }: Held = {},
): Promise<Result> {
  const giveUp = outage?.giveUp ?? NEVER
  const writer = { answers }
  for (let attempt = 1; ; attempt += 1) {
    try {
      const result = await write()
      outage?.ended(writer, 'done')
      return result
    } catch (fault) {
      const waits = isAway(fault) && isWorthIt(fault)
      if (waits) outage?.waits(writer, fault, attempt > 1)
      if (!waits || attempt >= AWAY_AT_MOST || giveUp.aborted) {
        outage?.ended(writer, 'lost')
        throw fault
      }
      await clock.sleep(AWAY_MS, giveUp)
    }
  }
}

/** An outage that `tell`s a sentence without its full stop, and how many paid answers are held or lost. */
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
  if (isLocked(fault)) return 'Another process holds the store; waiting until it is done'
  return "The store's server can't be reached or takes no writes; waiting until it is back"
}
