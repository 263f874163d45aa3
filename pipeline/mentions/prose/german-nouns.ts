import { isAlone } from '../words/model.ts'
import { hasNameShape } from '../words/name-shape.ts'
import type { Native } from '../words/native.ts'
import { isOrdinaryWord } from '../words/ordinary.ts'
import type { Run } from '../words/runs.ts'
import { isHardlyGerman } from './abroad.ts'

const GERMAN_ARTICLE = /(?<!\p{L})(?:der|die|das|den|dem|des|eine?[mnrs]?|keine?[mnrs]?|ihre?[mnrs]?|deine?[mnrs]?) $/iu

/** The run without a genitive and what it has: "Alpinas Ximo" is about Alpina, where that stands in the text. */
export function withoutGenitive(clean: string, run: Run, native: Native): Run {
  const [, owner, owned = ''] = /^(\p{Lu}[\p{L}\p{N}]+)s (\p{Lu}\p{L}*)/u.exec(run.name) ?? []
  // "Vokirns Netz": a noun belongs to it.
  const belongs =
    owner !== undefined &&
    native(owned) > 0 &&
    native(owner) === 0 &&
    native(`${owner}s`) === 0 &&
    !isOrdinaryWord(`${owner}s`)
  if (owner === undefined || !(belongs || isAlone(owner, clean))) return run
  return { ...run, name: owner, end: run.start + owner.length + 1 }
}

/** Whether it is a German noun: behind its article, or with a noun's ending, unless its letters are a name's. */
export function isGermanNoun(clean: string, { name, start }: Run, native: Native): boolean {
  if (name.includes(' ') || hasNameShape(name) || /^\p{Lu}{2,}$/u.test(name)) return false
  return native(name) > 0 || GERMAN_ARTICLE.test(clean.slice(Math.max(0, start - 12), start))
}

/** Whether a German word in bold is hardly a noun: in capitals, or no word and without a noun's ending. */
export function isBoldName(name: string, native: Native): boolean {
  return /^\p{Lu}{3,}$/u.test(name) || (native(name) === 0 && isHardlyGerman(name))
}
