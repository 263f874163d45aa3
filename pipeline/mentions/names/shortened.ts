import { isOrdinaryWord } from '../words/ordinary.ts'
import type { AnswerText } from './brand.ts'

/** What a name is written as, and the domains proposed for it. */
interface Spelled {
  readonly spellings: ReadonlySet<string>
  readonly domains: ReadonlyMap<string, number>
}

/** What parts a name's words; an answer may go on to call it by what stands before or behind one. */
const PARTS = /[ -]|[’']s /gu

/**
 * For each known name that is the beginning or the end of a longer known one, and that the answers write behind it
 * ("Segway-Ninebot … Ninebot", "Oura Ring 4 … Oura"): its key, and the key of the longer one, which it counts as, shortest
 * first. Of several longer ones it is the one that stands before it in the most answers. Not a name with a domain of its own,
 * nor an ordinary word that ends the longer one ("Linux Mint … Mint"), nor where a person has `ruled` on either. The same for
 * any order of the answers.
 */
export function readShortened(
  groups: ReadonlyMap<string, Spelled>,
  answers: readonly AnswerText[],
  ruled: ReadonlySet<string>,
): Map<string, string> {
  const keyOf = new Map([...groups].flatMap(([key, { spellings }]) => [...spellings].map((name) => [name, key])))
  const pairs = [...keyOf].flatMap(([long, of]) =>
    partsOf(long).flatMap((short) => {
      const key = keyOf.get(short)
      return key === undefined || key === of || ruled.has(key) || ruled.has(of) || !isFree(groups, key, of)
        ? []
        : [{ short, key, long, of }]
    }),
  )
  const target: [string, string][] = []
  for (const [key, found] of Map.groupBy(pairs, (pair) => pair.key)) {
    const votes = new Map<string, number>()
    for (const { short, long, of } of found) votes.set(of, (votes.get(of) ?? 0) + lead(short, long, answers))
    const [first] = [...votes].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    if (first !== undefined && first[1] > 0) target.push([key, first[0]])
  }
  // From the shortest: what "Oura" has become part of may be the beginning of a longer one itself.
  return new Map(target.sort(([a], [b]) => a.length - b.length || (a < b ? -1 : 1)))
}

function partsOf(name: string): string[] {
  const parts = [...name.matchAll(PARTS)].flatMap(({ 0: mark, index }) => {
    const tail = name.slice(index + mark.length)
    return [name.slice(0, index), ...(isOrdinaryWord(tail) ? [] : [tail])]
  })
  return [...new Set(parts)]
}

/** Whether the shorter name has no domain, or the longer one's. */
function isFree(groups: ReadonlyMap<string, Spelled>, short: string, long: string): boolean {
  const domains = groups.get(long)?.domains
  return [...(groups.get(short)?.domains.keys() ?? [])].every((domain) => domains?.has(domain) === true)
}

/** In how many answers more the long name stands before the short one than behind it. */
function lead(short: string, long: string, answers: readonly AnswerText[]): number {
  let more = 0
  for (const { text } of answers) {
    const at = text.indexOf(long)
    const first = text.indexOf(short)
    if (at >= 0) more += first < at ? -1 : 1
  }
  return more
}
