/** So much of a line is read on either side of a place, in UTF-16 units: a text that is all one line takes no longer than others. */
const LONGEST_LINE = 2_000

/** Where the line of a place begins, or what is read of it. */
export function lineStart(text: string, at: number): number {
  const from = Math.max(0, at - LONGEST_LINE)
  return from + text.slice(from, at).lastIndexOf('\n') + 1
}

/** Where the line of a place ends, before its line break, or what is read of it. */
export function lineEnd(text: string, at: number): number {
  const rest = text.slice(at, at + LONGEST_LINE)
  const end = rest.indexOf('\n')
  return at + (end < 0 ? rest.length : end)
}
