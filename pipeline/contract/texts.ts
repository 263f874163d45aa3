/** The normalised URL if it is http(s) and may be linked; otherwise undefined. */
export function webAddress(url: string): string | undefined {
  const parsed = URL.parse(url)
  return parsed?.protocol === 'https:' || parsed?.protocol === 'http:' ? parsed.href : undefined
}

/**
 * Invisible characters: controls except tabs and line ends, bidirectional embeddings, overrides and isolates,
 * zero-width characters except the two joiners that scripts and emoji need, tags, which can spell a text that only a
 * model reads, and the two noncharacters that no XML file may hold.
 */
const INVISIBLE =
  /[^\P{Cc}\t\n\r]|[\u200b\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff\ufffe\uffff]|[\u{e0000}-\u{e007f}]/gu

/** The text with U+FFFD for each UTF-16 unit of an invisible character, so that offsets stay valid. */
export function visible(text: string): string {
  return text.toWellFormed().replace(INVISIBLE, (found) => '\ufffd'.repeat(found.length))
}

/** A copy of a JSON value with `visible` applied to every string. */
export function visibleTexts<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value), (_, part: unknown) => (typeof part === 'string' ? visible(part) : part))
}

/** The text on one line, trimmed, without invisible characters other than the joiners that scripts and emoji need. */
export function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cf}--[\u200c\u200d]]/gv, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
}

/** The text, cut to at most `longest` characters. */
export function clipped(text: string, longest: number): string {
  const characters = [...text]
  if (characters.length <= longest) return text
  const kept = characters.slice(0, longest - 1).join('')
  return `${kept.trimEnd()}…`
}
