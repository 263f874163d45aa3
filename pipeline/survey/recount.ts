import { isDeepStrictEqual } from 'node:util'
import type { Method } from '../contract/terms.ts'

/**
 * Returns `again`, a frozen ranking or report recounted at `at` (epoch ms), with a note of that in its method; null if its
 * counts are those of `before`. `counts` returns the part that is compared.
 */
export function recounted<Frozen extends { readonly method: Method | null }>(
  before: Frozen,
  again: Frozen,
  at: number,
  counts: (frozen: Frozen) => object,
): Frozen | null {
  const { method } = again
  if (method === null) return null
  const comparable = { ...again, method: comparableMethod(method, before.method) }
  if (isDeepStrictEqual(counts(comparable), counts(before))) return null
  const from = before.method?.detector ?? ''
  return { ...again, method: { ...method, recounted: { at: new Date(at).toISOString(), from } } }
}

/** A derived method, without the readers' agreement on the product if the frozen one predates that field. */
export function comparableMethod(derived: Method, frozen: Method | null): Method {
  const { agreement } = derived
  if (agreement === null || frozen?.agreement?.product !== undefined) return derived
  return { ...derived, agreement: { ...agreement, product: undefined } }
}

/** A frozen ranking or report as it is published, without the note of a recount, which is not a count. */
export function withoutRecounted<Frozen extends { readonly method: Method | null }>({
  method,
  ...rest
}: Frozen): object {
  const { recounted: _, ...how } = method ?? {}
  return JSON.parse(JSON.stringify({ ...rest, method: how }))
}
