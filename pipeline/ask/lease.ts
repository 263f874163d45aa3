import { randomBytes } from 'node:crypto'
import type { Lease } from '../store/driver/leases.ts'
import { findLease, freeLease, holdLease, looksFree, seizeLease, takeLease } from '../store/driver/leases.ts'
import type { Process } from './process.ts'

const HEARTBEAT_MS = 4_000
/** For how long a lease that has run out is watched, and how often it is looked at: its holder prolongs it thrice in that time. */
const LOOKS = 12
const LOOK_MS = 1_000
const NEVER = new AbortController().signal

/** `stop` ends the wait for another's lease. */
type Taker = Pick<Process, 'db' | 'clock'> & Partial<Pick<Process, 'stop'>>

/** What was done under a lease; or the ms until another process's lease runs out, and then nothing was done. */
export type Held<Result> = { readonly result: Result } | { readonly heldForMs: number }

/**
 * Does the work while this process holds the lease of this name, prolongs it meanwhile and frees it after. Another's lease
 * that has run out is watched before it is taken: its holder may live, where the store was away or a clock was set.
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
    // A lost lease shows at the next write, which is fenced.
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

/** Takes the lease; or the ms until another's runs out. A look that finds the store away is a fault, and takes nothing. */
async function take({ db, clock, stop = NEVER }: Taker, lease: Lease): Promise<number | undefined> {
  const taken = await takeLease(db, lease, clock.now())
  if (!('expiresAt' in taken)) return undefined
  if (!looksFree(taken, clock.now())) return taken.expiresAt - clock.now()
  for (let look = 0; look < LOOKS; look += 1) {
    await clock.sleep(LOOK_MS, stop)
    if (stop.aborted) return 0
    const found = await findLease(db, lease.name)
    if (found === undefined) return take({ db, clock, stop }, lease)
    if (found.holder !== taken.holder || found.expiresAt !== taken.expiresAt)
      return Math.max(0, found.expiresAt - clock.now())
  }
  return (await seizeLease(db, lease, taken, clock.now())) ? undefined : 0
}
