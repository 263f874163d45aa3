import { Kysely, PostgresDialect } from 'kysely'
import { Pool, types } from 'pg'
import { codeOf, StoreUnopened } from './faults.ts'
import { isUnreachable, reconnecting } from './reconnecting.ts'
import type { Tables } from './schema.ts'

/** The most connections, and so transactions at once, of one process. */
const CONNECTIONS = 10
/** The longest wait for a new or free connection, in ms. */
const CONNECT_MS = 5_000

/** The type ids of int8 and numeric, which the driver returns as strings; ours are all below 2^53. */
const INT8 = 20
const NUMERIC = 1700

/** Connects to PostgreSQL and replaces broken connections later. Throws StoreRefusal, which doesn't name the address. */
export async function openPostgres(address: string, { readonly }: { readonly: boolean }): Promise<Kysely<Tables>> {
  let pool: Pool | undefined
  try {
    pool = createPool(address, readonly)
    // Connects without the later patience: at the start the server has to be there.
    const client = await pool.connect()
    client.release()
    return new Kysely<Tables>({ dialect: reconnecting(new PostgresDialect({ pool })) })
  } catch (fault) {
    await pool?.end()
    throw new StoreUnopened(reason(fault), { away: isUnreachable(fault) })
  }
}

function createPool(address: string, readonly: boolean): Pool {
  const pool = new Pool({
    connectionString: address,
    application_name: 'svc',
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    ...(readonly && { options: '-c default_transaction_read_only=on' }),
    types: {
      getTypeParser: (id: number, format?: 'text' | 'binary') =>
        id === INT8 || id === NUMERIC ? Number : types.getTypeParser(id, format),
    },
  })
  // Without a listener a lost connection ends the process; with one, the pool drops it and its query fails.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

function reason(fault: unknown): string {
  const code = codeOf(fault)
  if (code === '28P01' || code === '28000') return 'the user or the password is wrong'
  if (code === '3D000') return 'there is no such database'
  if (code === '53300') return 'the server has no connection left'
  if (code === '57P03') return 'the server is starting up or shutting down'
  if (isUnreachable(fault)) return "the server can't be reached"
  if (fault instanceof Error && /password/i.test(fault.message)) return 'the address has no password'
  if (code === 'ERR_INVALID_URL' || fault instanceof URIError) return 'the address is not valid'
  return code === '' ? 'unknown fault' : code
}
