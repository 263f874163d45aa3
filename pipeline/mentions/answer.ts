/** A name that a reader gives for one answer: `choice` is what the buyer could choose, `passing` all that is named beside it. */
export interface ReadName {
  readonly name: string
  readonly role: 'choice' | 'passing'
  readonly domain: string | null
}

/** What counting reads of one answer. */
export interface AnswerText {
  readonly text: string
  readonly question: string
  readonly citations: readonly {
    readonly url: string
    readonly title?: string | undefined
    readonly domain: string | null
  }[]
}

/** An answer with the names that a reader gave for it; `reading` is null where nobody read it: then its layout speaks. */
export interface ReadAnswer extends AnswerText {
  readonly reading: readonly ReadName[] | null
}

/** A brand that the category is known to have, as of the month before. */
export interface KnownName {
  readonly name: string
  readonly domain: string | null
}

/** The product that a report is about; `domain` is a host name in lower-case ASCII. */
export interface Product {
  readonly brand: string
  readonly domain: string
  readonly aliases: readonly string[]
}

/** A brand with every spelling that counts as it, longest first. */
export interface Brand {
  readonly name: string
  readonly domain: string | null
  readonly spellings: readonly string[]
  /** By a person's ruling: found, so that no shorter name is found inside it, and never counted. */
  readonly ignored?: boolean
  /** The product that a report is about: named in whatever role it stands. */
  readonly own?: boolean
}

/** Why a brand counts in an answer. */
export type Rule =
  /** The answer's reading has it as a choice. */
  | 'read'
  /** The answer's reading has it in passing, and the category's others as a choice. */
  | 'role'
  /** The answer's reading left it out, and the category's others have it as a choice. */
  | 'found'
  /** The layout of an answer that nobody read marks it. */
  | 'layout'
  /** The product's declared spelling stands there. */
  | 'product'
  /** The product's domain stands there. */
  | 'domain'

/** A brand's first appearance in an answer: UTF-16 offsets into its text, the rule that fired, its rank among the brands there from 1. */
export interface Mention {
  readonly brand: string
  readonly start: number
  readonly end: number
  readonly rule: Rule
  readonly position: number
}

/** Why a brand that stands in an answer doesn't count there. */
export type Reason =
  /** The answer's reading, or the category's others, have it in passing. */
  | 'passing'
  /** Only one reading has it, and others leave it out where it stands; or the reverse. */
  | 'doubt'
  /** An ordinary word, and no reading has it as a name here. */
  | 'word'
  /** Part of a longer name, and no reading has it as a name here. */
  | 'longer'
  /** A person's ruling ignores it. */
  | 'ignored'

/** A brand that stands in an answer and doesn't count: where it first does, and why not. */
export interface Refusal {
  readonly brand: string
  readonly start: number
  readonly end: number
  readonly reason: Reason
}

/** What counts in an answer, in order of first appearance; what stands there and doesn't; and the names read that stand nowhere in its prose. */
export interface Judgement {
  readonly mentions: readonly Mention[]
  readonly refused: readonly Refusal[]
  readonly unverified: readonly string[]
}
