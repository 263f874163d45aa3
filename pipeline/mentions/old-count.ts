import { askedAgainSpans } from './cues/asked-again.ts'
import { cueFor } from './cues/cues.ts'
import { namedInPassing } from './cues/marked.ts'
import { judgePlaces } from './cues/places.ts'
import { createScene } from './cues/scene.ts'
import { standings } from './cues/standings.ts'
import { createFinder, type Found } from './find/finder.ts'
import type { AnswerText, Brand, Mention } from './names/brand.ts'
import { isAtPlace } from './prose/prose.ts'
import type { Role } from './roles/role.ts'
import { roleAt } from './roles/roles.ts'
import { cleanText, hiddenSpans, mergeSpans, type Spans } from './text/clean.ts'
import { repeatedQuestionSpans } from './text/question.ts'
import type { Decided, Reason, Refused } from './weigh/decided.ts'
import type { OwnPlace } from './weigh/product-properties.ts'
import { type Weighed, weighDoubts, weighProduct } from './weigh/weigh.ts'
import { isOfBody } from './words/institutions.ts'
import { isPlace } from './words/name-shape.ts'
import { isTechnicalTerm } from './words/technical.ts'

/** The version of the counting rules: whatever changes a count changes it. */
export const DETECTOR = 'mentions-15'

/** So many of the product's places say whether it is meant; what repeats a name without end isn't read further. */
const MOST_PLACES = 40

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
  /** The decisions among them that were in doubt, and were weighed. */
  readonly weighed: Weighed[]
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
    return decide(answer, hidden, find(answer.text, hidden, answer.question))
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
  if (found.length === 0) return { mentions: [], refused: [], weighed: [] }
  const clean = cleanText(answer.text, hidden)
  const named = new Map<Brand, Found>()
  const early = new Map<Brand, Found>()
  const refused = new Map<Brand, Refused>()
  const places = judgePlaces(clean, found)
  const scene = createScene(answer, clean, found)
  const { makers, models, behind, persons } = standings(clean, answer.question, found)
  const linked = linkedInQuestion(answer.question, found)
  const own: OwnPlace[] = []
  for (const [at, match] of found.entries()) {
    const { brand } = match.pattern
    if (named.has(brand) && (brand.own !== true || own.length >= MOST_PLACES)) continue
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
    const settled: Decided =
      cue.rule !== null && reason === null
        ? { match: match.rule === cue.rule ? match : { ...match, rule: cue.rule }, counted: true }
        : { match, counted: false, reason: reason ?? 'ambiguous' }
    if (brand.own === true && (settled.counted || own.length < MOST_PLACES))
      own.push({ ...settled, isHead: places.isHead(match) })
    if (named.has(brand)) continue
    if (settled.counted) named.set(brand, settled.match)
    else {
      if (reason === 'ambiguous' && cue.atStart && !early.has(brand)) early.set(brand, match)
      if (!refused.has(brand)) refused.set(brand, settled)
    }
  }
  for (const brand of namedInPassing(clean, found, named, places.heads())) {
    const match = named.get(brand)
    if (match !== undefined && !refused.has(brand)) refused.set(brand, { match, counted: false, reason: 'passing' })
    named.delete(brand)
  }
  const decided: Decided[] = []
  for (const [brand, refusal] of refused) if (!named.has(brand)) decided.push(refusal)
  for (const [brand, match] of named) {
    const before = early.get(brand)
    if (brand.ignored === true) decided.push({ match, counted: false, reason: 'ignored' })
    else decided.push({ match: before === undefined ? match : { ...before, rule: 'named-elsewhere' }, counted: true })
  }
  decided.sort((a, b) => a.match.start - b.match.start)
  const weighed = weighDoubts(scene, decided)
  const product = decided.find(({ match }) => match.pattern.brand.own === true)
  const doubt = product === undefined ? null : weighProduct(scene, product, own)
  if (product !== undefined && doubt !== null) weighed.set(product, doubt)
  return judgement(decided, weighed)
}

/** What the rules decided, but where it was in doubt and weighs otherwise. */
function judgement(decided: readonly Decided[], weighed: ReadonlyMap<Decided, Weighed>): Judgement {
  const mentions: Mention[] = []
  const refused: Refusal[] = []
  for (const each of decided) {
    const { pattern, start, end, rule } = each.match
    const of = { brand: pattern.brand.name, start, end }
    const weight = weighed.get(each)?.weight
    const isCounted = weight === undefined ? each.counted : weight > 0
    if (isCounted) mentions.push({ ...of, rule: each.counted ? rule : 'weighed', position: mentions.length + 1 })
    else refused.push({ ...of, reason: each.counted ? 'unlikely' : each.reason })
  }
  return { mentions, refused, weighed: [...weighed.values()] }
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

/**
 * The role that takes a name from the choices. A product that is asked about is named whatever it does there, but for a
 * person or a place of its name.
 */
function roleOf(clean: string, { start, end, stem, pattern, rule }: Found, isHead: boolean): Role | null {
  if (isHead) return null
  if (pattern.brand.own === true && isOfBody(clean.slice(Math.max(0, start - 24), start))) return 'place'
  const role = roleAt(clean, start, stem ?? end, isSomebodys(pattern.brand))
  // What a sentence has in bold is what it is about: no shop and no source.
  if ((role === 'shop' || role === 'source') && clean.startsWith('**', start - 2)) return null
  // "offered by acme.com": nobody is called by a host.
  if (role === 'person' && rule === 'domain-name') return null
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
