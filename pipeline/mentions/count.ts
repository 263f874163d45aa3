import { askedAgainSpans } from './cues/asked-again.ts'
import { cueFor } from './cues/cues.ts'
import { namedInPassing } from './cues/marked.ts'
import { judgePlaces } from './cues/places.ts'
import { createScene } from './cues/scene.ts'
import { createFinder, type Found } from './find/finder.ts'
import type { AnswerText, Brand, Mention } from './names/brand.ts'
import { isAtPlace } from './prose/prose.ts'
import type { Role } from './roles/role.ts'
import { roleAfter } from './roles/role-after.ts'
import { roleAt } from './roles/roles.ts'
import { cleanText, hiddenSpans, mergeSpans, type Spans } from './text/clean.ts'
import { repeatedQuestionSpans } from './text/question.ts'
import { isOfBody } from './words/institutions.ts'
import { isPlace } from './words/name-shape.ts'
import { isTechnicalTerm } from './words/technical.ts'

/** The version of the counting rules: whatever changes a count changes it. */
export const DETECTOR = 'mentions-10'

/** Why a name that stands in a text isn't counted there. */
export type Reason = 'ambiguous' | 'word' | 'aside' | 'passing' | 'former' | 'ignored' | 'model' | Role

/** A brand that stands in an answer and isn't counted: where it first does, and why not. */
export interface Refusal {
  readonly brand: string
  readonly start: number
  readonly end: number
  readonly reason: Reason
}

/** What is counted in an answer, in order of first appearance, and what isn't. */
export interface Judgement {
  readonly mentions: Mention[]
  readonly refused: Refusal[]
}

/**
 * A function that gives the brands named in an answer, in order of first appearance, each once: one pass over the text
 * for all their spellings, the longest name winning where names overlap. A spelling of ordinary words needs a second cue,
 * and what only works with a choice, sells it, tests it or owns it is none. The same brands in any order give the same mentions.
 */
export function createCounter(brands: readonly Brand[]): (answer: AnswerText) => Mention[] {
  const judge = createJudge(brands)
  return (answer) => judge(answer).mentions
}

/** The same as a counter, with what isn't counted and why. */
export function createJudge(brands: readonly Brand[]): (answer: AnswerText) => Judgement {
  const find = createFinder(brands)
  return (answer) => {
    const hidden = unreadSpans(answer)
    return decide(answer, hidden, find(answer.text, hidden))
  }
}

/** What is not prose, and the question where the answer repeats it. */
function unreadSpans({ text, question }: AnswerText): Spans {
  const hidden = hiddenSpans(text)
  const pairs = [...repeatedQuestionSpans(text, question), ...askedAgainSpans(text, question)]
  if (pairs.length === 0) return hidden
  for (let i = 0; i < hidden.length; i += 2) pairs.push([hidden[i] ?? 0, hidden[i + 1] ?? 0])
  return mergeSpans(pairs)
}

/** Settles each name where it stands: each brand's first appearance that names it, or why none does. */
function decide(answer: AnswerText, hidden: Spans, found: readonly Found[]): Judgement {
  if (found.length === 0) return { mentions: [], refused: [] }
  const clean = cleanText(answer.text, hidden)
  const named = new Map<Brand, Found>()
  const early = new Map<Brand, Found>()
  const refused = new Map<Brand, { match: Found; reason: Reason }>()
  const places = judgePlaces(clean, found)
  const scene = createScene(answer, clean, found)
  const { makers, models, behind, persons } = standings(clean, found)
  const linked = linkedInQuestion(answer.question, found)
  for (const [at, match] of found.entries()) {
    const { brand } = match.pattern
    if (named.has(brand)) continue
    const cue = cueFor(scene, at, places)
    const reason =
      cue.rule === null
        ? cue.reason
        : (places.refusal(match) ??
          (linked.has(brand) ? 'platform' : null) ??
          makers[at] ??
          (models.has(brand) || (behind.has(brand) && !places.isHead(match))
            ? 'model'
            : persons.has(brand) && !places.isHead(match)
              ? 'person'
              : null) ??
          roleOf(clean, match, places.isHead(match)))
    if (cue.rule !== null && reason === null)
      named.set(brand, match.rule === cue.rule ? match : { ...match, rule: cue.rule })
    else {
      if (reason === 'ambiguous' && cue.atStart && !early.has(brand)) early.set(brand, match)
      if (!refused.has(brand)) refused.set(brand, { match, reason: reason ?? 'ambiguous' })
    }
  }
  for (const brand of namedInPassing(clean, found, named, places.heads())) {
    const match = named.get(brand)
    if (match !== undefined && !refused.has(brand)) refused.set(brand, { match, reason: 'passing' })
    named.delete(brand)
  }
  const first: Found[] = []
  const refusals: Refusal[] = []
  for (const [brand, { match, reason }] of refused) if (!named.has(brand)) refusals.push(refusal(brand, match, reason))
  for (const [brand, match] of named) {
    const before = early.get(brand)
    if (brand.ignored === true) refusals.push(refusal(brand, match, 'ignored'))
    else first.push(before === undefined ? match : { ...before, rule: 'named-elsewhere' })
  }
  return {
    mentions: first
      .sort((a, b) => a.start - b.start)
      .map(({ pattern, start, end, rule }, i) => ({ brand: pattern.brand.name, start, end, rule, position: i + 1 })),
    refused: refusals.sort((a, b) => a.start - b.start),
  }
}

/** What a question says that it is to work with: "Which doorbells work with Acme Home?" The product is named whatever it does there. */
function linkedInQuestion(question: string, found: readonly Found[]): ReadonlySet<Brand> {
  const linked = new Set<Brand>()
  if (!/ (?:with|into|mit|avec|con|com|met|z) /.test(question)) return linked
  for (const brand of new Set(found.map(({ pattern }) => pattern.brand))) {
    if (brand.own === true) continue
    const asked = brand.spellings.some((spelling) => {
      const at = question.indexOf(spelling)
      return at >= 0 && roleAt(question, at, at + spelling.length, true) === 'platform'
    })
    if (asked) linked.add(brand)
  }
  return linked
}

function refusal(brand: Brand, { start, end }: Found, reason: Reason): Refusal {
  return { brand: brand.name, start, end, reason }
}

/**
 * What each name is beside the one before it; the brands that the product's maker makes somewhere, those that stand somewhere
 * behind another as its model, and the products that are a person there ("Alan, graphiste de 34 ans"): what a name is once, it
 * is in all the answer, but for a model that heads a line elsewhere.
 */
function standings(
  clean: string,
  found: readonly Found[],
): { makers: readonly Maker[]; models: ReadonlySet<Brand>; behind: ReadonlySet<Brand>; persons: ReadonlySet<Brand> } {
  const makers: Maker[] = []
  const models = new Set<Brand>()
  const behind = new Set<Brand>()
  const persons = new Set<Brand>()
  let before: Found | undefined
  for (const match of found) {
    const { brand } = match.pattern
    const maker = makerAt(clean, before, match)
    makers.push(maker)
    if (maker === 'model') behind.add(brand)
    if (before !== undefined && isMadeByOwn(clean, before, match)) models.add(before.pattern.brand)
    if (brand.own === true && isPersonBehind(clean, match)) persons.add(brand)
    before = match
  }
  return { makers, models, behind, persons }
}

/** Whether what stands right behind a name says that it is a person: an age, a title, a verb of speech behind a surname. */
function isPersonBehind(clean: string, { start, end }: Found): boolean {
  return roleAfter(clean.slice(end, end + 60), clean.slice(start, end)) === 'person'
}

type Maker = 'owner' | 'model' | 'former' | null

/** More doesn't stand between a name and its former one, link and all. */
const MOST_BETWEEN = 160
/** "DigiCert DNS (formerly DNS Made Easy)", "Self Bank, früher Renta". */
const FORMERLY =
  /^[^\n.!?(]{0,24}(?:, |\()(?:which was )?(?:formerly|previously|once|ehemals|früher|vormals|anciennement|ex|antes|anteriormente|già|precedentemente|dawniej|wcześniej|voorheen|旧|原|구)(?: (?:known as|called|named|bekannt als|connu sous le nom de|conocido como))?[ :-]*[*_“"„]*$/u

/**
 * Who makes the brand that stands right before, or a model of it: "Lacerte by Intuit" and "Herman Miller Aeron" are one
 * choice each, under the first name.
 */
function makerAt(clean: string, before: Found | undefined, { start, end, pattern }: Found): Maker {
  if (before === undefined || pattern.brand.own === true || before.pattern.brand === pattern.brand) return null
  if (start - before.end >= MOST_BETWEEN) return null
  const between = clean.slice(before.end, start)
  if (between.includes('\n')) return null
  // A bracket or a comma is before the word for it, as it isn't between most names.
  if ((between.includes('(') || between.includes(', ')) && FORMERLY.test(between.replace(/ {2,}/g, ' ')))
    return 'former'
  if (between.length > 12) return null
  if (/^[*_”"]* (?:by|von|par|di) [*_“"]*$/u.test(between)) return 'owner'
  if (/^[*_]* ?\($/.test(between) && /^\)[*_]*(?: [–—-]|:|$|\n)/.test(clean.slice(end, end + 4))) return 'model'
  return between === ' ' && !before.pattern.ambiguous && /^\p{Lu}/u.test(clean.slice(start)) ? 'model' : null
}

/** The rest of a product's name and who makes it: " X4 by ", " Evo de ". */
const TO_MAKER = /^(?: [\p{Lu}\p{N}][^\s*_]*){0,3}[*_”"]* (?:by|von|par|di|de|da|van|od) [*_“"]*$/u

/** Whether the product right behind a name is said to make it: "Merlo X4 by Acme" is one of its own. */
function isMadeByOwn(clean: string, { end, pattern }: Found, own: Found): boolean {
  if (own.pattern.brand.own !== true || pattern.brand.own === true || own.start - end > 40) return false
  return TO_MAKER.test(clean.slice(end, own.start)) && /^\p{Lu}/u.test(clean.slice(own.start))
}

/**
 * The role that takes a name from the choices. A product that is asked about is named whatever it does there, but for a
 * person or a place of its name.
 */
function roleOf(clean: string, { start, end, stem, pattern }: Found, isHead: boolean): Role | null {
  if (isHead) return null
  if (pattern.brand.own === true && isOfBody(clean.slice(Math.max(0, start - 24), start))) return 'place'
  const role = roleAt(clean, start, stem ?? end, isSomebodys(pattern.brand))
  // What a sentence has in bold is what it is about: no shop and no source.
  if ((role === 'shop' || role === 'source') && clean.startsWith('**', start - 2)) return null
  if (pattern.brand.own !== true || role === 'person') return role
  // "belonging to Stanley Black & Decker": an owner of a longer name is somebody else.
  if (role === 'owner' && /\p{Ll} \p{Lu}\p{L}+ $/u.test(clean.slice(Math.max(0, start - 24), start))) return role
  if (role === 'place' && /^[ -]\p{Lu}/u.test(clean.slice(end, end + 2))) return role
  return isPlace(pattern.folded) && isAtPlace(clean, start) ? 'place' : null
}

/** Whether its domain is known, or its own name is no term of computing: "Yahoo!" */
function isSomebodys({ name, domain }: Brand): boolean {
  return domain !== null || !isTechnicalTerm(name)
}
