import { randomBytes } from 'node:crypto'
import type { Lease } from '../store/leases.ts'
import { freeLease, holdLease, takeLease } from '../store/leases.ts'
import type { Store } from '../store/open.ts'

const HEARTBEAT_MS = 4_000

/**
 * Does the work while this process holds the lease of this name, prolongs it meanwhile and frees it after. Returns what
 * the work gave; or the ms until the present holder's lease runs out, and then nothing was done.
 */
export async function withLease<Result>(
  { db, clock }: { readonly db: Store; readonly clock: { now(): number } },
  name: string,
  work: (lease: Lease) => Promise<Result>,
): Promise<{ readonly result: Result } | { readonly heldForMs: number }> {
  const lease: Lease = { name, holder: randomBytes(16).toString('hex') }
  const taken = await takeLease(db, lease, clock.now())
  if ('heldForMs' in taken) return taken
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
