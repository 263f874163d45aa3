import { isDeepStrictEqual } from 'node:util'
import type { Method } from '../contract/terms.ts'

/**
 * A frozen text that was counted again at a time (epoch ms), with that in its method; null where it is what it was before.
 * `counts` gives what of a text is compared.
 */
export function recounted<Frozen extends { readonly method: Method | null }>(
  before: Frozen,
  again: Frozen,
  at: number,
  counts: (frozen: Frozen) => object,
): Frozen | null {
  if (again.method === null || isDeepStrictEqual(counts(again), counts(before))) return null
  const from = before.method?.detector ?? ''
  return { ...again, method: { ...again.method, recounted: { at: new Date(at).toISOString(), from } } }
}

/** A text as it is published, without when it was counted again, which is no count. */
export function withoutRecounted<Frozen extends { readonly method: Method | null }>({
  method,
  ...rest
}: Frozen): object {
  const { recounted: _, ...how } = method ?? {}
  return JSON.parse(JSON.stringify({ ...rest, method: how }))
}
