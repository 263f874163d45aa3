import { isFunctionWord } from '../words/ordinary.ts'
import type { Writing } from '../words/runs.ts'

/** What says in brackets what something was called before, or is now. */
const OTHER_NAME = String.raw`\((?:formerly|previously|now|once|ehemals|früher|vormals|heute|jetzt|anciennement|aujourd[’']hui|ex|antes|antigu[ao]|antig[ao]|hoy|hoje|ahora|anteriormente|già|oggi|precedentemente|dawniej|wcześniej|dziś|obecnie|voorheen|eerder|nu) [*_“"„]*(?:\p{Lu}|[\p{L}\p{N}-]+\.\p{Ll}{2})`
const RENAMED = new RegExp(OTHER_NAME, 'gu')
const RENAMED_BEHIND = new RegExp(String.raw`^[*_”"\]]* ${OTHER_NAME}`, 'u')
/** The words with capital letters right before it: one behind a table's bar may be the end of "Rova | Vestrix". */
const NAME_BEFORE =
  /(?<![\p{L}\p{M}\p{N}.&’'-]|\p{L} \| )(\p{Lu}[\p{L}\p{M}\p{N}.&’'-]*(?: [\p{Lu}\p{N}][\p{L}\p{M}\p{N}.&’'-]*){0,3})[*_”"\]]* $/u
/** The longest name and what stands between it and its brackets, in UTF-16 units. */
const REACH = 64

/**
 * The names that a text gives another name of in brackets, wherever they stand: "Radix" of "there is Radix (formerly Vokiro)".
 * Words that lead to one with capital letters are none of it: "Universitäten Radix Connect (früher Vokiro)".
 */
export function readRenamed(
  clean: string,
  { nouns, native }: Pick<Writing, 'nouns' | 'native'>,
): { name: string; start: number }[] {
  return [...clean.matchAll(RENAMED)].flatMap(({ index }) => {
    const before = clean.slice(Math.max(0, index - REACH), index)
    const match = NAME_BEFORE.exec(before)
    if (match?.[1] === undefined) return []
    let words = match[1].split(' ')
    const leads = (word = ''): boolean => isFunctionWord(word) || (nouns && native(word) > 0)
    while (words.length > 1 && leads(words[0])) words = words.slice(1)
    const name = words.join(' ')
    return [{ name, start: index - before.length + match.index + match[1].length - name.length }]
  })
}

/** Whether what stands behind a name gives another name of it in brackets. */
export function isRenamed(after: string): boolean {
  return RENAMED_BEHIND.test(after)
}

/** Whether a host of its own stands in brackets behind a name: "Bulk (bulk.com)", "Superscript (gosuperscript.com)". */
export function namesHost(after: string, name: string): boolean {
  const host = /^[*_]* ?\((?:www\.)?([a-z0-9-]{3,40})\.[a-z]{2,6}(?:\.[a-z]{2})?[),]/.exec(after)?.[1]
  return (
    host !== undefined &&
    name.length > 3 &&
    host.replaceAll('-', '').includes(name.toLowerCase().replace(/[^a-z0-9]/g, ''))
  )
}
