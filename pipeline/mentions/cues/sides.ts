import { fold } from '../words/fold.ts'

/** What a question compares, folded: "a or b" has none, "Acme vs Globex for ten people" two. */
export function sidesOf(question: string): string[] {
  const sides = fold(question).split(/ (?:vs\.?|versus) /)
  return sides.length > 1 ? sides : []
}
