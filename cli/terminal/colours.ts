import { styleText } from 'node:util'

// For standard output: node:util leaves a text as it is where that is no terminal, or NO_COLOR is set.

/** A head. */
export function heading(text: string): string {
  return text === '' ? text : styleText('bold', text)
}

/** What rose, or is well. */
export function good(text: string): string {
  return styleText('green', text)
}

/** What fell, or failed. */
export function bad(text: string): string {
  return styleText('red', text)
}

/** What it costs. */
export function money(text: string): string {
  return styleText('yellow', text)
}
