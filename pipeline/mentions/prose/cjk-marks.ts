/** A name in Latin letters, in the text of another script. */
export const LATIN = `(?<![A-Za-z0-9@./_-]|[0-9],)[A-Za-z0-9][A-Za-z0-9.&+'’!-]*[A-Za-z0-9+!](?: ?[&＆] ?[A-Z][A-Za-z]+)?(?: (?:[A-Z0-9][A-Za-z0-9.+'’!-]*))*`
/** Between a name and what is said of it: emphasis, quotation marks, a note in brackets. */
export const SKIP_RIGHT = /^[*_」』》”"\s]*(?:[（(][^（()）\n]{1,30}[)）])?[*_」』》”"\s]*/u
export const SKIP_LEFT = /(?:[*_「『《“"]|[^\S\n])*$/u
