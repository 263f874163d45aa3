import type { Scene } from '../cues/scene.ts'
import type { Decided, Reason } from './decided.ts'
import { type OwnPlace, productProperties } from './product-properties.ts'
import { createProperties } from './properties.ts'
import weights from './weights.json' with { type: 'json' }

/**
 * What is in doubt: a brand that the rules count and that rules alone proposed, where a model proposed others (`added`); one
 * that a model proposed and that the rules refuse, for its place (`refused`) or for what its words mean (`meant`); whether the
 * product is named.
 */
export type Doubt = keyof typeof weights

/** A decision in doubt, weighed. */
export interface Weighed {
  readonly brand: string
  readonly doubt: Doubt
  readonly properties: readonly string[]
  /** Hundredths of the log odds that it is a choice, or that the product is named: it is counted above 0. */
  readonly weight: number
}

/** The weight that every decision in doubt has. */
export const SAME = 'always'

/**
 * Weighs the decisions of an answer that are in doubt, in order: a sum of one weight for each property, by logistic
 * regression (Cox 1958) on the part of the labelled corpus that the rules are written with; `node test/bench/weigh.ts` learns them. Never
 * that of a brand that a ruling ignores.
 */
export function weighDoubts(scene: Scene, decided: readonly Decided[]): Map<Decided, Weighed> {
  const weighed = new Map<Decided, Weighed>()
  const isMixed = decided.some(({ match }) => match.pattern.brand.proposedBy === 'model')
  if (!isMixed) return weighed
  let propertiesAt: ((at: number) => string[]) | undefined
  for (const [at, each] of decided.entries()) {
    const doubt = doubtOf(each)
    if (doubt === null) continue
    propertiesAt ??= createProperties(scene, decided)
    weighed.set(each, weigh(each, doubt, propertiesAt(at)))
  }
  return weighed
}

/**
 * Weighs whether the answer names the product, by all places where its name stands; null where that is in no doubt: the rules
 * refuse it for what is said of it there, not for what the word may mean; or they count a name that is no word, in its own
 * letters; or the text is one of a sentence or two.
 */
export function weighProduct(scene: Scene, decided: Decided, places: readonly OwnPlace[]): Weighed | null {
  if (scene.clean.length < SHORTEST || (!decided.counted && !MISTAKEN.has(decided.reason))) return null
  const properties = productProperties(scene, places)
  return properties.some((property) => UNMISTAKABLE.has(property)) ? null : weigh(decided, 'product', properties)
}

/** Of the answers that the weights were learned on, hardly any has fewer UTF-16 units: where a name stands in less tells nothing. */
const SHORTEST = 200
/** Reasons of a word that may be the name. */
const MISTAKEN: ReadonlySet<Reason> = new Set(['ambiguous', 'word'])
/** What no word and no person is called, as the product is written, where the rules count it. */
const UNMISTAKABLE: ReadonlySet<string> = new Set([
  'some kind, written:coined exact',
  'some kind, written:coined letters',
])

function weigh({ match }: Decided, doubt: Doubt, properties: readonly string[]): Weighed {
  const of: Readonly<Record<string, number>> = weights[doubt]
  const weight = [SAME, ...properties].reduce((sum, property) => sum + (of[property] ?? 0), 0)
  return { brand: match.pattern.brand.name, doubt, properties, weight }
}

/** Reasons that a place gives, not what is said of the name: who owns it or what its model is, is in no doubt. */
const DOUBTED: ReadonlySet<Reason> = new Set(['aside', 'passing', 'platform', 'shop'])
/** Reasons that words give. */
const MEANT: ReadonlySet<Reason> = new Set(['ambiguous', 'word', 'feature'])

function doubtOf(decided: Decided): Doubt | null {
  const { proposedBy, ignored } = decided.match.pattern.brand
  if (ignored === true) return null
  if (decided.counted) return proposedBy === 'rules' ? 'added' : null
  if (proposedBy !== 'model') return null
  return DOUBTED.has(decided.reason) ? 'refused' : MEANT.has(decided.reason) ? 'meant' : null
}
