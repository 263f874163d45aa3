import { isAway, isFull } from '../store/faults.ts'
import type { JournalEntry } from '../store/journal.ts'
import { commitJournal } from '../store/journal.ts'
import type { Lease } from '../store/leases.ts'
import type { Store } from '../store/open.ts'
import type { Clock } from './clock.ts'

/** Writes a cell's step; resolves when it is durable, rejects with LeaseLost when this process may not write any more. */
export type Journal = (entry: JournalEntry) => Promise<void>

/** A store that stays locked, full or away is waited for, for ten minutes and more: answers are in hand. */
const AWAY_MS = 1_000
const AWAY_AT_MOST = 600
const NEVER = new AbortController().signal

interface Waiting {
  readonly entry: JournalEntry
  resolve(): void
  reject(fault: unknown): void
}

/**
 * A journal with group commit: what all lanes bring in one turn of the event loop is one transaction, so that a call
 * costs three durable steps and a fraction of an fsync each.
 */
export function createJournal(db: Store, lease: Lease, clock: Clock): Journal {
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
    for (let attempt = 1; held.length > 0; attempt += 1) {
      try {
        const entries = held.map((each) => each.entry)
        await commitJournal(db, lease, entries, clock.now())
        for (const each of held) each.resolve()
        return
      } catch (fault) {
        const over = !isAway(fault) || attempt >= AWAY_AT_MOST
        // With a full disk no call is sent, and what came is held until there is room.
        const kept = held.filter(({ entry }) => !over && !(isFull(fault) && entry.step === 'sent'))
        for (const each of held) if (!kept.includes(each)) each.reject(fault)
        held = kept
        if (held.length > 0) await clock.sleep(AWAY_MS, NEVER)
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
