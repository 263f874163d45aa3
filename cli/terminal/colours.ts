import { styleText } from 'node:util'

// These are for standard output: node:util adds no colours if it is not a terminal or NO_COLOR is set.

/** A table's head. */
export function heading(text: string): string {
  return text === '' ? text : styleText('bold', text)
}

/** A rise or a success. */
export function good(text: string): string {
  return styleText('green', text)
}

/** A fall or a failure. */
export function bad(text: string): string {
  return styleText('red', text)
}

/** A cost. */
export function money(text: string): string {
  return styleText('yellow', text)
}
