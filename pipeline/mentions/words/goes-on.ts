import { pointAt, pointBefore, wordClass } from './fold.ts'

/** How far behind a name its host is looked for, in UTF-16 units. */
const REACH = 80

/** The host name that continues the span ("cal" in "cal.com"), or the empty string. */
export function hostAt(text: string, start: number, end: number): string {
  const rest = /^(?:\.[a-z][a-z0-9-]*)+(?![\p{L}\p{N}])/u.exec(text.slice(end, end + REACH))
  return rest === null || wordClass(pointBefore(text, start)) !== 'none' ? '' : text.slice(start, end) + rest[0]
}

const PARTICLES =
  /^(?:은|는|이|가|을|를|의|에|에서|에게|로|으로|와|과|도|만|까지|부터|보다|처럼|이나|나|이라|이라는|라는|이며|이고|인|입니다|이다|랑|이랑|용|측)(?!\p{Script=Hangul})/u
const LATIN_ENDINGS = /^(?:s|es|a|u|e|y|i|em|om|owi|ovi|ie|ze|ów|ami|ach|ą|ę)(?![\p{L}\p{N}])/u
const CYRILLIC_ENDINGS = /^(?:а|у|е|ы|и|ом|ем|ов|ами|ах)(?![\p{L}\p{N}])/u

/**
 * The length of a case or plural ending behind a name: the plural's `s`, the Slavic cases of names that end in a consonant
 * (in Latin letters only where the text is `slavic`), Korean particles. 0 when what follows is no ending.
 */
export function endingAt(text: string, end: number, slavic: () => boolean): number {
  const rest = text.slice(end, end + 8)
  const last = String.fromCodePoint(Math.max(0, pointBefore(text, end)))
  if (wordClass(pointAt(text, end)) === 'hangul') return PARTICLES.exec(rest)?.[0].length ?? 0
  if (/^s(?![\p{L}\p{N}])/u.test(rest) && /\p{Script=Latin}/u.test(last)) return 1
  if (/[bcdfghjklmnpqrstvwxz]/i.test(last)) {
    const ending = LATIN_ENDINGS.exec(rest)?.[0].length ?? 0
    return ending > 0 && slavic() ? ending : 0
  }
  if (/[бвгджзклмнпрстфхцчшщ]/i.test(last)) return CYRILLIC_ENDINGS.exec(rest)?.[0].length ?? 0
  return 0
}
