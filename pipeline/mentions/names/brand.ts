/** A name that the scribe or the rules propose as a brand; `domain` is the brand's own, where known. */
export interface ProposedName {
  readonly name: string
  readonly domain: string | null
  /** Proposed by rules, not by a model or a person. */
  readonly byRules?: true
}

/** Who proposed a brand: a model; a person, by a ruling, where no model did; or rules alone. */
export type Proposer = 'model' | 'person' | 'rules'

/** A brand with every spelling that counts as it, longest first. */
export interface Brand {
  readonly name: string
  readonly domain: string | null
  readonly spellings: readonly string[]
  /** By a person's ruling: found, so that no shorter name is found inside it, and never counted. */
  readonly ignored?: boolean
  /** Nobody the product. */
  readonly proposedBy?: Proposer
  /** The product that a report is about: named whether or not it is a choice there. */
  readonly own?: boolean
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

/** A brand's first appearance in an answer: UTF-16 offsets into its text, the rule that fired, its rank among the brands there from 1. */
export interface Mention {
  readonly brand: string
  readonly start: number
  readonly end: number
  readonly rule: string
  readonly position: number
}
