import { nameKey } from '../../pipeline/mentions/names.ts'
import type { Labels } from './corpus.ts'

/** How far two sets of labels of the same answers agree. */
export interface Agreement {
  readonly answers: number
  /** Choices that both have, and that only one of them has. */
  readonly both: number
  readonly onlyOne: number
  /** Answers on which both say the same of the product, and those in which both give it a position, and the same one. */
  readonly sameProduct: number
  readonly placed: number
  readonly samePosition: number
}

/** Compares the labels pair by pair; two choices are one if they share a name. */
export function agreementOf(pairs: readonly (readonly [Labels, Labels])[]): Agreement {
  const sum = { answers: pairs.length, both: 0, onlyOne: 0, sameProduct: 0, placed: 0, samePosition: 0 }
  for (const [one, other] of pairs) {
    const open = other.brands.map((names) => new Set(names.map(nameKey)))
    for (const names of one.brands) {
      const at = open.findIndex((keys) => names.some((name) => keys.has(nameKey(name))))
      if (at >= 0) open.splice(at, 1)
      sum[at >= 0 ? 'both' : 'onlyOne'] += 1
    }
    sum.onlyOne += open.length
    sum.sameProduct += Number(one.product?.named === other.product?.named)
    const [first, second] = [one.product?.position ?? null, other.product?.position ?? null]
    if (first === null || second === null) continue
    sum.placed += 1
    sum.samePosition += Number(first === second)
  }
  return sum
}
