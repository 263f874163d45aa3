import type { Store } from './open.ts'

/** How long a lease lasts without renewal, in ms; others then watch it for some seconds before they take it. */
export const LEASE_MS = 20_000

/** The right to work on something, held by one process until it expires. */
export interface Lease {
  readonly name: string
  readonly holder: string
}

/** Another process has taken the lease; the caller must stop writing. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'
}

/** Another process's lease; it expires at epoch ms of that process's clock. */
export interface HeldLease {
  readonly holder: string
  readonly expiresAt: number
}

/** Takes the lease and returns it, or returns its holder. */
export async function takeLease(db: Store, lease: Lease, now: number): Promise<Lease | HeldLease> {
  for (;;) {
    const taken = await db
      .insertInto('leases')
      .values({ ...lease, expires_at: now + LEASE_MS })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .executeTakeFirst()
    if (taken.numInsertedOrUpdatedRows === 1n) return lease
    const held = await findLease(db, lease.name)
    // Otherwise it was freed in between.
    if (held !== undefined) return held
  }
}

/** The holder of this lease, or undefined. */
export async function findLease(db: Store, name: string): Promise<HeldLease | undefined> {
  return db
    .selectFrom('leases')
    .select(['holder', 'expires_at as expiresAt'])
    .where('name', '=', name)
    .executeTakeFirst()
}

/** Whether it may be free: it has expired, or ends later than any lease renewed by the same clock could. */
export function looksFree({ expiresAt }: HeldLease, now: number): boolean {
  return expiresAt <= now || expiresAt > now + LEASE_MS
}

/** The names of the leases that don't look free, for a subquery. */
export function heldNames(db: Store, now: number) {
  return db
    .selectFrom('leases')
    .select('name')
    .where('expires_at', '>', now)
    .where('expires_at', '<=', now + LEASE_MS)
}

/** Takes the lease from its holder; false if that one has renewed or freed it since it was seen. */
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

/** Renews the lease; as a transaction's first statement it keeps a process without the lease from writing. Throws LeaseLost. */
export async function holdLease(db: Store, lease: Lease, now: number): Promise<void> {
  const held = await db
    .updateTable('leases')
    .set({ expires_at: now + LEASE_MS })
    .where('name', '=', lease.name)
    .where('holder', '=', lease.holder)
    .executeTakeFirst()
  if (held.numUpdatedRows !== 1n) throw new LeaseLost(`the lease ${lease.name} is held by another process`)
}

/** Frees the lease; one lost meanwhile stays with its new holder. */
export async function freeLease(db: Store, lease: Lease): Promise<void> {
  await db.deleteFrom('leases').where('name', '=', lease.name).where('holder', '=', lease.holder).execute()
}
