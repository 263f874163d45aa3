import type { Compilable, CompiledQuery } from 'kysely'
import type { Store } from './open.ts'
import { readerOf } from './open.ts'

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

/**
 * What was read and made of it, the last `kept` results by their values, until anybody commits anything to the store's
 * file: SQLite counts that for each connection, and asking costs 1 µs. Within a transaction, and for a store without a
 * connection that only reads, nothing is remembered.
 */
export function remembered<Values extends readonly string[], Result>(
  kept: number,
  make: (db: Store, ...values: Values) => Promise<Result>,
): (db: Store, ...values: Values) => Promise<Result> {
  const memories = new WeakMap<Store, { commits(): unknown; at: unknown; results: Map<string, Result> }>()
  return async (db, ...values) => {
    let memory = memories.get(db)
    if (memory === undefined) {
      const reader = readerOf(db)
      if (reader === undefined) return make(db, ...values)
      const version = reader.prepare('pragma data_version').pluck()
      memory = { commits: () => version.get(), at: undefined, results: new Map() }
      memories.set(db, memory)
    }
    const now = memory.commits()
    if (now !== memory.at) memory.results = new Map()
    memory.at = now
    const { results } = memory
    const key = values.join('\n')
    const known = results.get(key)
    if (known !== undefined) return known
    const result = await make(db, ...values)
    const oldest = results.keys().next().value
    if (results.size >= kept && oldest !== undefined) results.delete(oldest)
    results.set(key, result)
    return result
  }
}
