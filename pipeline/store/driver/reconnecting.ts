import type { DatabaseConnection, Dialect, Driver, QueryResult } from 'kysely'
import { CompiledQuery } from 'kysely'
import { codeOf, isUndone, StoreAway, takesNoWrites } from './faults.ts'
import { REAL_TIME, type Waiting, withDriver } from './patient.ts'

/** How long a query waits for a server that is away, in ms, and how often it tries. */
const PATIENCE_MS = 5_000
const TRY_AGAIN_MS = 50
/** More than the pool has connections, all of which a restart of the server breaks. */
const TRIES = 20

/** PostgreSQL's codes: connection lost, shut down or starting up, no room for it, its disk failed. */
const AWAY = /^(08...|57P0[1235]|53...|58030)$/
const UNREACHABLE = /^E(CONN(REFUSED|RESET|ABORTED)|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|NETDOWN|AI_AGAIN)$|^ENOTFOUND$/
/** What the driver says without a code. */
const LOST =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/

/** Makes the server end the connection, with which it leaves the pool. */
const HANG_UP = CompiledQuery.raw('select pg_terminate_backend(pg_backend_pid())')

/** Whether the server can't be reached, or can't work for now. */
export function isUnreachable(fault: unknown): boolean {
  const code = codeOf(fault)
  return AWAY.test(code) || UNREACHABLE.test(code) || (fault instanceof Error && LOST.test(fault.message))
}

/**
 * The dialect, outliving a server that restarts: a connection is waited for, for five seconds; a transaction that could not
 * begin, and a read outside of any, go on with another connection. What can't, as its outcome is unknown, fails with
 * StoreAway, and so does a write where the server takes none. A statement outside of a transaction that PostgreSQL undid for another's sake is run again.
 */
export function reconnecting(dialect: Dialect, waiting: Waiting = REAL_TIME): Dialect {
  return withDriver(dialect, (driver) => reconnectingDriver(driver, waiting))
}

/** A connection as Kysely has it; the one beneath changes where it breaks. */
interface Held extends DatabaseConnection {
  beneath: DatabaseConnection
  /** Whether that one was given back, as no other could be had. */
  lost: boolean
  /** Whether its server takes no writes, so that it is not to be used again: after a failover another server does. */
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

  /** Does it, on another connection where this one is broken and it `mayRepeat`. */
  async function steadily<Result>(own: Held, mayRepeat: boolean, act: () => Promise<Result>): Promise<Result> {
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
        // Given back first: the pool has no more than it has.
        own.lost = true
        await driver.releaseConnection(own.beneath)
        own.beneath = await connect()
        own.lost = false
      }
    }
  }

  function hold(beneath: DatabaseConnection): Held {
    const own: Held = {
      beneath,
      lost: false,
      readOnly: false,
      inTransaction: false,
      streamQuery: (query, chunkSize) => own.beneath.streamQuery(query, chunkSize),
      executeQuery: <Row>(query: CompiledQuery): Promise<QueryResult<Row>> =>
        steadily(own, query.query.kind === 'SelectQueryNode', () => own.beneath.executeQuery<Row>(query)),
    }
    held.set(own, own)
    return own
  }

  function holding(connection: DatabaseConnection): Held {
    const own = held.get(connection)
    if (own === undefined) throw new TypeError('the connection is not of this driver')
    return own
  }

  return {
    init: (options) => driver.init(options),
    acquireConnection: async () => hold(await connect()),
    beginTransaction: async (connection, settings) => {
      const own = holding(connection)
      await steadily(own, true, () => driver.beginTransaction(own.beneath, settings))
      own.inTransaction = true
    },
    commitTransaction: async (connection) => {
      const own = holding(connection)
      await steadily(own, false, () => driver.commitTransaction(own.beneath))
      own.inTransaction = false
    },
    rollbackTransaction: async (connection) => {
      const own = holding(connection)
      own.inTransaction = false
      // Where that fails the server rolls back by itself, as the connection goes; the fault that led here is the one to tell.
      await driver.rollbackTransaction(own.beneath).catch(() => {})
    },
    releaseConnection: async (connection) => {
      const own = holding(connection)
      if (own.readOnly) await own.beneath.executeQuery(HANG_UP).catch(() => {})
      if (!own.lost) await driver.releaseConnection(own.beneath)
    },
    destroy: () => driver.destroy(),
  }
}
