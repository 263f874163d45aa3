import type { Compilable, CompiledQuery } from 'kysely'
import type { Store } from './open.ts'
import { readerOf, writesOf } from './reader.ts'

/** A query of a hot path, which takes texts alone. */
type Build<Values extends readonly string[], Row> = (
  db: Store,
  ...values: Values
) => Compilable<Row> & { execute(): Promise<Row[]> }

/**
 * A query that is compiled once for each store and then runs as a prepared statement. It has a connection of its own that
 * only reads: so it sees what was committed, and waits for no transaction of this process. The query's parameters must be
 * the values, in their order, and nothing else. Without such a connection it runs like any other.
 */
export function hotRead<Values extends readonly string[], Row>(
  build: Build<Values, Row>,
): (db: Store, ...values: Values) => Promise<readonly Row[]> {
  const prepared = new WeakMap<Store, (values: Values) => readonly Row[]>()
  return async (db, ...values) => {
    const known = prepared.get(db)
    if (known !== undefined) return known(values)
    const reader = readerOf(db)
    if (reader === undefined) return build(db, ...values).execute()
    const compiled: CompiledQuery<Row> = build(db, ...values).compile()
    if (compiled.parameters.join('\n') !== values.join('\n'))
      throw new TypeError('a hot read takes its values as its only parameters, in their order')
    const statement = reader.prepare<unknown[], Row>(compiled.sql)
    const run = (given: Values) => statement.all(...given)
    prepared.set(db, run)
    return run(values)
  }
}

/** How long another process's commit may go unnoticed, in ms: asking SQLite takes some calls into the system. */
const UNNOTICED_MS = 50

/**
 * What was read and made of it, the last `kept` results by their values, until this process writes to the store or
 * another one commits to its file, which SQLite counts for each connection. For a store without a connection that only
 * reads it is until `asOf` gives something else, and without that nothing is remembered; nor within a transaction.
 */
export function remembered<Values extends readonly string[], Result>(
  kept: number,
  make: (db: Store, ...values: Values) => Promise<Result>,
  asOf?: (db: Store) => Promise<unknown>,
): (db: Store, ...values: Values) => Promise<Result> {
  const memories = new WeakMap<Store, Memory<Result>>()
  const makeAsOf = asOf && rememberedAsOf(kept, make, asOf)
  return async (db, ...values) => {
    let memory = memories.get(db)
    if (memory === undefined) {
      const reader = readerOf(db)
      if (reader === undefined) return (db.isTransaction ? make : (makeAsOf ?? make))(db, ...values)
      const version = reader.prepare('pragma data_version').pluck()
      memory = { commits: () => version.get(), seen: undefined, seenAt: 0, writes: -1, results: new Map() }
      memories.set(db, memory)
    }
    forgetWhatChanged(memory, writesOf(db))
    const { results } = memory
    const key = values.join('\n')
    const known = results.get(key)
    if (known !== undefined) return known
    const result = await make(db, ...values)
    keep(results, kept, key, result)
    return result
  }
}

/** The last `kept` results of each store, each made once however many ask for it meanwhile, while `asOf` gives the same. */
function rememberedAsOf<Values extends readonly string[], Result>(
  kept: number,
  make: (db: Store, ...values: Values) => Promise<Result>,
  asOf: (db: Store) => Promise<unknown>,
): (db: Store, ...values: Values) => Promise<Result> {
  const memories = new WeakMap<Store, { seen: unknown; results: Map<string, Promise<Result>> }>()
  return async (db, ...values) => {
    const seen = await asOf(db)
    const before = memories.get(db)
    const memory =
      before !== undefined && before.seen === seen ? before : { seen, results: new Map<string, Promise<Result>>() }
    memories.set(db, memory)
    const { results } = memory
    const key = values.join('\n')
    const known = results.get(key)
    if (known !== undefined) return known
    const result = make(db, ...values)
    keep(results, kept, key, result)
    result.catch(() => results.delete(key))
    return result
  }
}

/** Keeps the result, and of more than so many the newest. */
function keep<Result>(results: Map<string, Result>, kept: number, key: string, result: Result): void {
  const oldest = results.keys().next().value
  if (results.size >= kept && oldest !== undefined) results.delete(oldest)
  results.set(key, result)
}

interface Memory<Result> {
  /** SQLite's count of the commits of others. */
  commits(): unknown
  seen: unknown
  seenAt: number
  writes: number
  results: Map<string, Result>
}

function forgetWhatChanged<Result>(memory: Memory<Result>, writes: number): void {
  const now = performance.now()
  if (writes === memory.writes && now - memory.seenAt < UNNOTICED_MS) return
  const seen = memory.commits()
  if (seen !== memory.seen || writes !== memory.writes) memory.results = new Map()
  Object.assign(memory, { seen, seenAt: now, writes })
}
