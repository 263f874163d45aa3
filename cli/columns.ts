/** What a terminal shows two columns wide: East Asian letters and signs, and emoji. */
const WIDE =
  /^[\p{Emoji_Presentation}\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|\ufe0f/u
const letters = new Intl.Segmenter('en', { granularity: 'grapheme' })

function lettersOf(text: string): string[] {
  return [...letters.segment(text)].map(({ segment }) => segment)
}

function widthOf(letter: string): number {
  if (/^\p{M}+$/u.test(letter)) return 0
  return WIDE.test(letter) ? 2 : 1
}

/** How many columns of a terminal a text without control characters takes. */
export function width(text: string): number {
  return lettersOf(text).reduce((sum, letter) => sum + widthOf(letter), 0)
}

/** The text in exactly so many columns, three or more: cut with an ellipsis, or filled up with blanks. */
export function fitted(text: string, columns: number): string {
  const shown = width(text) <= columns ? text : `${beginning(text, columns - 1)}…`
  return shown + ' '.repeat(columns - width(shown))
}

/** The text in lines of at most so many columns, parted at blanks, and within a word only where it is longer than a line. */
export function wrapped(text: string, columns: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/\s+/).filter((part) => part !== '')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (width(longer) <= columns) {
      line = longer
      continue
    }
    if (line !== '') lines.push(line)
    line = word
    while (width(line) > columns) {
      const start = beginning(line, columns)
      lines.push(start)
      line = line.slice(start.length)
    }
  }
  return line === '' ? lines : [...lines, line]
}

/** As much of the text's beginning as fits, and one letter at least. */
function beginning(text: string, columns: number): string {
  const [first = '', ...rest] = lettersOf(text)
  let taken = first
  let used = widthOf(first)
  for (const letter of rest) {
    used += widthOf(letter)
    if (used > columns) break
    taken += letter
  }
  return taken
}
