import type { Evidence } from './terms.ts'

/** A part of an answer's text, with the evidence if it is a counted name. */
export interface Stretch {
  readonly text: string
  readonly mark?: Evidence
}

/**
 * Splits a text at the names counted in it; the stretches joined are always the whole text. A span that is out of
 * range, empty, inside a surrogate pair or overlapping an earlier one is not marked, and its brand is in `unmarked`.
 */
export function markText(text: string, evidence: readonly Evidence[]): { stretches: Stretch[]; unmarked: string[] } {
  const stretches: Stretch[] = []
  const unmarked: string[] = []
  let at = 0
  for (const mark of [...evidence].sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (mark.start < at || mark.end <= mark.start || !isBoundary(text, mark.start) || !isBoundary(text, mark.end)) {
      unmarked.push(mark.brand)
      continue
    }
    if (mark.start > at) stretches.push({ text: text.slice(at, mark.start) })
    stretches.push({ text: text.slice(mark.start, mark.end), mark })
    at = mark.end
  }
  if (at < text.length) stretches.push({ text: text.slice(at) })
  return { stretches, unmarked }
}

function isBoundary(text: string, at: number): boolean {
  // A code point above U+FFFF takes two units, so one that begins just before includes this place.
  return Number.isInteger(at) && at >= 0 && at <= text.length && (text.codePointAt(at - 1) ?? 0) <= 0xffff
}
