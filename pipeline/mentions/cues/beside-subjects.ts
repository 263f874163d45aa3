import type { Found } from '../find/finder.ts'
import { isTelling } from '../words/name-shape.ts'
import { isFeature } from '../words/sections.ts'
import type { Scene } from './scene.ts'

/** What is said of one product, whatever stands behind it, and what may be a noun's plural, too, but before its object: "Tempo runs build". */
const SAYS =
  'is|was|has|does|lets|gives|offers|sells|includes|makes|keeps|adds|remains|stays|bundles|syncs|connects|costs (?:about )?[$€£]'
const OBJECT = String.raw`(?:an?|the|its|your|all|every|no|nothing|both|more|less|each|you|them|only|up to|about|[$€£]?\p{Nd})`
const NOT_OF_ONE = 'comes|goes|takes (?!nothing)|depends|matters|means|varies|needs|requires|helps|happens'
const SAID = String.raw`(?:[’']s (?:own |free |new )?\p{Ll}+|[*_]* (?:(?:also|still|now|only|just|even) )?(?:(?:${SAYS})(?! (?:are|were|of|can|may|should|must|have|vary|depend|that|to)(?!\p{L}))|(?!${NOT_OF_ONE})\p{Ll}{3,}s(?= ${OBJECT}(?!\p{L})))(?![\p{L}-]))`
const SAID_HERE = new RegExp(`^${SAID}`, 'u')
/** A name that a sentence or its part begins with, and what is said of it. */
const SUBJECT =
  /(?:^|\n|[.!?;\]] )[*_ ]*(\p{Lu}[\p{L}\p{N}&-]*(?:\.\p{Ll}{2,})?(?: [\p{Lu}\p{N}][\p{L}\p{N}-]*){0,2})(?:[’']s(?: [\p{L}\p{N}-]+){1,3}?)?(?: \p{Ll}+(?:s|ed)(?![\p{L}-]))/gu
const AFTER_SEMICOLON = /\p{L}; [*_]*$/u
const VERB =
  /^[*_]* (?:is|was|has|\p{Ll}{3,}s)(?![\p{L}-])(?! (?:are|were|can|may|should|must|have|vary|depend)(?!\p{L}))/u
/** "Quillpad is the nicest writing app on the Mac": what a product is said to be, up to the end of the noun. */
const IS_KIND =
  /^[*_]* (?:is|was|remains) (?:(?:also|still|probably|easily|simply) )?(?:one of )?(?:the|an?|another|our|my) ((?:[\p{L}\p{N}’'-]+ ){0,5}?[\p{L}\p{N}-]+)(?=[.,;:]| (?:for|on|in|that|which|with|of|from|to|and|made|built|at|if|when|you|I|we|here|there|by)(?!\p{L}))/u
const KIND = /^(?:apps?|platforms?|brands?|providers?|company|startup|vendor|insurers?)$/u
/** So many names of an answer are looked through for one. */
const MOST = 200
/** How far what stands beside a sentence is read, in UTF-16 units. */
const REACH = 400

/**
 * Whether an English sentence speaks of the product, where the word in the singular would want an article, beside sentences that speak
 * of names that no lexicon knows: "Curology mixes a cream for you. Hers sells a cream, too." The first word of a sentence
 * has a capital letter anyway, but for what stands behind a semicolon.
 */
export function isSubjectBesideNames(scene: Scene, match: Found): boolean {
  const { clean } = scene
  const { start, end, pattern } = match
  if (scene.language() !== 0 || scene.capitalNouns() || isFeature(pattern.folded) || isSmallElsewhere(scene, match))
    return false
  // "Parking at T3": a letter and a digit is a place, a size or a version.
  if (/\p{Nd}/u.test(pattern.folded) && pattern.folded.length < 4) return false
  const kind =
    IS_KIND.exec(clean.slice(end, end + 100))?.[1]
      ?.split(' ')
      .at(-1) ?? ''
  if (KIND.test(kind) || (kind !== '' && scene.asked(kind))) return true
  if (AFTER_SEMICOLON.test(clean.slice(Math.max(0, start - 5), start)) && VERB.test(clean.slice(end, end + 24)))
    return true
  if (!SAID_HERE.test(clean.slice(end, end + 40))) return false
  if (endsLongerName(scene, match)) return false
  const from = Math.max(0, start - REACH)
  for (const { 1: name = '', index } of clean.slice(from, end + REACH).matchAll(SUBJECT)) {
    const at = from + index
    if (at <= start && at + name.length + 6 >= start) continue
    if (name.split(' ').some(isTelling)) return true
  }
  return false
}

/** Whether the answer has the name in small letters too, as the word that it is; none that is written so itself. */
export function isSmallElsewhere({ clean, found }: Scene, { pattern }: Found): boolean {
  const isSmall = (at: number): boolean => /^\p{Ll}/u.test(clean.slice(at, at + 2))
  return found.slice(0, MOST).some((other) => other.pattern.brand === pattern.brand && isSmall(other.start))
}

/** Whether it stands elsewhere behind a word with a capital letter of its own: "Freddie Mercury", "the Range Rover". */
function endsLongerName({ clean, found }: Scene, match: Found): boolean {
  return found.slice(0, MOST).some(({ pattern, start }) => {
    if (pattern.brand !== match.pattern.brand || start === match.start) return false
    const word = /(?<![.!?] |\n)(?<!\p{L})(\p{Lu}[\p{L}’']+) $/u.exec(clean.slice(Math.max(0, start - 24), start))?.[1]
    return (
      word !== undefined &&
      (isTelling(word) || /\p{Ll} $/u.test(clean.slice(Math.max(0, start - word.length - 3), start - word.length - 1)))
    )
  })
}
