import sources from './data/sources.json' with { type: 'json' }

/** The longest line that may head a list of sources. */
const LONGEST_HEAD = 40
const HEADS = new Set(sources.words.split('|'))
const MARKS = codesOf([...' \t#*_>'])
/** What a head of sources or a note begins with: most lines cost no more than a look at it. */
const FIRST = codesOf([...HEADS].flatMap((head) => [head, head.toUpperCase()]).concat([...'[¹²³⁴⁵⁶⁷⁸⁹†‡']))
/** "[1] Acme – how it is tested", "¹ Adapted from Acme": a line that a number in brackets or a raised one begins. */
const NOTE = /^[ \t]*(?:\[\d{1,2}\][:.]? (?=\S)|[*_]{0,3}[¹²³⁴-⁹†‡]{1,3}[)*_]{0,3}\s*\S)/u

/**
 * The lists of sources that an answer ends a section with ("## Sources" up to the next heading), the lines that list them
 * themselves ("Sources: Acme, Which?"), and notes. Pairs of UTF-16 offsets, end exclusive.
 */
export function sourceLists(text: string): [number, number][] {
  const lists: [number, number][] = []
  for (let line = 0; line < text.length; ) {
    const newline = text.indexOf('\n', line)
    const end = newline < 0 ? text.length : newline
    let first = line
    while (first < end && MARKS.has(text.charCodeAt(first))) first += 1
    if (!FIRST.has(text.charCodeAt(first))) {
      line = end + 1
      continue
    }
    const head = text.slice(first, Math.min(end, first + LONGEST_HEAD))
    const label = /^[^:：*_#]*/u.exec(head)?.[0] ?? ''
    const isHead = (label.length < head.length || first + label.length === end) && HEADS.has(label.trim().toLowerCase())
    const isAlone = isHead && !/[\p{L}\p{N}]/u.test(text.slice(first + label.length, end))
    const stop = isAlone ? endOfSection(text, end) : end
    if (isHead || NOTE.test(text.slice(line, first + LONGEST_HEAD))) lists.push([line, stop])
    line = stop + 1
  }
  return lists
}

/** A list of sources reaches to the next heading. */
function endOfSection(text: string, from: number): number {
  const next = /\n#{1,6} /g
  next.lastIndex = from
  return next.exec(text)?.index ?? text.length
}

function codesOf(texts: readonly string[]): ReadonlySet<number> {
  return new Set(texts.map((text) => text.charCodeAt(0)))
}
