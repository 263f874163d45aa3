import type { Kysely } from 'kysely'
import type { Tables } from './schema.ts'

const versions = new WeakMap<Kysely<Tables>, () => unknown>()

/** Enables caching for this store; `version` must change with every commit of any process. */
export function setVersion(db: Kysely<Tables>, version: () => unknown): void {
  versions.set(db, version)
}

/**
 * A read whose last `limit` results are cached by arguments until the version changes, which is looked up at each call:
 * on SQLite that of the whole store, on PostgreSQL `versionOf`. Without one PostgreSQL caches nothing, and never in a
 * transaction.
 */
export function cached<Values extends readonly string[], Result>(
  limit: number,
  read: (db: Kysely<Tables>, ...values: Values) => Promise<Result>,
  versionOf?: (db: Kysely<Tables>) => Promise<unknown>,
): (db: Kysely<Tables>, ...values: Values) => Promise<Result> {
  const caches = new WeakMap<Kysely<Tables>, { version: unknown; results: Map<string, Promise<Result>> }>()
  return async (db, ...values) => {
    const version = versions.get(db)?.() ?? (db.isTransaction ? undefined : await versionOf?.(db))
    if (version === undefined) return read(db, ...values)
    let cache = caches.get(db)
    if (cache?.version !== version) {
      cache = { version, results: new Map() }
      caches.set(db, cache)
    }
    const { results } = cache
    const key = values.join('\n')
    const hit = results.get(key)
    if (hit !== undefined) return hit
    const [oldest] = results.keys()
    if (oldest !== undefined && results.size >= limit) results.delete(oldest)
    const result = read(db, ...values)
    results.set(key, result)
    result.catch(() => results.delete(key))
    return result
  }
}
