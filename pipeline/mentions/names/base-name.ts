import { getDomain } from 'tldts'
import { isHost } from '../text/clean.ts'
import { fold } from '../words/fold.ts'
import { isOrdinaryWord } from '../words/ordinary.ts'
import { nameKey } from './name-key.ts'

const LONGEST = 80
const LEGAL =
  /[\s,]+(?:inc|incorporated|llc|llp|ltd|limited|plc|corp|corporation|company|co|gmbh|ag|kg|se|sa|sas|sarl|srl|spa|s\.p\.a|s\.r\.l|s\.a|bv|b\.v|nv|ab|oy|as|a\/s|aps|pty(?: ltd)?|kk|株式会社|有限公司)\.?$/iu
const LEGAL_FIRST = /^(?:株式会社|\(株\)|㈱)\s*/u
/** An article alone is no name: "Le VPN". */
const ARTICLE = /^(?:le|la|les|el|il|lo|der|die|das|de|het)$/iu

/** A proposed name without marks around it; empty where it can be no name. */
export function tidyName(name: string): string {
  const tidy = name
    .normalize('NFC')
    .replace(/[®™©℠]/g, '')
    .replace(/^[\s*_"“”«»`]+|[\s*_"“”«»`,;:]+$/gu, '')
    .replace(/\s+/g, ' ')
  return tidy.length <= LONGEST && /[\p{L}\p{N}]/u.test(tidy) ? tidy : ''
}

/**
 * The name without legal form, without the words of its category, and without the ending of a host name, as long as a name
 * remains. A name that stands `apart` is left as it is.
 */
export function baseName(
  name: string,
  kinds: ReadonlySet<string>,
  known: ReadonlySet<string>,
  apart: ReadonlySet<string>,
): string {
  if (apart.has(nameKey(name))) return name
  const remains = (text: string): boolean => nameKey(text) !== '' && (!isOrdinaryWord(text) || known.has(nameKey(text)))
  if (isHost(name)) {
    const label = (getDomain(name) ?? name).replace(/\..*$/, '')
    // "cal" is no name of Cal.com, nor is what is asked for: "booking" of Booking.com.
    return remains(label) && label.length > 3 && !kinds.has(fold(label)) ? label : name
  }
  const short = name.replace(LEGAL_FIRST, '').replace(LEGAL, '')
  let base = remains(short) ? short : name
  const words = base.split(' ')
  for (let length = words.length - 1; length > 0 && kinds.has(fold(words[length] ?? '')); length -= 1) {
    if (apart.has(nameKey(base))) break
    const shorter = words.slice(0, length).join(' ')
    if (
      remains(shorter) &&
      !ARTICLE.test(shorter) &&
      !/ (?:in|of|and|by|de|di|da|du|des|del|per|para|for|für|und|et|y|e)$/iu.test(shorter)
    )
      base = shorter
  }
  return base
}
