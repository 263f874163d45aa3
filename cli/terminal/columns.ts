import stringWidth from 'string-width'
import wrapAnsi from 'wrap-ansi'

/** How many columns of a terminal a text takes; its colours take none. */
export function width(text: string): number {
  return stringWidth(text)
}

/** The text in exactly so many columns, three or more: cut with an ellipsis, or filled up with blanks. */
export function fitted(text: string, columns: number): string {
  const [start = ''] = wrapAnsi(text, columns - 1, { hard: true, wordWrap: false, trim: false }).split('\n')
  const shown = width(text) <= columns ? text : `${start}…`
  return shown + ' '.repeat(columns - width(shown))
}

/** The text in lines of at most so many columns, parted at blanks, and within a word only where it is longer than a line. */
export function wrapped(text: string, columns: number): string[] {
  const words = text.split(/\s+/).filter((word) => word !== '')
  return words.length === 0 ? [] : wrapAnsi(words.join(' '), columns, { hard: true }).split('\n')
}

/** The lines of a text, each with what it begins with in blanks, folded at blanks where it is longer than so many columns. */
export function folded(text: string, columns: number): string {
  return text
    .split('\n')
    .map((line) => {
      if (width(line) <= columns) return line
      const margin = /^ */.exec(line)?.[0] ?? ''
      return wrapAnsi(line.trimStart(), columns - margin.length).replaceAll(/^/gm, margin)
    })
    .join('\n')
}
