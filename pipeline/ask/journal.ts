import { isFull } from '../store/driver/faults.ts'
import type { Lease } from '../store/driver/leases.ts'
import type { Store } from '../store/driver/open.ts'
import { commitJournal, type JournalEntry } from '../store/survey/journal.ts'
import { type Outage, waitOut } from './away.ts'
import type { Clock } from './clock.ts'

/** Writes a cell's step; resolves once it is durable, rejects with LeaseLost. */
export type Journal = (entry: JournalEntry) => Promise<void>

interface Waiting {
  readonly entry: JournalEntry
  resolve(): void
  reject(fault: unknown): void
}

/** A journal with group commit: all steps of one turn of the event loop share a transaction, and so its fsync. */
export function createJournal(db: Store, lease: Lease, clock: Clock, outage?: Outage): Journal {
  let waiting: Waiting[] = []
  let committing = false

  async function commit(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      await commitPatiently(batch)
    }
    committing = false
  }

  async function commitPatiently(batch: readonly Waiting[]): Promise<void> {
    let held = batch
    const write = () => {
      const entries = held.map((each) => each.entry)
      return commitJournal(db, lease, entries, clock.now())
    }
    // With a full disk no call is sent, and received replies are held until there is room.
    const isWorthIt = (fault: unknown) => {
      if (!isFull(fault)) return true
      for (const each of held) if (each.entry.step === 'sent') each.reject(fault)
      held = held.filter(({ entry }) => entry.step !== 'sent')
      return held.length > 0
    }
    const answers = () => [...held, ...waiting].filter(({ entry }) => entry.step === 'received').length
    try {
      await waitOut({ clock, outage }, write, { isWorthIt, answers })
      for (const each of held) each.resolve()
    } catch (fault) {
      for (const each of held) each.reject(fault)
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
