import { sql } from 'kysely'
import { inject, onTestFinished } from 'vitest'
import { systemClock } from '../../../pipeline/ask/clock.ts'
import { embeddedQueue } from '../../../pipeline/queue/embedded.ts'
import { openQueue } from '../../../pipeline/queue/open.ts'
import type { Queue, QueueClock } from '../../../pipeline/queue/queue.ts'
import type { Store } from '../../../pipeline/store/driver/open.ts'
import { isPostgres } from '../../../pipeline/store/driver/schema.ts'
import { databaseAddress } from './postgres-databases.ts'

const opened = new WeakMap<Store, Promise<Queue>>()

/** The queue of a test's store, opened once it is needed and closed after the test. `address` is that of another server. */
export function testQueue(db: Store, clock: QueueClock = systemClock, address?: string): Queue {
  if (!isPostgres(db)) return embeddedQueue(db, clock)
  const queue = () => opening(db, address)
  return {
    pollMs: 500,
    enqueueReport: async (...job) => (await queue()).enqueueReport(...job),
    claimReports: async (...wanted) => (await queue()).claimReports(...wanted),
    enqueueCategories: async (...jobs) => (await queue()).enqueueCategories(...jobs),
    claimCategories: async (...wanted) => (await queue()).claimCategories(...wanted),
    close: async () => {},
  }
}

function opening(db: Store, address?: string): Promise<Queue> {
  const known = opened.get(db) ?? open(db, address)
  opened.set(db, known)
  return known
}

/** The same, opened at once: where it is first needed within a transaction, there may be no connection left to open it. */
export async function openTestQueue(db: Store, clock: QueueClock = systemClock, address?: string): Promise<Queue> {
  const queue = testQueue(db, clock, address)
  if (isPostgres(db)) await opening(db, address)
  return queue
}

async function open(db: Store, address?: string): Promise<Queue> {
  const at = address ?? (await addressOf(db))
  const queue = await openQueue(db, at, { clock: systemClock, fault: () => {} })
  onTestFinished(() => queue.close())
  return queue
}

async function addressOf(db: Store): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
  return databaseAddress(inject('postgres')?.address ?? '', rows[0]?.name ?? '')
}
