import stringWidth from 'fast-string-width'
import { wrapAnsi } from 'fast-wrap-ansi'
import { plain } from './output.ts'

/** The width of texts, tables and helps. */
export const COLUMNS = 80

/** Zero-width characters that the library counts as one column each, such as the non-joiner of Persian. */
const WITHOUT_WIDTH = /[\u00ad\u200b\u200c\u2060\ufeff]/g

/** The width of a text in terminal columns, without its colours. */
export function width(text: string): number {
  return stringWidth(text.replaceAll(WITHOUT_WIDTH, ''))
}

/** The text in exactly `columns` (three or more), truncated with an ellipsis or padded with blanks. */
export function fitted(text: string, columns: number): string {
  const [start = ''] = wrapAnsi(text, columns - 1, { hard: true, wordWrap: false, trim: false }).split('\n')
  const shown = width(text) <= columns ? text : `${start}…`
  return shown + ' '.repeat(columns - width(shown))
}

/**
 * The text in lines of at most `columns`, broken at blanks, and within a word only if it is longer than
 * a line. Blanks that no line breaks at are printed as plain ones, so that the output can be searched.
 */
export function wrapped(text: string, columns: number): string[] {
  const words = text.split(/[^\S\u00a0]+/).filter((word) => word.trim() !== '')
  return words.length === 0
    ? []
    : wrapAnsi(words.join(' '), columns, { hard: true }).replaceAll('\u00a0', ' ').split('\n')
}

/** Untrusted text in lines of at most 80 columns. */
export function prose(text: string): string[] {
  return wrapped(plain(text), COLUMNS)
}

/** The text with lines longer than `columns` broken at blanks, each keeping its indentation; blanks are printed as `wrapped` does. */
export function folded(text: string, columns: number): string {
  return text
    .split('\n')
    .map((line) => {
      if (width(line) <= columns) return line
      const margin = /^ */.exec(line)?.[0] ?? ''
      return wrapAnsi(line.trimStart(), columns - margin.length).replaceAll(/^/gm, margin)
    })
    .join('\n')
    .replaceAll('\u00a0', ' ')
}
