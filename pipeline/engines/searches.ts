import { clipped, oneLine } from '../contract/wording.ts'

/** What is kept of one answer: so many searches, and so many characters of each. */
const SEARCHES_AT_MOST = 20
const LONGEST = 400

/**
 * The queries that an engine sent to the web for one answer, as it worded them, each once and in order; a part of them where
 * they are many or long. Null where it `searched` without saying for what.
 */
export function toSearches(queries: readonly string[], searched: boolean): string[] | null {
  const worded = queries.map((query) => clipped(oneLine(query), LONGEST)).filter((query) => query !== '')
  return searched && worded.length === 0 ? null : [...new Set(worded)].slice(0, SEARCHES_AT_MOST)
}
