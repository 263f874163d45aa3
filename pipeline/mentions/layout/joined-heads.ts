import type { Series } from './series.ts'

/** "Kumho and Nexen": two names that head one line. */
const JOINED =
  /^(\p{Lu}\S*(?: \p{Lu}\S*){0,3}) (?:and|or|und|oder|et|ou|y|e|o|i|oraz|lub|en|of|og|och) (\p{Lu}\S*(?: \p{Lu}\S*){0,3})$/u

/** The series with each name by itself where one of its heads joins two that are names for sure. "Barnes and Noble" is left as it is. */
export function withoutJoins(series: Series, isName: (part: string) => boolean): Series {
  const parts = new Map(
    series.heads.flatMap((head) => joinedNames(head, isName).map((names) => [head, names] as const)),
  )
  if (parts.size === 0) return series
  const each = (heads: Iterable<string>): string[] => [...heads].flatMap((head) => parts.get(head) ?? [head])
  return {
    ...series,
    heads: each(series.heads),
    labels: new Set(each(series.labels)),
  }
}

/** The two names in a list of their own; none where the head is one. */
function joinedNames(head: string, isName: (part: string) => boolean): (readonly [string, string])[] {
  const [, first, second] = JOINED.exec(head) ?? []
  if (first === undefined || second === undefined) return []
  return isName(first) && isName(second) ? [[first, second]] : []
}
