import type { Store } from '../driver/open.ts'
import { isPostgres } from '../driver/schema.ts'

/** Adds one to a name's count in the window that starts then (epoch ms), and returns the count. */
export type CountInWindow = (name: string, startsAt: number) => Promise<number>

/**
 * A counter for consecutive time windows. On PostgreSQL all processes share the counts; with SQLite there is one server,
 * which keeps the current window in memory.
 */
export function windowCounter(db: Store): CountInWindow {
  return isPostgres(db) ? countInRows(db) : countInMemory()
}

function countInMemory(): CountInWindow {
  let current = Number.NaN
  const counts = new Map<string, number>()
  return async (name, startsAt) => {
    if (startsAt !== current) counts.clear()
    current = startsAt
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    return count
  }
}

function countInRows(db: Store): CountInWindow {
  let current = Number.NaN
  return async (name, startsAt) => {
    const { count } = await db
      .insertInto('windows')
      .values({ name, starts_at: startsAt, count: 1 })
      .onConflict((conflict) =>
        conflict.columns(['name', 'starts_at']).doUpdateSet((eb) => ({ count: eb('windows.count', '+', 1) })),
      )
      .returning('count')
      .executeTakeFirstOrThrow()
    if (startsAt !== current) {
      // A process with a slow clock still counts in the previous window.
      const previous = current
      current = startsAt
      if (previous < startsAt) await db.deleteFrom('windows').where('starts_at', '<', previous).execute()
    }
    return count
  }
}
