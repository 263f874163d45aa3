import { isAway } from '../store/faults.ts'
import type { JournalEntry } from '../store/journal.ts'
import { commitJournal } from '../store/journal.ts'
import type { Lease } from '../store/leases.ts'
import type { Store } from '../store/open.ts'
import type { Clock } from './clock.ts'

/** Writes a cell's step; resolves when it is durable, rejects with LeaseLost when this process may not write any more. */
export type Journal = (entry: JournalEntry) => Promise<void>

/** A store that stays locked or away is waited for, for ten minutes and more: answers are in hand. */
const AWAY_MS = 1_000
const AWAY_AT_MOST = 600
const NEVER = new AbortController().signal

/**
 * A journal with group commit: what all lanes bring in one turn of the event loop is one transaction, so that a call
 * costs three durable steps and a fraction of an fsync each.
 */
export function createJournal(db: Store, lease: Lease, clock: Clock): Journal {
  let waiting: { entry: JournalEntry; resolve(): void; reject(fault: unknown): void }[] = []
  let committing = false

  async function commit(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      try {
        await commitPatiently(batch.map((each) => each.entry))
        for (const each of batch) each.resolve()
      } catch (fault) {
        for (const each of batch) each.reject(fault)
      }
    }
    committing = false
  }

  async function commitPatiently(entries: readonly JournalEntry[]): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await commitJournal(db, lease, entries, clock.now())
      } catch (fault) {
        if (!isAway(fault) || attempt >= AWAY_AT_MOST) throw fault
        await clock.sleep(AWAY_MS, NEVER)
      }
    }
  }

  return (entry) =>
    new Promise((resolve, reject) => {
      waiting.push({ entry, resolve, reject })
      if (committing) return
      committing = true
      setImmediate(commit)
    })
}
