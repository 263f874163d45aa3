import { type Likeness, likenessOf } from '../words/cjk-words.ts'

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

/** How much a text looks like a name in what is read: a known name is one. */
export function likenessIn({ kinds, isKnown }: Omit<Reading, 'clean'>, text: string): Likeness {
  return isKnown(text) ? 'name' : likenessOf(text, kinds)
}
