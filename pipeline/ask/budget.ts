/** What one call may cost, set aside before it is sent; settle or release it exactly once. */
export interface Reservation {
  /** The actual cost in USD, or 'unknown' where the call was cut off and may have been billed: then the worst case stays set aside. */
  settle(cost: number | 'unknown'): void
  /** Gives it back: the call was not sent. */
  release(): void
}

/** The money of one invocation, in USD. The bound holds because a call is sent only when its worst case fits. */
export interface Budget {
  /**
   * Waits while calls under way may still give money back; null when the worst case does not fit with all of them settled,
   * and then never will again.
   */
  reserve(worstUsd: number): Promise<Reservation | null>
  /** What is known to be spent. */
  readonly spentUsd: number
  /** What calls that were cut off may have cost besides, at most. */
  readonly uncertainUsd: number
}

/** Puts a wait in its place: the dearest worst case first, which finds the least room later, and equal ones as they came. */
export function queueDearestFirst<Wait extends { readonly worst: number }>(waiting: Wait[], wait: Wait): void {
  const behind = waiting.findIndex(({ worst }) => worst < wait.worst)
  waiting.splice(behind === -1 ? waiting.length : behind, 0, wait)
}

/** A budget of so many USD, or without a bound. A large call isn't overtaken by small ones, which would use up its room. */
export function createBudget(limitUsd: number = Number.POSITIVE_INFINITY): Budget {
  let spent = 0
  let uncertain = 0
  let reserved = 0
  const waiting: { readonly worst: number; grant(reservation: Reservation | null): void }[] = []

  function grantWaiting(): void {
    for (let next = waiting[0]; next !== undefined; next = waiting[0]) {
      const fits = spent + uncertain + reserved + next.worst <= limitUsd
      if (!fits && reserved > 0) return
      waiting.shift()
      next.grant(fits ? reservation(next.worst) : null)
    }
  }

  function reservation(worst: number): Reservation {
    reserved += worst
    underWay += 1
    const settle: Reservation['settle'] = (cost) => {
      underWay -= 1
      reserved = underWay === 0 ? 0 : reserved - worst
      if (cost === 'unknown') uncertain += worst
      else spent += cost
      grantWaiting()
    }
    return { settle, release: () => settle(0) }
  }

  let underWay = 0
  return {
    reserve: (worst) =>
      new Promise((grant) => {
        queueDearestFirst(waiting, { worst, grant })
        grantWaiting()
      }),
    get spentUsd() {
      return spent
    },
    get uncertainUsd() {
      return uncertain
    },
  }
}
