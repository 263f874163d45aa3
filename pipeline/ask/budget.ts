import type { Lease } from '../store/driver/leases.ts'
import type { Store } from '../store/driver/open.ts'
import {
  bookCalls,
  countFitting,
  type EndedCall,
  type MoneyState,
  type MoneyStep,
  type WantedCall,
  writeOffDead,
} from '../store/ranking/money.ts'
import { type Outage, waitOut } from './away.ts'
import type { Clock } from './clock.ts'

const NANO = 1e9
/** How often to check whether other processes' calls have returned money, in ms. */
const WAIT_MS = 200

/** A call's worst case, reserved before it is sent; settle or release it exactly once. */
export interface Reservation {
  /** The actual cost in USD, or 'unknown' if the call may have been billed; then its worst case counts. */
  settle(cost: number | 'unknown'): void
  /** Gives the money back, because the call was not sent. */
  release(): void
}

/** One invocation's budget, in USD; a call is sent only when its worst case fits. */
export interface Budget {
  /**
   * Waits while calls in flight may still return money; null when the worst case doesn't fit even then. Large calls come
   * first, so that small ones don't use up their room.
   */
  reserve(worstUsd: number): Promise<Reservation | null>
  /** What this process has certainly spent. */
  readonly spentUsd: number
  /** The most that calls with an unknown cost may have added. */
  readonly uncertainUsd: number
}

interface SharedBudget extends Budget {
  /** Resolves once all ended calls are booked. */
  flush(): Promise<void>
}

/** A budget for this process, by default without a limit. */
export function createBudget(limitUsd?: number): Budget {
  const limit = limitUsd === undefined ? Number.MAX_SAFE_INTEGER : toNano(limitUsd)
  const underWay = new Map<number, number>()
  let used = 0
  const book = async ({ ended, wanted }: MoneyStep): Promise<MoneyState> => {
    for (const { id, spent, uncertain } of ended) {
      used += spent + uncertain
      underWay.delete(id)
    }
    const reserved = underWay.values().reduce((sum, worst) => sum + worst, 0)
    const granted = countFitting(limit - used - reserved, wanted)
    for (const { id, worst } of wanted.slice(0, granted)) underWay.set(id, worst)
    return { granted, underWay: underWay.size, stopped: false }
  }
  return budgetOf(book, {})
}

/**
 * A batch's budget, shared by processes through a row of the store. `counts` says whether its calls are engines' calls;
 * `stopped` is called when the batch was stopped.
 */
export function openBatchBudget(
  scope: { readonly db: Store; readonly clock: Clock; readonly outage?: Outage | undefined },
  lease: Lease,
  batchId: string,
  hooks: { readonly counts: boolean; stopped?(): void },
): SharedBudget {
  const { db, clock } = scope
  const book = (step: MoneyStep) => waitOut(scope, () => bookCalls(db, batchId, lease, step))
  const pause = async () => {
    await clock.sleep(WAIT_MS)
    await waitOut(scope, () => writeOffDead(db, batchId, clock.now()))
  }
  return budgetOf(book, { ...hooks, pause })
}

export function toNano(usd: number): number {
  return Math.round(usd * NANO)
}

export function toUsd(nano: number): number {
  return nano / NANO
}

interface Waiting extends WantedCall {
  grant(reservation: Reservation | null): void
  fail(fault: unknown): void
}

/** A budget on top of `book`, which gets all requests of one turn as one step; `pause` waits for other processes. */
function budgetOf(
  book: (step: MoneyStep) => Promise<MoneyState>,
  { counts = true, stopped, pause }: { counts?: boolean; stopped?(): void; pause?(): Promise<void> },
): SharedBudget {
  /** The most expensive first, equal ones in order of arrival. */
  const waiting: Waiting[] = []
  let ended: EndedCall[] = []
  let ids = 0
  let [spent, uncertain] = [0, 0]
  let pumping: Promise<void> | undefined
  let settled = Promise.withResolvers<void>()

  function answer(wait: Waiting, reservation: Reservation | null): void {
    waiting.splice(waiting.indexOf(wait), 1)
    wait.grant(reservation)
  }

  async function pump(): Promise<void> {
    while (waiting.length > 0 || ended.length > 0) {
      // Other calls may be added meanwhile, also in front of these.
      const wanted = [...waiting]
      const booked = ended
      ended = []
      settled = Promise.withResolvers()
      const state = await book({ ended: booked, wanted: wanted.map(({ id, worst }) => ({ id, worst })) })
      for (const wait of wanted.slice(0, state.granted)) answer(wait, reservation(wait))
      const left = wanted.slice(state.granted)
      if (state.stopped) {
        stopped?.()
        for (const wait of left) answer(wait, null)
      } else if (left[0] !== undefined && state.underWay === 0) {
        // The next one is cheaper and may fit.
        answer(left[0], null)
      } else if (left.length > 0) {
        await Promise.race([settled.promise, ...(pause === undefined ? [] : [pause()])])
      }
    }
  }

  function run(): void {
    pumping ??= new Promise<void>((resolve) => setImmediate(resolve))
      .then(pump)
      .catch((fault: unknown) => {
        // No call may be sent without a reservation; existing reservations stay, as if they were spent.
        for (const { fail } of waiting.splice(0)) fail(fault)
        ended = []
      })
      .finally(() => {
        pumping = undefined
        if (waiting.length > 0 || ended.length > 0) run()
      })
  }

  function reservation({ id, worst }: WantedCall): Reservation {
    const end = (call: Omit<EndedCall, 'id'>) => {
      spent += call.spent
      uncertain += call.uncertain
      ended.push({ id, ...call })
      settled.resolve()
      run()
    }
    return {
      settle: (cost) =>
        end(
          cost === 'unknown' ? { spent: 0, uncertain: worst, counts } : { spent: toNano(cost), uncertain: 0, counts },
        ),
      release: () => end({ spent: 0, uncertain: 0, counts: false }),
    }
  }

  return {
    reserve: (worstUsd) =>
      new Promise((grant, fail) => {
        const wait = { id: ++ids, worst: toNano(worstUsd), grant, fail }
        const behind = waiting.findIndex(({ worst }) => worst < wait.worst)
        waiting.splice(behind === -1 ? waiting.length : behind, 0, wait)
        run()
      }),
    get spentUsd() {
      return toUsd(spent)
    },
    get uncertainUsd() {
      return toUsd(uncertain)
    },
    flush: async () => {
      while (pumping !== undefined) await pumping
    },
  }
}
