import type { Found } from '../find/finder.ts'
import type { Decided, Reason } from './decided.ts'
import { createProperties } from './properties.ts'
import weights from './weights.json' with { type: 'json' }

/**
 * What is in doubt: a brand that the rules count and that nobody but rules proposed, where others were proposed, or one that
 * was proposed and that the rules refuse.
 */
export type Doubt = keyof typeof weights

/** A decision in doubt, weighed. */
export interface Weighed {
  readonly brand: string
  readonly doubt: Doubt
  readonly properties: readonly string[]
  /** Hundredths of the log odds that it is a choice: it is counted above 0. */
  readonly weight: number
}

/** The weight that every decision in doubt has. */
export const SAME = 'always'

/**
 * Weighs the decisions of an answer that are in doubt, in order: a sum of one weight for each property, by logistic
 * regression (Cox 1958) on the part of the labelled corpus that the rules are written with; `node test/bench/weigh.ts` learns them. Never
 * the product's, nor that of a brand that a ruling ignores.
 */
export function weighDoubts(
  clean: string,
  found: readonly Found[],
  decided: readonly Decided[],
): ReadonlyMap<Decided, Weighed> {
  const weighed = new Map<Decided, Weighed>()
  const isMixed = decided.some(({ match }) => match.pattern.brand.proposedBy === 'others')
  if (!isMixed) return weighed
  let propertiesAt: ((at: number) => string[]) | undefined
  for (const [at, each] of decided.entries()) {
    const doubt = doubtOf(each)
    if (doubt === null) continue
    propertiesAt ??= createProperties(clean, found, decided)
    const properties = propertiesAt(at)
    const of: Readonly<Record<string, number>> = weights[doubt]
    const weight = [SAME, ...properties].reduce((sum, property) => sum + (of[property] ?? 0), 0)
    weighed.set(each, { brand: each.match.pattern.brand.name, doubt, properties, weight })
  }
  return weighed
}

/** Reasons that a place gives, not what is said of the name: who owns it or what its model is, is in no doubt. */
const DOUBTED: ReadonlySet<Reason> = new Set(['aside', 'passing', 'platform', 'shop'])

function doubtOf(decided: Decided): Doubt | null {
  const { proposedBy, ignored } = decided.match.pattern.brand
  if (ignored === true) return null
  if (decided.counted) return proposedBy === 'rules' ? 'added' : null
  return proposedBy === 'others' && DOUBTED.has(decided.reason) ? 'refused' : null
}
