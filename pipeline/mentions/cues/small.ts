import type { Found } from '../find/finder.ts'
import { foldKey } from '../words/fold.ts'
import { isFeature } from '../words/sections.ts'
import type { Scene } from './scene.ts'
import { FOR_EACH_CASE } from './subjects.ts'

/** Where a clause begins, or what presents something: English gives a noun in the singular an article there. */
const CLAUSE_LEFT =
  /(?:^|\n|[.!?:;,)–—] |(?:[,;–—] |\n|[.!?] )(?:and|but|or|so|yet|while|because|since|though|whereas|also|then|plus|meanwhile,|still,|personally,) )[*_"“]*$/iu
const PRESENTED = /(?<!\p{L})there(?:[’']s| is|[’']s also|[’']s always) [*_"“]*$/iu
const PRESENTED_RIGHT = /^(?:, (?:which|whose|the|with|at)(?!\p{L})| \(|[.:;] | [–—-] )/u
/** The endings of nouns for what isn't counted. */
const MASS = /(?:ing|tion|sion|ment|ness|ity|ance|ence)$/u
/** What is said of one thing. */
const SAID =
  /^(?:[’']s (?!(?:a|an|the|not|no|all|about|how|what|why|that)(?!\p{L}))\p{Ll}| (?:is|was|has|does|lets|gives|makes|costs|charges|offers|keeps|wins|handles|comes|starts|runs|feels|looks|includes|supports|sells) (?!that |to ))/u
/** The rest of its product's name: "the quillpad GS27QA". */
const MODEL = /^ \p{Lu}{1,5}-?\p{Nd}[\p{L}\p{N}-]*(?!\p{L})/u
/** "**quillpad 4643 Mono** has" */
const NUMBERED = /^ \p{Nd}{2,}\p{L}? \p{Lu}\p{L}+/u
/** "Vokiro if you're alone, quillpad if you aren't": the name for another case. */
const CASE_LEFT = /(?:^|[^\p{L}])\p{Lu}[\p{L}\p{N}]+[*_]* (?:if|for|when) [^.!?\n]{3,60}[,;] (?:and |or |but )?[*_]*$/u
const CASE_RIGHT = /^[*_]* (?:if|for|when) /u

/**
 * Whether a name of ordinary words in small letters stands where English has no noun without an article, so that it can only be
 * a name: "but quillpad is cheaper", "the quillpad GS27QA".
 */
export function isNamedSmall({ clean, language }: Scene, { start, end, pattern }: Found): boolean {
  if (language() !== 0 || isFeature(pattern.folded)) return false
  const before = clean.slice(Math.max(0, start - 90), start)
  const after = clean.slice(end, end + 40)
  if (MODEL.test(after) || (NUMBERED.test(after) && /[*_]{2}$/.test(before))) return true
  // "hosting is in the EU": nouns of what isn't counted need no article, either.
  const mass = pattern.brand.own === true && MASS.test(pattern.folded) && after.startsWith(' ')
  if (!mass && SAID.test(after) && CLAUSE_LEFT.test(before)) return true
  if (FOR_EACH_CASE.test(clean.slice(end, end + 160)) && CLAUSE_LEFT.test(before)) return true
  if (PRESENTED_RIGHT.test(after) && PRESENTED.test(before)) return true
  return CASE_RIGHT.test(after) && CASE_LEFT.test(before)
}

/** Whether whose domain it has stands right before it: "quillworks's lantern pro" of quillworks.com. */
export function isBehindMaker({ clean }: Scene, { start, pattern }: Found): boolean {
  const owner = /([\p{L}\p{N}-]{4,})(?:[’']s)? $/u.exec(clean.slice(Math.max(0, start - 40), start))?.[1]
  const label = pattern.brand.domain?.split('.')[0]
  return owner !== undefined && label !== undefined && foldKey(owner) === foldKey(label)
}
