import { sql } from 'kysely'
import { inject, onTestFinished } from 'vitest'
import { embeddedQueue } from '../../pipeline/queue/embedded.ts'
import { openQueue } from '../../pipeline/queue/open.ts'
import type { Queue } from '../../pipeline/queue/queue.ts'
import { isPostgres } from '../../pipeline/store/kind.ts'
import type { Store } from '../../pipeline/store/open.ts'
import { databaseAddress } from './postgres-databases.ts'

const opened = new WeakMap<Store, Promise<Queue>>()

/** The queue of a test's store, opened once it is needed and closed after the test. `address` is that of another server. */
export function testQueue(db: Store, now: () => number = Date.now, address?: string): Queue {
  if (!isPostgres(db)) return embeddedQueue(db, now)
  const queue = () => opening(db, address)
  const categories = async () => {
    const opened = (await queue()).categories
    if (opened === undefined) throw new TypeError('on PostgreSQL categories are queued')
    return opened
  }
  return {
    pollMs: 500,
    enqueueReport: async (...job) => (await queue()).enqueueReport(...job),
    claimReports: async (...wanted) => (await queue()).claimReports(...wanted),
    categories: {
      open: async (...needs) => (await categories()).open(...needs),
      enqueue: async (...jobs) => (await categories()).enqueue(...jobs),
      claim: async (...needs) => (await categories()).claim(...needs),
    },
    close: async () => {},
  }
}

function opening(db: Store, address?: string): Promise<Queue> {
  const known = opened.get(db) ?? open(db, address)
  opened.set(db, known)
  return known
}

/** The same, opened at once: where it is first needed within a transaction, there may be no connection left to open it. */
export async function openTestQueue(db: Store, now: () => number = Date.now, address?: string): Promise<Queue> {
  const queue = testQueue(db, now, address)
  if (isPostgres(db)) await opening(db, address)
  return queue
}

async function open(db: Store, address?: string): Promise<Queue> {
  const at = address ?? (await addressOf(db))
  const queue = await openQueue(db, at, { now: Date.now, fault: () => {} })
  onTestFinished(() => queue.close())
  return queue
}

async function addressOf(db: Store): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
  return databaseAddress(inject('postgres')?.address ?? '', rows[0]?.name ?? '')
}
