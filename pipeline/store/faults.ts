/** A store that can't be used as it is; the message is a sentence for a person. */
export class StoreRefusal extends Error {
  override readonly name = 'StoreRefusal'
}

/** A store that can't be opened: `why` says it in a few words, without the address. */
export class StoreUnopened extends StoreRefusal {
  readonly why: string

  constructor(why: string) {
    super(`The store can't be opened (${why}); check SVC_DATABASE or --database.`)
    this.why = why
  }
}

/** A PostgreSQL that can't be reached or can't work for now. Of a commit that met this it is unknown whether it is written. */
export class StoreAway extends Error {
  override readonly name = 'StoreAway'
  readonly code = 'STORE_AWAY'

  constructor(cause: unknown) {
    // What the driver says names the server's address.
    super('the store is away', { cause })
  }
}

/** Whether another process held SQLite's file for longer than a write waits; nothing was written. */
export function isLocked(fault: unknown): boolean {
  return /^SQLITE_(BUSY|LOCKED)/.test(codeOf(fault))
}

/** Whether the store may be back in a moment, so that what is in hand is worth waiting with. */
export function isAway(fault: unknown): boolean {
  return isLocked(fault) || fault instanceof StoreAway
}

/** Whether PostgreSQL undid a transaction for the sake of another one: a deadlock, or a conflict of what both read. */
export function isUndone(fault: unknown): boolean {
  return /^40(001|P01)$/.test(codeOf(fault))
}

/** The code of a fault of a driver or of the system, or an empty text. */
export function codeOf(fault: unknown): string {
  return fault instanceof Error && 'code' in fault ? String(fault.code) : ''
}
