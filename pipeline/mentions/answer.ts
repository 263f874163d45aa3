import type { ReadName, Span, Stance } from '../contract/terms.ts'

/** The parts of an answer used for counting. */
export interface AnswerText {
  readonly text: string
  readonly question: string
  readonly citations: readonly {
    readonly url: string
    readonly title?: string | undefined
    readonly domain: string | null
  }[]
}

/** An answer with its reading; null if it has none and names come from its layout. */
export interface ReadAnswer extends AnswerText {
  readonly reading: readonly ReadName[] | null
}

/** A brand known from the month before. */
export interface KnownName {
  readonly name: string
  readonly domain: string | null
}

/** The product of a report; `domain` is a host name in lower-case ASCII. */
export interface Product {
  readonly brand: string
  readonly domain: string
  readonly aliases: readonly string[]
}

/** A brand with all its spellings, longest first. */
export interface Brand {
  readonly name: string
  readonly domain: string | null
  readonly spellings: readonly string[]
  /** Ignored by a ruling: still found, so that no shorter name is found inside it, but never counted. */
  readonly ignored?: boolean
  /** The product of a report, which counts in any role. */
  readonly own?: boolean
}

/** Why a brand counts in an answer. */
export type Rule =
  /** The answer's reading has it as a choice. */
  | 'read'
  /** The answer's reading has it in passing, but most others as a choice. */
  | 'role'
  /** The answer's reading omits it, but most others have it as a choice. */
  | 'found'
  /** The layout of an answer without a reading marks it. */
  | 'layout'
  /** A declared spelling of the product. */
  | 'product'
  /** The product's domain. */
  | 'domain'

/**
 * A brand's first appearance in an answer: UTF-16 offsets, the rule that applied, its rank from 1, and what the answer says
 * of it according to the reading.
 */
export interface Mention {
  readonly brand: string
  readonly start: number
  readonly end: number
  readonly rule: Rule
  readonly position: number
  readonly stance?: Stance
  /** The sentence that was quoted, in the answer's text. */
  readonly quote?: Span
}

/** A brand that an answer's reading has as a choice, with its first place and the stance that the reading gave. */
export interface Choice {
  readonly brand: string
  readonly start: number
  readonly end: number
  readonly stance: Stance | undefined
}

/** Why a brand in an answer doesn't count. */
export type Reason =
  /** The answer's reading, or most others, have it in passing. */
  | 'passing'
  /** The answer's reading and the others contradict each other. */
  | 'doubt'
  /** A common word that no reading has as a name here. */
  | 'word'
  /** Part of a longer name, without a reading that has it as a name here. */
  | 'longer'
  /** A person's ruling ignores it. */
  | 'ignored'

/** A brand in an answer that doesn't count, with its first place and the reason. */
export interface Refusal {
  readonly brand: string
  readonly start: number
  readonly end: number
  readonly reason: Reason
}

/**
 * The brands that count in an answer, in order of first appearance, those that don't, the read names not in its prose,
 * and how many quotes the reading gave.
 */
export interface Judgement {
  readonly mentions: readonly Mention[]
  readonly refused: readonly Refusal[]
  readonly unverified: readonly string[]
  readonly quotesGiven: number
}
