import { hasNameShape, isDistinctive, isTelling } from '../words/name-shape.ts'
import { isNativeName } from '../words/native.ts'
import type { Run, Writing } from '../words/runs.ts'
import { isHardlyGerman } from './abroad.ts'
import { leftOf, rightOf } from './beside.ts'
import { ABBREVIATION, isInPassing } from './english.ts'
import { isForeignName, isGermanName, isSpokenOf } from './foreign.ts'
import { isBoldName } from './german-nouns.ts'

/** Before a name that its sentence chooses or compares. */
const CHOOSES =
  /(?<!\p{L})(?:look(?:ing)? at|go(?:ing)? (?:for|with)|opt for|settle on|use|try|choose|consider|pick|recommend|prefer|like|likes|as|with|at|for|than|and|or|is|are|include|includes|including|buy|get|take|picks?|suggest|called|vs\.?|versus|between|unlike|against|over) [*_"“[]*$/iu
/** Behind a name that its sentence speaks of. */
export const SUBJECT =
  /^(?:[’']s |[*_"”)\]]*,? (?:is|are|was|were|has|have|had|can|could|will|would|may|might|does|do|did|also|offers?|lets?|wins?|makes?|gives?|keeps?|[a-z]{2,}(?:s|ed))(?!\p{L}))/u
const STRICT_SUBJECT =
  /^(?:[’']s |,? (?:is|was|has|had|can|could|will|would|may|does|did|offers?|sits|lets|wins|makes|gives|keeps|owns)(?!\p{L}))/u
const MODEL_RIGHT = /^ (?:\p{Lu}[\p{L}]*\p{Nd}|\p{Nd})/u
const GERMAN_LEAD =
  /(?<!\p{L})(?:von|wie|etwa|beispiel|außerdem|neben|gegen|statt|nutzt|nutzen|heißt|heißen|inzwischen|vs\.?|bei|zu|ist|sind|allem|sich|kommen|gehören|zählen|vergesst|vergiss|nehmt|nimm|empfehlen|empfehle|bevorzugen|wäre|wären|namens|genannt|→) [*_„"]*$/iu
const DEMONYM = /^\p{Lu}\p{Ll}+(?:ish|ese|ian|ean)s?$/u

/**
 * Whether its place in a sentence says of words in capitals that they are a name, whatever stands in a row with them: "Quoril
 * is the lightest". `lower` are the words that the text has in small letters, too.
 */
export function isSure(
  clean: string,
  run: Run,
  { nouns, foreign, native, language }: Writing,
  lower: ReadonlySet<string>,
): boolean {
  const { name, start, end, startsSentence } = run
  const before = foreign ? clean.slice(Math.max(0, start - 40), start) : leftOf(clean, start, 40)
  // "Cowbell (formerly Cowbell Cyber) connects"
  const after = foreign
    ? clean.slice(end, end + 40)
    : rightOf(clean, end, 80)
        .replace(/^[*_]* \((?:[^a-z()\n]|formerly|now|once)[^()\n]{1,40}\)/, '')
        .replace(/^\p{Lu}{2,5}$/u.test(name) ? '' : /^, \p{Ll}[^.,:;\n]{2,60},(?= )/u, '')
  if (!foreign && isInPassing(clean, run)) return false
  const words = name.split(' ')
  const model = words.length > 1 && words.slice(1).some((word) => /\p{Nd}/u.test(word)) && isTelling(words[0] ?? '')
  if (model && (!nouns || isHardlyGerman(words[0] ?? ''))) return true
  const shaped = words.some((word) => hasNameShape(word) && !/^\p{Nd}/u.test(word)) || /^\p{Nd}+\p{L}{3,}/u.test(name)
  if (/^\p{Lu}\p{Nd}{2,3}$/u.test(name))
    return SUBJECT.test(after) || /^ \p{Ll}{3,}(?:e|a|en|an|t)(?!\p{L})/u.test(after)
  if (foreign && /[\p{Ll},] \*\*$/u.test(before) && /^\*\*/.test(after) && (!nouns || isBoldName(name, native)))
    return true
  if (/^[\p{Lu}\p{N}&-]{2,5}$/u.test(name))
    return startsSentence && ((foreign && isSpokenOf(after)) || STRICT_SUBJECT.test(after) || /^ from /.test(after))
  if (/^[-]\p{Ll}/u.test(after)) return false
  if (words.length === 1 && lower.has(name.toLowerCase())) return false
  if (
    words.every((word) => ABBREVIATION.test(word) || /^\p{Lu}\p{N}\p{Lu}$/u.test(word)) ||
    /(?<!\p{L})(?:an?|[Ii]ts|[Tt]heir|his|her|[Yy]our|[Oo]ur|seinen?|ihren?|sus?|leurs?|suo|sua|seu) [*_]*$/u.test(
      before,
    ) ||
    (DEMONYM.test(name) && /^ \p{Ll}/u.test(after))
  )
    return false
  // "den Helm von Wout van Aert"
  if (nouns && words.length === 1 && /^ (?:van|von|de|di|del|da|ter) \p{Lu}/u.test(after)) return false
  if (nouns)
    return (
      (shaped && !/-/.test(name)) ||
      (isDistinctive(name) &&
        !isNativeName(name, native) &&
        (MODEL_RIGHT.test(after) || (isHardlyGerman(words[0] ?? '') && GERMAN_LEAD.test(before)))) ||
      (isHardlyGerman(words[0] ?? '') && isGermanName(clean, run, { native, language, lower }))
    )
  if (foreign) return isForeignName(clean, run, { native, language, lower })
  if (isDistinctive(name)) {
    if (shaped || words.length > 2) return true
    // Two words that no lexicon knows are more often a person than a name and its product.
    if (words.length === 2) return !words.every(isTelling) || MODEL_RIGHT.test(after)
    return !startsSentence || SUBJECT.test(after) || /^[*_"”]*(?:,|[.!?]|$| (?:and|or|for|if|from) )/u.test(after)
  }
  if (words.length > 1 && words.length < 4 && !startsSentence && !nouns && SUBJECT.test(after)) return true
  return (
    (!startsSentence &&
      words.length <= 2 &&
      CHOOSES.test(before) &&
      /^(?:,? (?:which|who|whose|if|because|for) |[*_"”]*[.;])/u.test(after)) ||
    (!startsSentence && words.length <= 2 && SUBJECT.test(after) && CHOOSES.test(before))
  )
}
