import { clipped, oneLine } from '../contract/texts.ts'

/** The searches kept of one answer, and the characters kept of each. */
const MAX_SEARCHES = 20
const LONGEST = 400

/**
 * The queries that an engine sent to the web for one answer, as it worded them, each once and in order, cut to the limits
 * above. Null if it `searched` without saying for what.
 */
export function toSearches(queries: readonly string[], searched: boolean): string[] | null {
  const worded = queries.map((query) => clipped(oneLine(query), LONGEST)).filter((query) => query !== '')
  return searched && worded.length === 0 ? null : [...new Set(worded)].slice(0, MAX_SEARCHES)
}
