import type { Series } from './series.ts'

/** "Kumho and Nexen": two names that head one line. */
const JOINED =
  /^(\p{Lu}\S*(?: \p{Lu}\S*){0,3}) (?:and|or|und|oder|et|ou|y|e|o|i|oraz|lub|en|of|og|och) (\p{Lu}\S*(?: \p{Lu}\S*){0,3})$/u

/** The series with each name by itself where one of its heads joins two that are names for sure. "Barnes and Noble" is left as it is. */
export function withoutJoins(series: Series, isName: (part: string) => boolean): Series {
  const parts = new Map<string, readonly string[]>()
  for (const head of series.heads) {
    const names = joinedNames(head)
    if (names.length > 0 && names.every(isName)) parts.set(head, names)
  }
  if (parts.size === 0) return series
  const each = (heads: Iterable<string>): string[] => [...heads].flatMap((head) => parts.get(head) ?? [head])
  return {
    ...series,
    heads: each(series.heads),
    labels: new Set(each(series.labels)),
  }
}

/** The two sides of a head that joins them; none where it doesn't. */
function joinedNames(head: string): readonly string[] {
  return JOINED.exec(head)?.slice(1) ?? []
}
