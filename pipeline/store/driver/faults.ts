/** A store that can't be used as it is; the message is a sentence for a person. */
export class StoreRefusal extends Error {
  override readonly name = 'StoreRefusal'
}

/** A store that can't be opened: `why` says it in a few words, without the address; `away` where it may be back in a moment. */
export class StoreUnopened extends StoreRefusal {
  readonly why: string
  readonly away: boolean

  constructor(why: string, { away = false }: { away?: boolean } = {}) {
    super(`The store can't be opened (${why}); check SVC_DATABASE or --database.`)
    this.why = why
    this.away = away
  }
}

/** There is no store under this name, and whoever asked makes none. */
export class NoStore extends StoreRefusal {
  constructor() {
    super('There is no store yet; check SVC_DATABASE or --database.')
  }
}

/**
 * A PostgreSQL that can't be reached or can't work for now, or takes no writes, as a standby does. Of a commit that met
 * this it is unknown whether it is written.
 */
export class StoreAway extends Error {
  override readonly name = 'StoreAway'
  readonly code: 'STORE_AWAY' | 'STORE_READONLY'

  constructor(cause: unknown) {
    // What the driver says names the server's address.
    super('the store is away', { cause })
    this.code = takesNoWrites(cause) ? 'STORE_READONLY' : 'STORE_AWAY'
  }
}

/** Whether PostgreSQL refused a write as one that takes none for now: read_only_sql_transaction. */
export function takesNoWrites(fault: unknown): boolean {
  return codeOf(fault) === '25006'
}

/** Whether another process held SQLite's file for longer than a write waits; nothing was written. */
export function isLocked(fault: unknown): boolean {
  return /^SQLITE_(BUSY|LOCKED)/.test(codeOf(fault))
}

/** Whether the disk under SQLite's file is full; nothing was written. */
export function isFull(fault: unknown): boolean {
  return codeOf(fault) === 'SQLITE_FULL'
}

/** Whether the store may be back in a moment, so that what is in hand is worth waiting with. */
export function isAway(fault: unknown): boolean {
  return isLocked(fault) || isFull(fault) || fault instanceof StoreAway
}

/** Whether PostgreSQL undid a transaction for the sake of another one: a deadlock, or a conflict of what both read. */
export function isUndone(fault: unknown): boolean {
  return /^40(001|P01)$/.test(codeOf(fault))
}

/** The code of a fault of a driver or of the system, or an empty text. */
export function codeOf(fault: unknown): string {
  return fault instanceof Error && 'code' in fault ? String(fault.code) : ''
}
