import type { Store } from './open.ts'

/** How long a lease lasts without a sign of life, in ms: after a kill it is free within this time. */
export const LEASE_MS = 20_000

/** A named right to work, held by one process until it expires; rows with a time, never process ids. */
export interface Lease {
  readonly name: string
  readonly holder: string
}

/** The lease was taken by somebody else; whoever gets this must stop writing. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'
}

/** Takes the lease and returns it, or the ms until a present holder's lease runs out. */
export async function takeLease(db: Store, lease: Lease, now: number): Promise<Lease | { heldForMs: number }> {
  const taken = await db
    .insertInto('leases')
    .values({ ...lease, expires_at: now + LEASE_MS })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ holder: lease.holder, expires_at: now + LEASE_MS })
        .where('leases.expires_at', '<=', now),
    )
    .executeTakeFirst()
  if (taken.numInsertedOrUpdatedRows === 1n) return lease
  const held = await db.selectFrom('leases').select('expires_at').where('name', '=', lease.name).executeTakeFirst()
  return { heldForMs: Math.max(0, (held?.expires_at ?? now) - now) }
}

/**
 * Prolongs the lease. As the first statement of a transaction it is also the fence: a process that lost its lease
 * can't write any more. Throws LeaseLost.
 */
export async function holdLease(db: Store, lease: Lease, now: number): Promise<void> {
  const held = await db
    .updateTable('leases')
    .set({ expires_at: now + LEASE_MS })
    .where('name', '=', lease.name)
    .where('holder', '=', lease.holder)
    .executeTakeFirst()
  if (held.numUpdatedRows !== 1n) throw new LeaseLost(`the lease ${lease.name} is held by another process`)
}

/** Gives the lease back; a lease that was lost meanwhile stays with its new holder. */
export async function freeLease(db: Store, lease: Lease): Promise<void> {
  await db.deleteFrom('leases').where('name', '=', lease.name).where('holder', '=', lease.holder).execute()
}
