import { lineEnd, lineStart } from '../words/line.ts'

/** A heading, or a line of several words in bold, of which none of some length is small up to a colon. */
const TITLE = /^\s*(?:#{1,6} |(\*\*|__)(?![^:\n]* \p{Ll}{5,})\S+ [^*_\n]+\1\s*$)/u

/** Whether it stands in a heading, where every word may have a capital letter. */
export function isTitled(clean: string, start: number): boolean {
  return TITLE.test(clean.slice(lineStart(clean, start), lineEnd(clean, start)))
}
