import type { AnswerText } from './brand.ts'
import { declinedSpellings } from './declined.ts'
import { nameKey } from './name-key.ts'
import { soundedSpellings } from './transliteration.ts'

/** The ways to write one brand, and the domains proposed for it. */
interface Spelled {
  readonly spellings: Set<string>
  readonly domains: ReadonlyMap<string, number>
}

/**
 * Gives each of the groups, which are by their names' key, the spellings by which the answers write it in another script or
 * case, where no other group has them; one that is a case of another's name becomes part of it, unless it has a domain or stands
 * `apart`. Returns the spellings in another case, which no name goes by.
 */
export function addSpellings(
  groups: Map<string, Spelled>,
  answers: readonly AnswerText[],
  apart: ReadonlySet<string>,
): ReadonlySet<string> {
  const groupOf = new Map([...groups.values()].flatMap((group) => [...group.spellings].map((name) => [name, group])))
  const names = [...groupOf.keys()]
  for (const [name, spellings] of soundedSpellings(names, answers)) {
    for (const spelling of spellings) if (!groups.has(nameKey(spelling))) groupOf.get(name)?.spellings.add(spelling)
  }
  const cases = new Set<string>()
  for (const [name, spellings] of declinedSpellings(names, answers)) {
    const group = groupOf.get(name)
    for (const spelling of spellings) {
      const key = nameKey(spelling)
      const other = groups.get(key)
      if (other !== undefined && other !== group) {
        if (other.domains.size > 0 || apart.has(key)) continue
        groups.delete(key)
      }
      group?.spellings.add(spelling)
      cases.add(spelling)
    }
  }
  return cases
}
