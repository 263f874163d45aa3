import type { Store } from '../driver/open.ts'
import { isPostgres } from '../driver/schema.ts'

/** Counts one more under a name in the window of time that began then (epoch ms), and resolves with the count. */
export type CountInWindow = (name: string, startsAt: number) => Promise<number>

/**
 * A counter for windows that follow each other. On PostgreSQL the processes that share the store count together; SQLite's
 * one server counts in memory, and keeps the present window alone.
 */
export function windowCounter(db: Store): CountInWindow {
  return isPostgres(db) ? countInRows(db) : countInMemory()
}

function countInMemory(): CountInWindow {
  let present = Number.NaN
  const counts = new Map<string, number>()
  return async (name, startsAt) => {
    if (startsAt !== present) counts.clear()
    present = startsAt
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    return count
  }
}

function countInRows(db: Store): CountInWindow {
  let present = Number.NaN
  return async (name, startsAt) => {
    const { count } = await db
      .insertInto('windows')
      .values({ name, starts_at: startsAt, count: 1 })
      .onConflict((conflict) =>
        conflict.columns(['name', 'starts_at']).doUpdateSet((eb) => ({ count: eb('windows.count', '+', 1) })),
      )
      .returning('count')
      .executeTakeFirstOrThrow()
    if (startsAt !== present) {
      // A process whose clock is behind still counts in the window before.
      const before = present
      present = startsAt
      if (before < startsAt) await db.deleteFrom('windows').where('starts_at', '<', before).execute()
    }
    return count
  }
}
