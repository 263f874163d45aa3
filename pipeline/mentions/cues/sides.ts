import { fold } from '../words/fold.ts'

/** What a question compares, folded: "a or b" has none, "Acme vs Globex for ten people" two, "Acme or Globex or Zorro" three. */
export function sidesOf(question: string): string[] {
  const folded = fold(question)
  const sides = folded.split(/ (?:vs\.?|versus) /)
  if (sides.length > 1) return sides
  const choices = folded.split(/ (?:or|oder|ou|of|czy) /)
  return choices.length > 2 ? choices : []
}
