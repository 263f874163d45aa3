import type { Store } from './open.ts'

/** How long a lease lasts without a sign of life, in ms; after it, it is watched for some seconds and then taken. */
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

/** A lease as another process has it: until when, epoch ms by that process's clock. */
export interface HeldLease {
  readonly holder: string
  readonly expiresAt: number
}

/** Takes the lease where nobody has it, and returns it; or who has it. */
export async function takeLease(db: Store, lease: Lease, now: number): Promise<Lease | HeldLease> {
  for (;;) {
    const taken = await db
      .insertInto('leases')
      .values({ ...lease, expires_at: now + LEASE_MS })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .executeTakeFirst()
    if (taken.numInsertedOrUpdatedRows === 1n) return lease
    const held = await findLease(db, lease.name)
    // Otherwise it was given back just then.
    if (held !== undefined) return held
  }
}

/** Who has the lease of this name; undefined where nobody has. */
export async function findLease(db: Store, name: string): Promise<HeldLease | undefined> {
  const row = await db.selectFrom('leases').select(['holder', 'expires_at']).where('name', '=', name).executeTakeFirst()
  return row && { holder: row.holder, expiresAt: row.expires_at }
}

/** Whether nobody may have it any more: it has run out, or ends later than any could that was prolonged by the same clock. */
export function looksFree({ expiresAt }: HeldLease, now: number): boolean {
  return expiresAt <= now || expiresAt > now + LEASE_MS
}

/** Takes the lease from a holder who has not prolonged it since it was seen so; false where that one has, or freed it. */
export async function seizeLease(db: Store, lease: Lease, seen: HeldLease, now: number): Promise<boolean> {
  const seized = await db
    .updateTable('leases')
    .set({ holder: lease.holder, expires_at: now + LEASE_MS })
    .where('name', '=', lease.name)
    .where('holder', '=', seen.holder)
    .where('expires_at', '=', seen.expiresAt)
    .executeTakeFirst()
  return seized.numUpdatedRows === 1n
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
