/** A name that a sentence in Chinese, Japanese or Korean holds. */
export interface CjkName {
  readonly name: string
  /** The sentence recommends it, or speaks of it by a name that can be nothing else; else it only stands in a row of names. */
  readonly sure: boolean
}

/** What the reader of a language knows of the whole. */
export interface Reading {
  readonly clean: string
  readonly kinds: ReadonlySet<string>
  readonly isKnown: (name: string) => boolean
}
