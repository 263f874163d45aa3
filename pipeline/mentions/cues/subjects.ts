import type { Found } from '../find/finder.ts'
import { isClaimedAbroad } from '../prose/abroad.ts'
import { APPOSED, isSpokenOf } from '../prose/foreign.ts'
import { standingAt } from '../words/context.ts'
import { fold } from '../words/fold.ts'
import { languageName } from '../words/lexicon.ts'
import { isTelling } from '../words/name-shape.ts'
import { nativeOf } from '../words/native.ts'
import { isFeature } from '../words/sections.ts'
import { NEAR } from './cue.ts'
import type { Scene } from './scene.ts'
import { otherChoices, sidesOf } from './sides.ts'

/** What a name at the beginning of a sentence is followed by when it is what the sentence speaks of. */
export const SUBJECT_RIGHT =
  /^(?:[’']s [\p{L}]|[*_ ]+(?:is|was|has|had|can|could|will|would|may|might|does|did|also|and|or|offers|[a-z]{2,}(?:(?<!s)s|ed)|est|es|è|é|ist|hat|bietet|offre|ofrece|oferece|jest)(?!\p{L})|,|[*_]*:)/u
/** The same, with a verb that speaks of one thing. */
export const STRICT_SUBJECT =
  /^[*_]*(?: (?:(?:also|still|now|even|only|just) )?(?:is|was|has|offers?|does|lets|makes|gives|comes|costs|keeps|sells|charges|covers|ships|works (?:with|for|on)|[a-z]{3,}(?:s|ed)(?= (?:an?|the|its|your|all|no|every|more|well|better|\p{Lu}\p{L}+)(?!\p{L}))|ist|hat|bietet|est|propose|offre|es|ofrece|è|jest)(?!\p{L})|, which )/u
/** "Acme if you are few, Zorro if you aren't": an answer for each case. */
export const FOR_EACH_CASE =
  /^[*_]* (?:if|for|when|wenn|falls|für|si|pour|se|per|para) [^.!?\n]{3,120}[,;] (?:and |but |und |et |y |e )?[*_]*\p{Lu}[\p{L}\p{N}]+(?: \p{Lu}[\p{L}\p{N}]+){0,2}[*_]* (?:if|for|when|wenn|falls|für|si|pour|se|per|para) /u
/** Languages whose nouns don't begin a sentence without an article, and what one says that it is. */
const ROMANCE = new Set(['french', 'spanish', 'italian', 'portuguese'])
const ROMANCE_IS =
  /^[*_]* (?:est|es|è|é|reste|sigue|resta|rimane|continua|propose|offre|mise|facture|coûte|couvre|affiche|séduit|ofrece|cuesta|cobra|incluye|permite|destaca|apuesta|cubre|tiene|offre|costa|propone|punta|copre|include|permette|oferece|custa|inclui|tem|aposta) /u

/** Up to the first word of a sentence. */
export const BEGINS = /(?:^|\n|[.!?] )[*_]*$/

/** "the Brooks Glycerin", "Breezy HR is": a capital letter behind the name that isn't its sentence's. */
export function isOwnRun(clean: string, { start, end }: Found, standing: 'own' | 'start' | 'run'): boolean {
  const after = clean.slice(end, end + NEAR)
  if (standing === 'start') return /\s\p{Lu}/u.test(clean.slice(start, end)) && SUBJECT_RIGHT.test(after)
  const rest = /^(?: \p{Lu}[\p{L}\p{N}]+){1,3}/u.exec(after)?.[0]
  if (standing !== 'run' || rest === undefined) return false
  const before = clean.slice(Math.max(0, start - 8), start)
  return (
    /(?<!\p{L})[Tt]he [*_]*$/u.test(before) || (BEGINS.test(before) && STRICT_SUBJECT.test(after.slice(rest.length)))
  )
}

/** By which rule a sentence that the name begins, in its own case, is about it, whatever the word is: `after` is what stands behind it. */
export function ruleOfClaim(scene: Scene, match: Found, after: string): 'subject' | 'asked' | null {
  if (isForOneCase(scene, match) || isRomanceSubject(scene, match, after)) return 'subject'
  return SUBJECT_RIGHT.test(after) && isAskedByName(scene, match) ? 'asked' : null
}

/** Whether a sentence begins with a choice for a case, and has another for another. */
function isForOneCase({ clean }: Scene, { end }: Found): boolean {
  return FOR_EACH_CASE.test(clean.slice(end, end + 160))
}

/** Whether the question has the name, written as here, within a sentence. */
function isAskedByName({ answer: { question }, clean, capitalNouns }: Scene, { start, end }: Found): boolean {
  const at = question.indexOf(clean.slice(start, end))
  return at >= 0 && !capitalNouns() && standingAt(question, at, at + end - start, false) === 'own'
}

/** Whether the question sets the name against another, however written: "lemonade vs hippo vs kin home insurance". */
export function isCompared(question: string, { pattern }: Found): boolean {
  const { folded } = pattern
  return (
    otherChoices(question, folded).some(isTelling) ||
    sidesOf(question).some((side) => ` ${side}`.endsWith(` ${folded}`) || `${side} `.startsWith(`${folded} `))
  )
}

/** Whether a sentence in a Romance language says what a word without an article is: "Respire est la plus connue". */
function isRomanceSubject(scene: Scene, { pattern }: Found, after: string): boolean {
  return (
    (ROMANCE_IS.test(after) || (pattern.brand.own !== true && isSpokenOf(after))) &&
    ROMANCE.has(languageName(scene.language()))
  )
}

/** Whether a text in another language writes a name of several words that aren't all its own: "ist Miles Mobility". */
export function isForeignPair(scene: Scene, { start, end }: Found): boolean {
  const words = scene.clean.slice(start, end).split(' ')
  const language = scene.language()
  if (words.length < 2 || language === 0) return false
  const native = nativeOf(language)
  return words.some((word) => native(fold(word)) === 0)
}

/** Whether a sentence in another language speaks of an English word: "Close ist teuer", where German hasn't got the word. */
export function isForeignSubject(scene: Scene, { pattern }: Found, after: string): boolean {
  if (!isSpokenOf(after, scene.capitalNouns() ? /..t$/ : undefined) && !APPOSED.test(after)) return false
  const language = scene.language()
  if (language === 0 || (scene.capitalNouns() && pattern.brand.own === true)) return false
  return !isFeature(pattern.folded) && pattern.folded.split(' ').every((word) => nativeOf(language)(word) === 0)
}

/** Whether a sentence in another language than English can only mean a name there: "Choisissez Close.". */
export function isClaimedHere(scene: Scene, { start, end }: Found, startsSentence: boolean): boolean {
  const language = scene.language()
  if (language === 0) return false
  const run = { name: scene.clean.slice(start, end), start, end, startsSentence }
  return isClaimedAbroad(scene.clean, run, nativeOf(language), languageName(language))
}
