import { isTelling } from '../words/name-shape.ts'
import type { Native } from '../words/native.ts'
import { isSmallWord } from '../words/role-words.ts'
import type { Run } from '../words/runs.ts'

/** Between the members of a row: a comma, a word for "and", or both. */
const BETWEEN =
  /^(?:[*_)\]]|[’']s)*(?: [$€£]\d[\d.,]*(?:\/\p{L}+)?| \([^()\n]{1,64}\)|\[\d{1,2}\])?(?:,| [&+]|,? (?:and|or|und|oder|sowie|bzw\.|et|ou|puis|y|o|e|ed|i|oraz|lub|albo|czy|en|of|och|eller|og|nebo|ve|veya|и|или)|\/)[ ]?(?:the |der |die |das |den |dem |le |la |les |l[’']|zu |bei |von |de |chez |à |d[’']|en |em |no |na |ao |à |su |di |van |bij |met |mit |con |com |el |las |los |il |lo |gli |o |a |os |as |de |het )?[*_([]*$/u
/** A name that is written small between two others: "Nike, adidas and Puma". */
const LOWER_MEMBER =
  /^, (\p{Ll}[\p{L}\p{N}]{2,20})(?:, ?|,? (?:and|or|und|oder|sowie|et|ou|y|e|o|ed|i|oraz|lub|en|of) )$/u
/** No longer text stands between two names of a row. */
const LONGEST = 80

/** Whether what stands between two names makes a row of them. */
export function joins(between: string): boolean {
  return between.length < LONGEST && (BETWEEN.test(between) || LOWER_MEMBER.test(between))
}

/** The name written small that stands between two others and that no lexicon knows. */
export function smallMember(between: string): string | undefined {
  const name = between.length > LONGEST ? undefined : LOWER_MEMBER.exec(between)?.[1]
  return name !== undefined && isTelling(name) && !isSmallWord(name) ? name : undefined
}

/**
 * Whether only what opens an English sentence stands before the comma between two names: "In England, Numatic turns out
 * thousands". The first begins at `start`, the second ends at `end`.
 */
export function opensSentence(clean: string, start: number, between: string, end: number): boolean {
  if (between !== ', ' || goesOn(clean, end)) return false
  return /(?:^|[\n.!?;:] *)[*_]*(?:In|On|For|At|Among|Across|From|Outside|With|Unlike|Besides|Like) (?:the )?[*_]*$/.test(
    clean.slice(Math.max(0, start - 24), start),
  )
}

/** Whether a row goes on behind its second name. */
function goesOn(clean: string, end: number): boolean {
  return /^[*_]*(?:,| and | or )/.test(clean.slice(end, end + 8))
}

const SMALL_LEFT = /(?<![\p{L}\p{N}.@/’'-])(\p{Ll}[\p{L}\p{N}]{3,20})[*_]*, [*_]*$/u
const SMALL_RIGHT =
  /^[*_]*(?:,|,? (\p{L}{1,6})) [*_]*(\p{Ll}[\p{L}\p{N}]{3,20})(?=[*_]*(?:[.,;:!?)]|\s?\[|$|\n| (?:und|oder|y|e|et|ou|o|i|oraz|lub|of|en) ))/u
const AND_WORD = /^(?:und|oder|sowie|et|ou|y|o|e|ed|i|oraz|lub|albo|czy|of|och|eller|og|nebo|ve|veya|u)$/u

/** Names written small beside one in a row, which no lexicon knows: "N26 y bunq", "eprimo, Yello und". */
export function smallMembers(
  clean: string,
  { start, end }: Run,
  native: Native,
  lower: ReadonlySet<string>,
): { name: string; start: number }[] {
  const before = clean.slice(Math.max(0, start - 32), start)
  const after = clean.slice(end, end + 40)
  // Only a row goes on behind its second name.
  const left = /^[*_]*(?:,| \p{L}{1,6}) [*_]*\p{Lu}/u.test(after) ? SMALL_LEFT.exec(before) : null
  const right = SMALL_RIGHT.exec(after)
  const joins = right?.[1] === undefined || AND_WORD.test(right[1]) || (right[1] === 'en' && native('het') > 0)
  const places = [
    [left?.[1], start - before.length + (left?.index ?? 0)],
    [joins ? right?.[2] : undefined, end + (right?.[0].length ?? 0) - (right?.[2]?.length ?? 0)],
  ] as const
  return places.flatMap(([name, at]) =>
    name === undefined || /[^\p{ASCII}]/u.test(name) || !isTelling(name) || native(name) > 0 || lower.has(`${name}s`)
      ? []
      : [{ name, start: at }],
  )
}
