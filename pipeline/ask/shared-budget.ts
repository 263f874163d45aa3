import type { Lease } from '../store/driver/leases.ts'
import type { Store } from '../store/driver/open.ts'
import type { MoneyState, SettledCalls } from '../store/ranking/batch-money.ts'
import { bookCalls, closeReservations, openReservation } from '../store/ranking/batch-money.ts'
import { waitOut } from './away.ts'
import type { Budget, Reservation } from './budget.ts'
import { queueDearestFirst } from './budget.ts'
import type { Clock } from './clock.ts'

const NANO = 1e9
/** How often room is looked for while other processes' calls may still give money back, in ms. */
const WAIT_MS = 200
const NEVER = new AbortController().signal

/** The money of a batch, as one of the processes that work on it has it. */
export interface SharedBudget extends Budget {
  /** Books all that came back and ends it. */
  close(): Promise<void>
}

interface Waiting {
  /** In billionths of a USD. */
  readonly worst: number
  grant(reservation: Reservation | null): void
  fail(fault: unknown): void
}

/**
 * The budget of a batch as a row that all processes share: the worst case of each call is set aside there before it is sent,
 * and what a killed process had set aside counts as spent. What many lanes bring in one turn is one transaction. `counts`
 * is whether its calls are engines' calls. `stopped` is told when the batch is found stopped.
 */
export async function openSharedBudget(
  { db, clock }: { readonly db: Store; readonly clock: Clock },
  lease: Lease,
  batchId: string,
  { counts, stopped }: { readonly counts: boolean; stopped?(): void },
): Promise<SharedBudget> {
  await openReservation(db, batchId, lease)
  const waiting: Waiting[] = []
  let settled = nothing()
  let step = 0
  let pumping: Promise<void> | undefined
  let known: MoneyState = { granted: 0, spent: 0, uncertain: 0, underWay: 0, stopped: false }

  function book(wanted: readonly number[], booked: SettledCalls): Promise<MoneyState> {
    step += 1
    const once = { step, settled: booked, wanted }
    return waitOut(clock, () => bookCalls(db, batchId, lease.holder, once))
  }

  function answer(wait: Waiting, given: Reservation | null): void {
    waiting.splice(waiting.indexOf(wait), 1)
    wait.grant(given)
  }

  async function pump(): Promise<void> {
    while (waiting.length > 0 || settled.ended > 0) {
      const booked = settled
      settled = nothing()
      // More may come meanwhile, in front of these too.
      const asked = [...waiting]
      known = await book(
        asked.map(({ worst }) => worst),
        booked,
      )
      for (const wait of asked.slice(0, known.granted)) answer(wait, reservation(wait.worst))
      const refused = asked.slice(known.granted)
      if (known.stopped) {
        stopped?.()
        for (const wait of refused) answer(wait, null)
      } else if (refused[0] !== undefined && known.underWay === 0) {
        // The dearest; the next one may fit.
        answer(refused[0], null)
      } else if (refused.length > 0) {
        await closeReservations(db, batchId, { deadAt: clock.now() })
        await clock.sleep(WAIT_MS, NEVER)
      }
    }
  }

  function run(): void {
    pumping ??= new Promise<void>((resolve) => setImmediate(resolve))
      .then(pump)
      .catch((fault: unknown) => {
        // No call may be sent without its worst case set aside; what was set aside stays so, as if it were spent.
        for (const { fail } of waiting.splice(0)) fail(fault)
        settled = nothing()
      })
      .finally(() => {
        pumping = undefined
        if (waiting.length > 0 || settled.ended > 0) run()
      })
  }

  function reservation(nano: number): Reservation {
    const end = (calls: number, spent: number, uncertain: number) => {
      settled = {
        spent: settled.spent + spent,
        uncertain: settled.uncertain + uncertain,
        released: settled.released + nano,
        ended: settled.ended + 1,
        calls: settled.calls + calls,
      }
      run()
    }
    return {
      settle: (cost) =>
        cost === 'unknown' ? end(counts ? 1 : 0, 0, nano) : end(counts ? 1 : 0, Math.round(cost * NANO), 0),
      release: () => end(0, 0, 0),
    }
  }

  return {
    reserve: (worstUsd) =>
      new Promise((grant, fail) => {
        queueDearestFirst(waiting, { worst: Math.ceil(worstUsd * NANO), grant, fail })
        run()
      }),
    get spentUsd() {
      return known.spent / NANO
    },
    get uncertainUsd() {
      return known.uncertain / NANO
    },
    close: async () => {
      while (pumping !== undefined) await pumping
      await closeReservations(db, batchId, { holder: lease.holder })
    },
  }
}

function nothing(): SettledCalls {
  return { spent: 0, uncertain: 0, released: 0, ended: 0, calls: 0 }
}
