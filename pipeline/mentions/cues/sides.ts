import { fold } from '../words/fold.ts'

/** What a question compares, folded: "a or b" has none, "Acme vs Globex for ten people" two, "Acme or Globex or Zorro" three. */
export function sidesOf(question: string): string[] {
  const folded = fold(question)
  const sides = folded.split(/ (?:vs\.?|versus) /)
  if (sides.length > 1) return sides
  const choices = folded.split(/ (?:or|oder|ou|of|czy) /)
  return choices.length > 2 ? choices : []
}

const OR_BEHIND = /([\p{L}\p{N}.-]{4,}) (?:or|oder|ou|of|czy) $/u
const OR_BEFORE = /^ (?:or|oder|ou|of|czy) ([\p{L}\p{N}.-]{4,})/u

/** The words on the other side of an "or" beside a name, folded as it is: "bett1" of "Emma oder bett1: welche ist besser?" */
export function otherChoices(question: string, name: string): string[] {
  const parts = fold(question).split(name)
  return parts.flatMap((before, at) => {
    const after = parts[at + 1]
    if (after === undefined || /[\p{L}\p{N}]$/u.test(before) || /^[\p{L}\p{N}]/u.test(after)) return []
    return [OR_BEHIND.exec(before)?.[1] ?? [], OR_BEFORE.exec(after)?.[1] ?? []].flat()
  })
}
