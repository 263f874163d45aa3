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
