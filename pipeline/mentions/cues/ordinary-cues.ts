import { type Found, isWrittenSo } from '../find/finder.ts'
import { isRenamed, namesHost } from '../prose/renamed.ts'
import { announcedAt, headAt, isShouted, partialHeadAt, standingAt } from '../words/context.ts'
import { isFrequentWord, isFunctionWord, isOrdinaryWord } from '../words/ordinary.ts'
import { isFeature } from '../words/sections.ts'
import { isAskedAsWord } from './asked-as-word.ts'
import { isSmallElsewhere, isSubjectBesideNames } from './beside-subjects.ts'
import { isInCapitals } from './capitals.ts'
import { leadsCriteria } from './criteria-heads.ts'
import { type Cue, counted, NEAR, refusedAs } from './cue.ts'
import { answerAt, beginsRemark, columnAt, isLabelWithin, joinedAt, openingAt } from './label-cues.ts'
import { isBesideBrand, isBesideWithTail, isListed } from './listed.ts'
import { isInMakersColumn } from './maker-column.ts'
import { cueInOtherCase } from './other-case.ts'
import type { Places } from './places.ts'
import type { Scene } from './scene.ts'
import {
  BEGINS,
  isClaimedHere,
  isForeignPair,
  isForeignSubject,
  isOwnRun,
  ruleOfClaim,
  STRICT_SUBJECT,
  SUBJECT_RIGHT,
} from './subjects.ts'
import {
  hasKindBehind,
  isBoldSubject,
  isHeadWithModel,
  isModelInCell,
  isModelOfOwn,
  isModelWithArticle,
  isShapedModel,
  leadsBold,
} from './tails.ts'
import { isTitled } from './titled.ts'

/** A word in Latin letters within a Chinese, Japanese or Korean sentence. */
const CJK_BEHIND = /^ ?[\u3041-\u30ff\u3400-\u9fff\uac00-\ud7af]/
/** "Fabric by Gerber Life": who makes it, which is no day that something is done by. */
const MADE_BY = /^[*_”"]* by [*_]*(?!\p{Lu}\p{Ll}+day(?!\p{L}))\p{Lu}/u
/** Its maker: "by Vokiro". */
const MAKER_BEHIND = /^ by \p{Lu}[\p{L}\p{N}]+/u
/** A word in small letters, right before a name. */
const SMALL_WORD = /(?<![\p{L}\p{M}])\p{Ll}[\p{L}\p{M}’']* [*_]*$/u
/** A model's words and its number, behind a name that begins a sentence. */
const MODEL_BEHIND = /^(?: \p{Lu}[\p{L}\p{N}]*){0,2} \p{Nd}/u

/** "Ladder falls are", "Remote roles with": with the plural behind it the word is a noun. */
const NOUNS_RIGHT =
  /^ \p{Ll}+s (?:are|were|can|could|may|might|must|should|will|with|of|for|in|at|and|or|tend|vary|depend)(?!\p{L})/u

/** What a plan is called by, whoever has it. */
const PLAN_BEHIND = /^[*_”"]* (?:plan|tier|edition|package|licence|license)s?(?!\p{L})/u

/** What a name in apposition is called: "unter der Marke Miles", "la aplicación Verse". */
const KIND_LEFT =
  /(?<!\p{L})(?:Marke|Anbieter|Firma|Unternehmen|Hersteller|Dienst|App|Start-?up|Versicherer|Bank|marque|société|entreprise|application|appli|start-up|marca|empresa|compañía|aplicación|aplicativo|azienda|società|operatore|merk|bedrijf|aanbieder|marka|marki|markę|firma|firmy|aplikacja|aplikacji|aplikację) [*_„"«“]*$/u

/** A name of ordinary words in its own case, where it stands. */
interface Word {
  readonly scene: Scene
  readonly match: Found
  readonly written: string
  readonly standing: 'own' | 'start' | 'run'
  /** Written with a capital letter. */
  readonly upper: boolean
  /** In a heading. */
  readonly titled: boolean
  /** What of the text stands behind it. */
  readonly after: string
}

/**
 * The second cue of a name of ordinary words, by which it is none of them there: Close counts where it heads a line, and
 * in "Close offers a dialer" beside names that no word could be. `written` are the letters of the match.
 */
export function cueForOrdinary(scene: Scene, match: Found, written: string, places: Pick<Places, 'isAmongNames'>): Cue {
  const { start, end, pattern } = match
  const { clean } = scene
  const text = clean.slice(start, end)
  // "Hello bank!" is written Hello Bank, too.
  const ownCase =
    isWrittenSo(pattern.written, written) ||
    (/\s/.test(text) &&
      /\p{Ll}/u.test(text) &&
      text.split(/\s+/).every((word) => /^\p{Lu}(?:\p{Ll}|\p{Lu}+$)/u.test(word)))
  // "- gb 小海龟 Pro": Latin letters begin a line of Han characters as a name.
  if (isLatinHead(clean, start, end)) return counted('list-head')
  if (isQuotedInCjk(clean, start, end)) return counted('case')
  if (!ownCase) return cueInOtherCase(scene, match, text, places)
  const head =
    headAt(clean, start, end) ??
    partialHeadAt(clean, start, end, scene.asked, pattern.brand.own === true ? scene.native : undefined) ??
    announcedAt(clean, start, end) ??
    answerAt(clean, start, end) ??
    joinedAt(clean, start, end, scene.asked) ??
    (isFrequentWord(pattern.folded) || isSmallElsewhere(scene, match) ? null : openingAt(clean, start, end))
  if (
    pattern.brand.own === true &&
    head !== null &&
    (leadsCriteria(clean, start, end, scene.native) || (head === 'bold' && isLabelWithin(clean, start, end)))
  )
    return refusedAs('ambiguous', false)
  if (head !== null && !(pattern.brand.own === true && isAskedAsWord(scene, match))) return counted(head)
  if (isInMakersColumn(clean, start, end, scene.asked)) return counted('table-cell')
  if (isModelInCell(clean.slice(Math.max(0, start - 4), start), clean.slice(end, end + NEAR)))
    return counted('table-cell')
  if (pattern.brand.own !== true && (isHeadWithModel(clean, match) || leadsBold(clean, match)))
    return counted('list-head')
  if (places.isAmongNames(match)) return counted('list-head')
  const standing = standingAt(clean, start, end, scene.capitalNouns())
  const after = clean.slice(end, end + NEAR)
  const upper = /^\p{Lu}/u.test(written)
  const titled = isTitled(clean, start) || (pattern.brand.own === true && beginsRemark(clean, start, end))
  const word: Word = { scene, match, written, standing, upper, titled, after }
  if (pattern.written.has(written) && isForeignPair(scene, match)) return counted('case')
  if (upper && isPresented(word)) return counted('case')
  const rule = ruleByCase(word) ?? ruleByNeighbours(word) ?? ruleOfRival(word) ?? ruleOfSubject(word)
  if (rule !== null) return counted(rule)
  if (upper && pattern.written.has(written) && isClaimedHere(scene, match, standing === 'start'))
    return counted('claimed')
  return refusedAs('ambiguous', standing === 'start' && SUBJECT_RIGHT.test(after) && !isFunctionWord(pattern.folded))
}

/** Whether Latin letters lead an item or a row before a name in Chinese, Japanese or Korean. */
function isLatinHead(clean: string, start: number, end: number): boolean {
  return (
    /^ [\u3041-\u30ff\u3400-\u9fff\uac00-\ud7af]/.test(clean.slice(end, end + 2)) &&
    /(?:^|\n)[ \t]*(?:[-*+•]|\d{1,2}[.)]|\|)[ *_]+$/.test(clean.slice(Math.max(0, start - 12), start))
  )
}

/** Whether Latin letters are quoted by themselves in Chinese or Japanese: L is Bの「direct」が. */
function isQuotedInCjk(clean: string, start: number, end: number): boolean {
  return (
    /[「『]$/.test(clean.slice(Math.max(0, start - 1), start)) &&
    /^[」』](?!と(?:は|いう|呼)|の(?:よう|意味))/.test(clean.slice(end, end + 4))
  )
}

/** By its capital letters, where its place gives a word none. */
function ruleByCase({
  scene: { clean },
  match: { start, end, pattern },
  written,
  standing,
  upper,
  titled,
}: Word): string | null {
  if (/^.+\p{Lu}/u.test(written) && !isShouted(clean, start, end) && !isInCapitals(clean, start, end)) {
    const text = clean.slice(start, end)
    if (!/\s/.test(text) || (standing !== 'run' && !titled) || /\p{Ll}\p{Lu}/u.test(text)) return 'case'
  }
  // "the Starter plan"
  if (pattern.brand.own === true && PLAN_BEHIND.test(clean.slice(end, end + 16))) return null
  return columnAt(clean, start, end) ?? (standing === 'own' && upper && !titled ? 'case' : null)
}

/** Whether what stands right before a word in another language than English makes it a name, and no longer one. */
function isPresented({ scene, match, written, titled, after }: Word): boolean {
  const language = scene.language()
  if (language === 0 || titled || !match.pattern.written.has(written) || /^[*_]* ?-?\p{Lu}/u.test(after)) return false
  return KIND_LEFT.test(scene.clean.slice(Math.max(0, match.start - 24), match.start))
}

/** By the names beside it, or the rest of its product's name behind it. */
function ruleByNeighbours({ scene, match, written, standing, upper, titled, after }: Word): string | null {
  if (!upper) return null
  const { clean } = scene
  const { start, end, pattern } = match
  const inRun =
    /^[ *_]*\p{Lu}/u.test(clean.slice(end, end + 4)) ||
    /\p{Lu}[\p{L}’']* [*_]*$/u.test(clean.slice(Math.max(0, start - 16), start))
  if (!inRun && !(titled && !/\svs\.?\s|[,/]/.test(clean.slice(start, end + 24))) && isListed(scene, match))
    return 'listed'
  if (!titled && isBesideBrand(scene, match)) return 'listed'
  // "the Shark PowerDetect": in a sentence, before the rest of a name that is no ordinary word.
  const next = nextName(after)
  if (
    next !== undefined &&
    !isOrdinaryWord(next) &&
    !(pattern.brand.own === true && scene.native(next)) &&
    SMALL_WORD.test(clean.slice(Math.max(0, start - 24), start))
  )
    return 'case'
  // "the Quillpad Jet 110", "The Quillpad AP-1512HH"
  if (pattern.brand.own === true && isModelOfOwn(clean.slice(Math.max(0, start - 8), start), after)) return 'model'
  // "Notion Calendar (formerly Cron)"
  if (namesHost(after, written) || (isRenamed(after) && (standing !== 'run' || pattern.brand.own !== true)))
    return 'case'
  return pattern.brand.own !== true && !titled && isOwnRun(clean, match, standing) ? 'case' : null
}

/** By what would be too little for the product's own name: what is asked about is told from a longer name of somebody else. */
function ruleOfRival({ scene, match, standing, upper, titled, after }: Word): string | null {
  const { start, end, pattern } = match
  if (!upper || pattern.brand.own === true) return null
  const before = scene.clean.slice(Math.max(0, start - 24), start)
  const next = nextName(after)
  if (!titled && !isFunctionWord(pattern.folded)) {
    if (MADE_BY.test(after)) return 'maker'
    // "and Garden of Life Raw Organic has": several words with capitals of their own, before more of them.
    if (pattern.folded.includes(' ') && !scene.capitalNouns() && next !== undefined && SMALL_WORD.test(before))
      return 'case'
    if (hasKindBehind(after, scene.asked)) return 'kind'
    if (isModelWithArticle(before, after)) return 'model'
    if (isBoldSubject(before, after)) return 'bold'
    if (next !== undefined && isShapedModel(next) && !scene.found.some((other) => other.start === end + 1))
      return 'model'
    if (isBesideWithTail(scene, match)) return 'listed'
    if (standing === 'start' && CJK_BEHIND.test(after)) return 'case'
  }
  // "Specialized Epic 8"
  return MODEL_BEHIND.test(after) && BEGINS.test(before.slice(-6)) ? 'case' : null
}

/** By the sentence that it begins, where that speaks of it. */
function ruleOfSubject({ scene, match, written, standing, upper, titled, after }: Word): string | null {
  const { brand, folded } = match.pattern
  if (standing !== 'start' || isFunctionWord(folded)) return null
  // A rival is proposed as one: what a sentence speaks of by that name is it.
  const others = scene.sure().size > (scene.sure().has(brand) ? 1 : 0) || scene.own().size > 1
  if (
    upper &&
    others &&
    !scene.own().has(brand) &&
    brand.own !== true &&
    !isFeature(written) &&
    STRICT_SUBJECT.test(after)
  )
    return 'subject'
  if (/^[’']s[*_]* [\p{L}\p{N}]/u.test(after) && !/\s/.test(written)) return 'possessive'
  if (brand.own === true && upper && isSubjectBesideNames(scene, match)) return 'subject'
  // "Captions by Mirage has"
  if (upper && MAKER_BEHIND.test(after) && STRICT_SUBJECT.test(after.replace(MAKER_BEHIND, ''))) return 'maker'
  const claimed = upper ? ruleOfClaim(scene, match, after) : null
  if (claimed !== null) return claimed
  const { domain } = brand
  const cited = domain !== null && scene.answer.citations.some((citation) => citation.domain === domain)
  if (cited && !titled && SUBJECT_RIGHT.test(after) && !NOUNS_RIGHT.test(after)) return 'domain-cited'
  return upper && isForeignSubject(scene, match, after) ? 'subject' : null
}

/** The word with a capital letter right behind: "PowerDetect" of "the Shark PowerDetect". */
function nextName(after: string): string | undefined {
  return /^ (\p{Lu}[\p{L}\p{N}-]*)/u.exec(after)?.[1]
}
