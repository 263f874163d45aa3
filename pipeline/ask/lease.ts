import { randomBytes } from 'node:crypto'
import {
  findLease,
  freeLease,
  holdLease,
  type Lease,
  looksFree,
  seizeLease,
  takeLease,
} from '../store/driver/leases.ts'
import type { Process } from './process.ts'

const HEARTBEAT_MS = 4_000
/** How often an expired lease is looked at before it is taken; a live holder would renew it three times in that time. */
const LOOKS = 12
const LOOK_MS = 1_000

/** `stop` ends the wait for another process's lease. */
type Taker = Pick<Process, 'db' | 'clock'> & Partial<Pick<Process, 'stop'>>

/** The work's result; or the ms until another process's lease expires, and then the work was not done. */
export type Held<Result> = { readonly result: Result } | { readonly heldForMs: number }

/**
 * Does the work under the lease of this name, renewing it meanwhile. Another process's expired lease is watched before it
 * is taken, as its holder may live on after an outage of the store or a change of the clock.
 */
export async function withLease<Result>(
  scope: Taker,
  name: string,
  work: (lease: Lease) => Promise<Result>,
): Promise<Held<Result>> {
  const { db, clock } = scope
  const lease: Lease = { name, holder: randomBytes(16).toString('hex') }
  const heldForMs = await take(scope, lease)
  if (heldForMs !== undefined) return { heldForMs }
  const heartbeat = setInterval(() => {
    // A lost lease makes the next write fail.
    holdLease(db, lease, clock.now()).catch(() => {})
  }, HEARTBEAT_MS)
  heartbeat.unref()
  try {
    return { result: await work(lease) }
  } finally {
    clearInterval(heartbeat)
    await freeLease(db, lease)
  }
}

/** Takes the lease, or returns the ms until another's expires. Throws if the store is away. */
async function take(scope: Taker, lease: Lease): Promise<number | undefined> {
  const { db, clock, stop } = scope
  const taken = await takeLease(db, lease, clock.now())
  if (!('expiresAt' in taken)) return undefined
  if (!looksFree(taken, clock.now())) return taken.expiresAt - clock.now()
  for (let look = 0; look < LOOKS; look += 1) {
    await clock.sleep(LOOK_MS, stop)
    if (stop?.aborted) return 0
    const found = await findLease(db, lease.name)
    if (found === undefined) return take(scope, lease)
    if (found.holder !== taken.holder || found.expiresAt !== taken.expiresAt)
      return Math.max(0, found.expiresAt - clock.now())
  }
  return (await seizeLease(db, lease, taken, clock.now())) ? undefined : 0
}
