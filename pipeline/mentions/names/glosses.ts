import type { AnswerText } from './brand.ts'
import { nameKey } from './name-key.ts'

const GLOSS = /([^\s（(*_|][^（()）\n|]{0,40}?)[*_]*[ ]?[（(]([^（()）\n]{2,40})[)）]/gu
const FORMER =
  /^(?:formerly|previously|ex|ehemals|früher|vormals|anciennement|ex-|antes|anteriormente|già|precedentemente|dawniej|wcześniej|voorheen|旧|旧称|原|原名|구|舊|short for|kurz für|aka|also known as)[ :-]*/iu
const MOST_WORDS = 4
const CJK = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/

/**
 * For each known name that the answers give as another name of a known one ("Kit (formerly ConvertKit)", "石头（Roborock）"):
 * its key, and the key of the name that it counts as. `keys` are those of the names known. The same for any order of the answers.
 */
export function readGlosses(keys: ReadonlySet<string>, answers: readonly AnswerText[]): Map<string, string> {
  const seen = new Map<string, number>()
  for (const { text } of answers) {
    for (const [, left = '', inside = ''] of text.matchAll(GLOSS)) {
      const plain = inside
        .replace(FORMER, '')
        .replace(/[*_“”"]/g, '')
        .trim()
      const former = plain !== inside.trim()
      const of = knownEnd(left, keys)
      const gloss = knownStart(plain, keys)
      if (
        of === null ||
        gloss === null ||
        of === gloss ||
        !(former || CJK.test(left.slice(-2)) !== CJK.test(plain) || (CJK.test(plain) && gloss.endsWith(of)))
      )
        continue
      const pair = JSON.stringify([gloss, of])
      seen.set(pair, (seen.get(pair) ?? 0) + 1)
    }
  }
  const target = new Map<string, string>()
  const pairs = [...seen].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
  for (const [pair] of pairs) {
    const [gloss, of]: [string, string] = JSON.parse(pair)
    // No circles, and no chains: what counts as another name takes none in.
    if (!target.has(gloss) && !target.has(of) && ![...target.values()].includes(gloss)) target.set(gloss, of)
  }
  return target
}

/** The key of the longest known name that a text begins with. */
function knownStart(text: string, keys: ReadonlySet<string>): string | null {
  const words = text.split(/\s+/).slice(0, MOST_WORDS)
  for (let to = words.length; to > 0; to -= 1) {
    const key = nameKey(words.slice(0, to).join(' '))
    if (keys.has(key)) return key
  }
  return null
}

/** The key of the longest known name that a text ends with. */
function knownEnd(text: string, keys: ReadonlySet<string>): string | null {
  const plain = text.replace(/[*_“”"「」『』]/g, ' ').trim()
  const words = plain.split(/\s+/).slice(-MOST_WORDS)
  for (let from = 0; from < words.length; from += 1) {
    const key = nameKey(words.slice(from).join(' '))
    if (keys.has(key)) return key
  }
  const run = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]{2,12}$/u.exec(plain)?.[0] ?? ''
  for (let from = 0; from < run.length - 1; from += 1) {
    const key = nameKey(run.slice(from))
    if (keys.has(key)) return key
  }
  return null
}
