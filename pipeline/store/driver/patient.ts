import type { CompiledQuery, DatabaseConnection, Dialect, Driver, QueryResult } from 'kysely'
import { codeOf, isLocked } from './faults.ts'

/** How long a statement waits for a locked store, and how often it tries, in ms. */
const PATIENCE_MS = 5_000
const TRY_AGAIN_MS = 25

/**
 * The dialect with statements that wait for a locked file without blocking the event loop, which SQLite's own busy
 * timeout would. Once the file has been locked for five seconds, statements fail at once until one succeeds.
 */
export function patient(dialect: Dialect, waiting: Waiting = REAL_TIME): Dialect {
  return withDriver(dialect, (driver) => patientDriver(driver, waiting))
}

/** The dialect with its driver wrapped. */
export function withDriver(dialect: Dialect, around: (driver: Driver) => Driver): Dialect {
  return {
    createAdapter: () => dialect.createAdapter(),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createDriver: () => around(dialect.createDriver()),
  }
}

function patientDriver(driver: Driver, { now, sleep }: Waiting): Driver {
  let lockedSince: number | undefined
  const patiently = (connection: DatabaseConnection): DatabaseConnection => ({
    streamQuery: (query, chunkSize) => connection.streamQuery(query, chunkSize),
    executeQuery: async <Row>(query: CompiledQuery): Promise<QueryResult<Row>> => {
      for (;;) {
        try {
          const result = await connection.executeQuery<Row>(query)
          lockedSince = undefined
          return result
        } catch (fault) {
          // A stale snapshot can't be retried: its transaction read before it wrote.
          if (!isLocked(fault) || codeOf(fault) === 'SQLITE_BUSY_SNAPSHOT') throw fault
          lockedSince ??= now()
          if (now() - lockedSince > PATIENCE_MS) throw fault
          await sleep(TRY_AGAIN_MS)
        }
      }
    },
  })
  return {
    init: () => driver.init(),
    acquireConnection: async () => patiently(await driver.acquireConnection()),
    beginTransaction: (connection, settings) => driver.beginTransaction(connection, settings),
    commitTransaction: (connection) => driver.commitTransaction(connection),
    rollbackTransaction: async (connection) => {
      // A full or failing disk makes SQLite roll back by itself; then the original error matters, not this one.
      await driver.rollbackTransaction(connection).catch((fault: unknown) => {
        if (codeOf(fault) !== 'SQLITE_ERROR') throw fault
      })
    },
    releaseConnection: (connection) => driver.releaseConnection(connection),
    destroy: () => driver.destroy(),
  }
}

/** A waiting driver's clock, in ms. */
export interface Waiting {
  now(): number
  sleep(ms: number): Promise<void>
}

export const REAL_TIME: Waiting = {
  now: () => performance.now(),
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
}
