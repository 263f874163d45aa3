import { CompiledQuery, type DatabaseConnection, type Dialect, type Driver, type QueryResult } from 'kysely'
import { codeOf, isUndone, StoreAway, takesNoWrites } from './faults.ts'
import { REAL_TIME, type Waiting, withDriver } from './patient.ts'

/** How long a query waits for an unreachable server, and how often it tries, in ms. */
const PATIENCE_MS = 5_000
const TRY_AGAIN_MS = 50
/** More than the pool's connections, which a restart of the server breaks all at once. */
const TRIES = 20

/** PostgreSQL's codes for a lost connection, shutdown or startup, exhausted resources and a failed disk. */
const AWAY = /^(08...|57P0[1235]|53...|58030)$/
const UNREACHABLE = /^E(CONN(REFUSED|RESET|ABORTED)|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|NETDOWN|AI_AGAIN)$|^ENOTFOUND$/
/** The driver's messages without a code. */
const LOST =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/

/** Makes the server end the connection, so that the pool drops it. */
const HANG_UP = CompiledQuery.raw('select pg_terminate_backend(pg_backend_pid())')

/** Whether the server can't be reached, or can't work for now. */
export function isUnreachable(fault: unknown): boolean {
  const code = codeOf(fault)
  return AWAY.test(code) || UNREACHABLE.test(code) || (fault instanceof Error && LOST.test(fault.message))
}

/**
 * The dialect made to survive a restart of the server: it waits up to five seconds for a connection, on which it repeats the
 * start of a transaction or a read outside of one. A statement whose outcome is unknown, and a write to a read-only server,
 * fail with StoreAway.
 */
export function reconnecting(dialect: Dialect, waiting: Waiting = REAL_TIME): Dialect {
  return withDriver(dialect, (driver) => reconnectingDriver(driver, waiting))
}

/** A connection for Kysely; its inner one is replaced when it breaks. */
interface Held extends DatabaseConnection {
  inner: DatabaseConnection
  /** Whether that one was released and not yet replaced. */
  lost: boolean
  /** Whether its server is read-only; after a failover another server takes the writes. */
  readOnly: boolean
  inTransaction: boolean
}

function reconnectingDriver(driver: Driver, { now, sleep }: Waiting): Driver {
  let awaySince: number | undefined
  const held = new WeakMap<DatabaseConnection, Held>()

  async function connect(): Promise<DatabaseConnection> {
    const since = now()
    for (;;) {
      try {
        const connection = await driver.acquireConnection()
        awaySince = undefined
        return connection
      } catch (fault) {
        if (!isUnreachable(fault)) throw fault
        awaySince ??= since
        if (now() - awaySince >= PATIENCE_MS) throw new StoreAway(fault)
        await sleep(TRY_AGAIN_MS)
      }
    }
  }

  /** Runs `act`, again on a new connection if this one is broken and it `mayRepeat`. */
  async function withRetries<Result>(own: Held, mayRepeat: boolean, act: () => Promise<Result>): Promise<Result> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await act()
      } catch (fault) {
        const again = tries < TRIES && !own.inTransaction
        if (again && isUndone(fault)) continue
        own.readOnly ||= takesNoWrites(fault)
        if (own.readOnly) throw new StoreAway(fault)
        if (!isUnreachable(fault)) throw fault
        if (!again || !mayRepeat) throw new StoreAway(fault)
        // It is released first, because the pool may have no other free.
        own.lost = true
        await driver.releaseConnection(own.inner)
        own.inner = await connect()
        own.lost = false
      }
    }
  }

  function hold(inner: DatabaseConnection): Held {
    const own: Held = {
      inner,
      lost: false,
      readOnly: false,
      inTransaction: false,
      streamQuery: (query, chunkSize) => own.inner.streamQuery(query, chunkSize),
      executeQuery: <Row>(query: CompiledQuery): Promise<QueryResult<Row>> =>
        withRetries(own, query.query.kind === 'SelectQueryNode', () => own.inner.executeQuery<Row>(query)),
    }
    held.set(own, own)
    return own
  }

  function heldBy(connection: DatabaseConnection): Held {
    const own = held.get(connection)
    if (own === undefined) throw new TypeError('the connection is not of this driver')
    return own
  }

  return {
    init: (options) => driver.init(options),
    acquireConnection: async () => hold(await connect()),
    beginTransaction: async (connection, settings) => {
      const own = heldBy(connection)
      await withRetries(own, true, () => driver.beginTransaction(own.inner, settings))
      own.inTransaction = true
    },
    commitTransaction: async (connection) => {
      const own = heldBy(connection)
      await withRetries(own, false, () => driver.commitTransaction(own.inner))
      own.inTransaction = false
    },
    rollbackTransaction: async (connection) => {
      const own = heldBy(connection)
      own.inTransaction = false
      // If this fails, the server rolls back with the lost connection; the original error matters, not this one.
      await driver.rollbackTransaction(own.inner).catch(() => {})
    },
    releaseConnection: async (connection) => {
      const own = heldBy(connection)
      if (own.readOnly) await own.inner.executeQuery(HANG_UP).catch(() => {})
      if (!own.lost) await driver.releaseConnection(own.inner)
    },
    destroy: () => driver.destroy(),
  }
}
