import { randomBytes } from 'node:crypto'
import type { TestProject } from 'vitest/node'
import { systemClock } from '../../../pipeline/ask/clock.ts'
import { openQueue } from '../../../pipeline/queue/open.ts'
import { openStore } from '../../../pipeline/store/driver/open.ts'
import { type Databases, databaseAddress, MIGRATIONS, onServer } from './postgres-databases.ts'
import { startPostgresServer } from './postgres-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where stores for tests are on PostgreSQL; undefined for SQLite. */
    postgres: Databases | undefined
  }
}

/**
 * Starts PostgreSQL for the run, or takes the one that SVC_TEST_DATABASE names, and makes the empty store there. Where
 * neither is there the run fails.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.SVC_TEST_DATABASE
  const server = given === undefined ? await startPostgresServer() : undefined
  const address = given ?? server?.address ?? ''
  const prefix = `svc_test_${randomBytes(4).toString('hex')}_`
  const template = `${prefix}template`
  await onServer(address, `create database ${template} template template0 encoding 'UTF8'`).catch((cause) => {
    throw new Error("The PostgreSQL for the tests can't be reached; see SVC_TEST_DATABASE.", { cause })
  })
  const db = await openStore(databaseAddress(address, template), 0)
  const queue = await openQueue(db, databaseAddress(address, template), { clock: systemClock, fault: () => {} })
  await queue.close()
  await db.destroy()
  const [made] = await onServer(databaseAddress(address, template), MIGRATIONS)
  project.provide('postgres', { address, prefix, template, migrations: String(made?.names) })
  return async () => {
    if (server !== undefined) return server.remove()
    const databases = await onServer(address, `select datname from pg_database where starts_with(datname, '${prefix}')`)
    await onServer(address, ...databases.map(({ datname }) => `drop database ${String(datname)} with (force)`))
  }
}
