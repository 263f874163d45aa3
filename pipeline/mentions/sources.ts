import sources from './data/sources.json' with { type: 'json' }

/** The longest heading of a list of sources. */
const MAX_HEAD = 40
const HEADS = new Set(sources.words.split('|'))
/** By UTF-16 unit: the markup before headings, and the first characters of headings and notes, which few lines have. */
const MARKUP = unitsOf([...' \t#*_>'])
const FIRST = unitsOf([...HEADS].flatMap((head) => [head, head.toUpperCase()]).concat([...'[¹²³⁴⁵⁶⁷⁸⁹†‡']))
/** A line that begins with a bracketed or superscript number: "[1] Acme – how it is tested", "¹ Adapted from Acme". */
const NOTE = /^[ \t]*(?:\[\d{1,2}\][:.]? (?=\S)|[*_]{0,3}[¹²³⁴-⁹†‡]{1,3}[)*_]{0,3}\s*\S)/u

/**
 * The spans (UTF-16 offsets, end exclusive) of lists of sources: a section "## Sources" up to the next heading, a line
 * "Sources: Acme, Which?", and notes.
 */
export function sourceLists(text: string, units: Uint16Array): [number, number][] {
  const lists: [number, number][] = []
  for (let line = 0; line < text.length; ) {
    const newline = text.indexOf('\n', line)
    const end = newline < 0 ? text.length : newline
    let first = line
    while (first < end && MARKUP[units[first] ?? 0] === 1) first += 1
    if (FIRST[units[first] ?? 0] !== 1) {
      line = end + 1
      continue
    }
    const head = text.slice(first, Math.min(end, first + MAX_HEAD))
    const label = /^[^:：*_#]*/u.exec(head)?.[0] ?? ''
    const isHead = (label.length < head.length || first + label.length === end) && HEADS.has(label.trim().toLowerCase())
    const isHeadingOnly = isHead && !/[\p{L}\p{N}]/u.test(text.slice(first + label.length, end))
    const stop = isHeadingOnly ? endOfSection(text, end) : end
    if (isHead || NOTE.test(text.slice(line, first + MAX_HEAD))) lists.push([line, stop])
    line = stop + 1
  }
  return lists
}

/** The offset of the next heading, or the end of the text. */
function endOfSection(text: string, from: number): number {
  const next = /\n#{1,6} /g
  next.lastIndex = from
  return next.exec(text)?.index ?? text.length
}

function unitsOf(texts: readonly string[]): Uint8Array {
  const table = new Uint8Array(0x10000)
  for (const text of texts) table[text.charCodeAt(0)] = 1
  return table
}
