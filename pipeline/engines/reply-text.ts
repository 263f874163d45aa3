/** A part of a reply: text, or a search and whether it found anything. */
export type ReplyPart = { readonly said: string } | { readonly found: boolean }

/**
 * Whether a reply contains an answer. Text before the first successful search, or before the last search if none
 * succeeded, only announces the search ("I'll look this up.").
 */
export function holdsAnswer(parts: readonly ReplyPart[]): boolean {
  const found = parts.findIndex((part) => 'found' in part && part.found)
  const last = found === -1 ? parts.findLastIndex((part) => 'found' in part) : found
  return parts.slice(last + 1).some((part) => 'said' in part && !isBlank(part.said))
}

/** Whether a text has no visible character; invisible ones other than white space are joiners and soft hyphens. */
export function isBlank(text: string): boolean {
  return /^[\s\p{Cf}]*$/u.test(text)
}

/**
 * Joins the texts of several messages, with an empty line wherever no whitespace separates two of them: the last word
 * of one and the first word of the next must not run together into a name.
 */
export function joinTexts(texts: readonly string[]): string {
  return texts.reduce((all, text) => {
    const separated = all === '' || text === '' || /\s$/.test(all) || /^\s/.test(text)
    return separated ? all + text : `${all}\n\n${text}`
  }, '')
}
