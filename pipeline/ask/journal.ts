import type { JournalEntry } from '../store/journal.ts'
import { commitJournal } from '../store/journal.ts'
import type { Lease } from '../store/leases.ts'
import type { Store } from '../store/open.ts'

/** Writes a cell's step; resolves when it is durable, rejects with LeaseLost when this process may not write any more. */
export type Journal = (entry: JournalEntry) => Promise<void>

/**
 * A journal with group commit: what all lanes bring in one turn of the event loop is one transaction, so that a call
 * costs three durable steps and a fraction of an fsync each.
 */
export function createJournal(db: Store, lease: Lease, now: () => number): Journal {
  let waiting: { entry: JournalEntry; resolve(): void; reject(fault: unknown): void }[] = []
  let committing = false

  async function commit(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      try {
        await commitJournal(
          db,
          lease,
          batch.map((each) => each.entry),
          now(),
        )
        for (const each of batch) each.resolve()
      } catch (fault) {
        for (const each of batch) each.reject(fault)
      }
    }
    committing = false
  }

  return (entry) =>
    new Promise((resolve, reject) => {
      waiting.push({ entry, resolve, reject })
      if (committing) return
      committing = true
      setImmediate(commit)
    })
}
