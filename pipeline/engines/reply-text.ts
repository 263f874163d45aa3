/** A part of a reply: something said, or a search and whether it found anything. */
export type ReplyPart = { readonly said: string } | { readonly found: boolean }

/**
 * Whether a reply says anything that answers, its parts in their order. Text before the first search that found something,
 * or before the last one where none did, only announces the search ("I'll look this up.").
 */
export function holdsAnswer(parts: readonly ReplyPart[]): boolean {
  const found = parts.findIndex((part) => 'found' in part && part.found)
  const last = found === -1 ? parts.findLastIndex((part) => 'found' in part) : found
  return parts.slice(last + 1).some((part) => 'said' in part && part.said.trim() !== '')
}

/**
 * What an engine said in several messages, as one text: as it came where there is a blank between two of them, else
 * with an empty line between, so that the last word of one and the first of the next don't become one name.
 */
export function joinTexts(texts: readonly string[]): string {
  return texts.reduce((all, text) => {
    const apart = all === '' || text === '' || /\s$/.test(all) || /^\s/.test(text)
    return apart ? all + text : `${all}\n\n${text}`
  }, '')
}
