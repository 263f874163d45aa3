import type { Store } from '../../../pipeline/store/driver/open.ts'

/** The store with its first `times` transactions failing with this code. */
export function failingFirst(db: Store, times: number, code: string): Store {
  const failing = failingOnDemand(db, code)
  failing.fail(times)
  return failing.db
}

/** The store, and a function that makes its next transactions, or updates outside of one, fail with this code. */
export function failingOnDemand(
  db: Store,
  code: string,
  method: 'transaction' | 'updateTable' = 'transaction',
): { readonly db: Store; fail(times: number): void } {
  let left = 0
  const failing = new Proxy(db, {
    get(target, name) {
      const value = Reflect.get(target, name, target)
      if (name !== method || left === 0) return typeof value === 'function' ? value.bind(target) : value
      left -= 1
      return () => {
        throw Object.assign(new Error('the database is locked'), { code })
      }
    },
  })
  return {
    db: failing,
    fail: (times) => {
      left = times
    },
  }
}
