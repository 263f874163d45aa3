/** The store can't be used as it is; the message is a sentence for the user, and `away` means that it may soon be back. */
export class StoreRefusal extends Error {
  override readonly name = 'StoreRefusal'
  readonly away: boolean

  constructor(sentence: string, { away = false }: { away?: boolean } = {}) {
    super(sentence)
    this.away = away
  }
}

/** The store can't be opened; `why` doesn't name the address. */
export class StoreUnopened extends StoreRefusal {
  readonly why: string

  constructor(why: string, options?: { away: boolean }) {
    super(`The store can't be opened (${why}); check SVC_DATABASE or --database.`, options)
    this.why = why
  }
}

/** There is no store at this address, and none is to be created. */
export class NoStore extends StoreRefusal {
  constructor() {
    super('There is no store yet; check SVC_DATABASE or --database.')
  }
}

/**
 * PostgreSQL can't be reached, can't work for now, or takes no writes, as a standby does. A commit that fails with this may
 * or may not have been written.
 */
export class StoreAway extends Error {
  override readonly name = 'StoreAway'
  readonly code: 'STORE_AWAY' | 'STORE_READONLY'

  constructor(cause: unknown) {
    // The driver's message is left out, because it names the server's address.
    super('the store is away', { cause })
    this.code = takesNoWrites(cause) ? 'STORE_READONLY' : 'STORE_AWAY'
  }
}

/** Whether PostgreSQL refused a write because it is read-only (read_only_sql_transaction). */
export function takesNoWrites(fault: unknown): boolean {
  return codeOf(fault) === '25006'
}

/** Whether another process locked SQLite's file for too long; nothing was written. */
export function isLocked(fault: unknown): boolean {
  return /^SQLITE_(BUSY|LOCKED)/.test(codeOf(fault))
}

/** Whether the disk under SQLite's file is full; nothing was written. */
export function isFull(fault: unknown): boolean {
  return codeOf(fault) === 'SQLITE_FULL'
}

/** Whether the store may soon be back, so that a write is worth repeating. */
export function isAway(fault: unknown): boolean {
  return isLocked(fault) || isFull(fault) || fault instanceof StoreAway
}

/** Whether SQLite refused a row whose key is taken. */
export function isRepeated(fault: unknown): boolean {
  return /^SQLITE_CONSTRAINT_(PRIMARYKEY|UNIQUE)$/.test(codeOf(fault))
}

/** Whether PostgreSQL rolled back a transaction because of another: a deadlock or a serialization failure. */
export function isUndone(fault: unknown): boolean {
  return /^40(001|P01)$/.test(codeOf(fault))
}

/** The error code of a driver or the system, or an empty string. */
export function codeOf(fault: unknown): string {
  return fault instanceof Error && 'code' in fault ? String(fault.code) : ''
}
