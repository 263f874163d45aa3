/** What is hidden between words leaves blanks: so many more units are read for each one that is asked for. */
const WITH_BLANKS = 2

/** So many UTF-16 units before a name, without the blanks that a citation leaves: ". " of "It is light. [2] Quillpad". */
export function leftOf(clean: string, start: number, reach: number): string {
  const left = clean.slice(Math.max(0, start - reach), start)
  if (!left.includes('  ')) return left
  return withoutBlanks(clean.slice(Math.max(0, start - reach * WITH_BLANKS), start)).slice(-reach)
}

/** The same behind a name: " is light" of "Quillpad[2] is light". */
export function rightOf(clean: string, end: number, reach: number): string {
  const right = clean.slice(end, end + reach)
  if (!right.includes('  ')) return right
  return withoutBlanks(clean.slice(end, end + reach * WITH_BLANKS)).slice(0, reach)
}

function withoutBlanks(text: string): string {
  return text.replace(/ {2,}(?=[.,;:!?)])/g, '').replace(/ {2,}/g, ' ')
}
