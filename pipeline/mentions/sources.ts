import words from './data/sources.json' with { type: 'json' }

/** The longest line that may head a list of sources. */
const LONGEST_HEAD = 40
const HEADS = new Set(words.heads.split('|'))
/** "[1] Acme – how it is tested", "¹ Adapted from Acme": a line that a number in brackets or a raised one begins. */
const NOTE = /^[ \t]*(?:\[\d{1,2}\][:.]? (?=\S)|[*_]{0,3}[¹²³⁰⁴-⁹†‡]{1,3}[)*_]{0,3}\s*\S)/u

/**
 * The lists of sources that an answer ends a section with ("## Sources" up to the next heading), the lines that list them
 * themselves ("Sources: Acme, Which?"), and notes. Pairs of UTF-16 offsets, end exclusive.
 */
export function sourceLists(text: string): [number, number][] {
  const lists: [number, number][] = []
  for (let line = 0; line < text.length; ) {
    const newline = text.indexOf('\n', line)
    const end = newline < 0 ? text.length : newline
    const head = text.slice(line, Math.min(end, line + LONGEST_HEAD))
    const colon = head.search(/[:：]/)
    // Most lines are a sentence, and cost no more than this.
    const label = colon > 0 || end - line < LONGEST_HEAD ? head.slice(0, colon > 0 ? colon : undefined) : ''
    if (
      label !== '' &&
      HEADS.has(
        label
          .replace(/[\s#*_>]+/gu, ' ')
          .trim()
          .toLowerCase(),
      )
    ) {
      const isAlone = !/[\p{L}\p{N}]/u.test(head.slice(label.length))
      const stop = isAlone ? endOfSection(text, end) : end
      lists.push([line, stop])
      line = stop + 1
      continue
    }
    if (NOTE.test(head)) lists.push([line, end])
    line = end + 1
  }
  return lists
}

/** A list of sources reaches to the next heading. */
function endOfSection(text: string, from: number): number {
  const next = /\n#{1,6} /g
  next.lastIndex = from
  return next.exec(text)?.index ?? text.length
}
