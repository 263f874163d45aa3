import type { Found } from '../find/finder.ts'
import { isClaimedAbroad } from '../prose/abroad.ts'
import { APPOSED, isSpokenOf } from '../prose/foreign.ts'
import { languageName } from '../words/lexicon.ts'
import { nativeOf } from '../words/native.ts'
import { isFeature } from '../words/sections.ts'
import { NEAR } from './cue.ts'
import type { Scene } from './scene.ts'

/** What a name at the beginning of a sentence is followed by when it is what the sentence speaks of. */
export const SUBJECT_RIGHT =
  /^(?:[’']s [\p{L}]|[*_ ]+(?:is|was|has|had|can|could|will|would|may|might|does|did|also|and|or|offers|[a-z]{2,}(?:s|ed)|est|es|è|é|ist|hat|bietet|offre|ofrece|oferece|jest)(?!\p{L})|,|[*_]*:)/u
/** The same, with a verb that speaks of one thing. */
export const STRICT_SUBJECT =
  /^[*_]*(?: (?:(?:also|still|now|even|only|just) )?(?:is|was|has|offers?|does|lets|makes|gives|comes|costs|keeps|sells|charges|covers|ships|works (?:with|for|on)|[a-z]{3,}(?:s|ed)(?= (?:an?|the|its|your|all|no|every|more|well|better|\p{Lu}\p{L}+)(?!\p{L}))|ist|hat|bietet|est|propose|offre|es|ofrece|è|jest)(?!\p{L})|, which )/u
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
