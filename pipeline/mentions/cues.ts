import type { AnswerText, Brand } from './brand.ts'
import { hasCapitalNouns, headAt, isShouted, partialHeadAt, standingAt } from './context.ts'
import { type Found, letters } from './finder.ts'
import { holdsHanWord, isCoinedHan, isHan } from './han.ts'
import { isNameShaped, isTelling } from './name-shape.ts'
import { isFunctionWord, isOrdinaryWord } from './ordinary.ts'
import { isSmallWord } from './role-words.ts'
import { isFeature, isFeatureColumn } from './sections.ts'

/** By which rule a name counts where it stands, or why it doesn't. */
export type Cue =
  | { readonly rule: string; readonly reason: null; readonly atStart: boolean }
  | { readonly rule: null; readonly reason: 'ambiguous' | 'word'; readonly atStart: boolean }

const NEAR = 48
/** Where a name stands by itself, no list of words: a heading is not written small but for a name. */
const HEAD_OF_ITS_OWN = new Set(['heading', 'bold'])
/** "Gantt charts", "La piccola": words of which only the first has a capital letter are a phrase, where the brand is a name of several. */
const PHRASE = /^\p{Lu}[\p{L}’']* \p{Ll}\p{L}+$/u
const ROW_REACH = 90
const MEMBER = String.raw`[*_“"]*((?:\p{Lu}|\p{Nd}|\p{Ll}{1,2}\p{Lu})[\p{L}\p{M}\p{N}.&'’+-]*(?: (?:\p{Lu}|\p{Nd})[\p{L}\p{M}\p{N}.&'’+-]*){0,3})[*_”"]*`
const AND = String.raw`(?:and|or|und|oder|sowie|et|ou|y|o|e|i|oraz|lub|en|of|vs\.?|versus)`
const ROW_LEFT = new RegExp(
  String.raw`(?<![\p{L}\p{N}])${MEMBER}(?:, \p{Ll}[\p{L}\p{N}]{2,20})?(?:, ?| ?[/&+] ?|,? ${AND} )[*_“"]*$`,
  'u',
)
const ROW_RIGHT = new RegExp(`^[*_”"]*(?:, ?(?:${AND} )?| ?[/&+] ?| ${AND} )${MEMBER}`, 'u')
/** What a name at the beginning of a sentence is followed by when it is what the sentence speaks of. */
const SUBJECT_RIGHT =
  /^(?:[’']s [\p{L}]|[*_ ]+(?:is|was|has|had|can|could|will|would|may|might|does|did|also|and|or|offers|[a-z]{2,}(?:s|ed)|est|es|è|é|ist|hat|bietet|offre|ofrece|oferece|jest)(?!\p{L})|,|[*_]*:)/u
/** The same, with a verb that speaks of one thing. */
const STRICT_SUBJECT =
  /^[*_]*(?: (?:is|was|has|offers?|does|lets|makes|gives|comes|costs|keeps|ist|hat|bietet|est|propose|offre|es|ofrece|è|jest)(?!\p{L})|, which )/u
const DETERMINERS =
  'der die das den dem des ein eine einen einem einer eines kein keine keinen keinem keiner wenig viel weniger mehr etwas ans am im beim zum zur vom dieser diese dieses diesen diesem jeder jede jedes ihr ihre ihren ihrem dein deine deinen deinem sein seine seinen seinem unser unsere meinen meinem mein meine lästige lästigen ganze ganzen'
const GERMAN_DETERMINER = new RegExp(
  `(?<!\\p{L})(?:${DETERMINERS.replaceAll(' ', '|')}) (?:\\p{Ll}{2,}e[nrsm]? )?$`,
  'iu',
)
const SMALL_BEFORE =
  /(?<!\p{L})(?:a|an|the|my|your|our|their|its|this|that|each|every|any|some|no|more|un|une|la|le|les|des|du|mon|votre|el|los|las|una|unos|su|sus|tu|il|lo|gli|uno|al|alla|del|della|dal|dalla|o|os|as|um|uma|ao|do|da|no|na|het|een|de|tej|ten|ta|to|tę|varias|varios|muchas|muchos|plusieurs|molti|molte|várias|vários|muitas|several|many|few|two|three|four) $/iu
const KATAKANA_END = /[\p{Script=Katakana}ー]/u
const HANGUL_END = /\p{Script=Hangul}/u
const HAN_LEFT = /(?:^|[\s\p{P}\p{S}A-Za-z0-9]|[はがもをにとやのでら]|[和与或及是为選选用推荐买買至比像如从由叫])$/u
const HAN_CHOSEN = /(?:推荐|推薦|选择|選擇|购买|購買|入手)$/u
const HAN_RIGHT =
  /^(?:$|[\s\p{P}\p{S}A-Za-z0-9]|[はがもをにとやので]|か|も|や|なら|です|だ|[和与或及是为的在等也都有比将把这這该則则更]|科技|集团|集團|公司|官[网網方]|品牌|系列|旗舰)/u
const HAN_NO_NAME = /^(?:さん|氏|様|先生|女士|」?とは|』?とは)/u
const HANGUL_BARE =
  /(?:은|는|이|가|을|를|의|에|서|로|와|과|도|만|면|고|며|지|한|된|던|적인|할|든|나|요|다|죠|및|등|용|째|밖|중|론|엔|건|게|히|려|라|해|번|개|인 )$/u

/** What is read of an answer once and asked for each name in it. */
export interface Scene {
  readonly answer: AnswerText
  readonly clean: string
  readonly found: readonly Found[]
  /** Whether every noun has a capital letter. */
  readonly capitalNouns: () => boolean
  /** The one-word names that stand as a common noun somewhere in the answer. */
  readonly nouns: () => ReadonlySet<string>
  /** The brands found under a name that is no ordinary word. */
  readonly sure: () => ReadonlySet<Brand>
  /** The brands that somewhere have a capital letter of their own in a sentence. */
  readonly own: () => ReadonlySet<Brand>
}

export function createScene(answer: AnswerText, clean: string, found: readonly Found[]): Scene {
  let capitalNouns: boolean | undefined
  let nouns: Set<string> | undefined
  let sure: Set<Brand> | undefined
  let own: Set<Brand> | undefined
  const german = (): boolean => {
    capitalNouns ??= hasCapitalNouns(clean)
    return capitalNouns
  }
  return {
    answer,
    clean,
    found,
    capitalNouns: german,
    sure: () => {
      sure ??= new Set(found.flatMap(({ pattern }) => (pattern.ambiguous ? [] : [pattern.brand])))
      return sure
    },
    own: () => {
      own ??= new Set(
        found.flatMap(({ pattern, start, end }) =>
          standingAt(clean, start, end, german()) === 'own' ? [pattern.brand] : [],
        ),
      )
      return own
    },
    nouns: () => {
      if (nouns === undefined) {
        const standing = found.filter((match) => isNounAt(clean, match))
        nouns = new Set(standing.length > 0 && german() ? standing.map(({ pattern }) => pattern.folded) : [])
        for (const match of found)
          if (isWrittenSmall(clean, match) || isCompounded(clean, match)) nouns.add(match.pattern.folded)
      }
      return nouns
    },
  }
}

/** The rule by which the match at `index` is a naming, be it by a second cue; or why it is none. */
export function cueFor(scene: Scene, index: number): Cue {
  const match = scene.found[index]
  if (match === undefined) return refusedAs('ambiguous', false)
  const { pattern, start, end, rule } = match
  if (rule === 'domain-name') return counted(rule)
  if (pattern.folded.includes(' ') && PHRASE.test(scene.answer.text.slice(start, end))) return refusedAs('word', false)
  if (isMadeBy(scene.clean, match)) return counted(rule)
  if (pattern.articled && !/^\p{Lu}.*\s\p{Lu}/u.test(scene.answer.text.slice(start, end)))
    return refusedAs('word', false)
  if (!pattern.ambiguous && !isWordHere(scene, match)) return counted(rule)
  const written = letters(scene.answer.text.slice(start, end))
  // "Nestlé" only folds to an ordinary word: with its accent it is none.
  const accented = pattern.ambiguous && pattern.written.has(written) && /[^\p{ASCII}]/u.test(written)
  if (pattern.ambiguous && !accented) return cueForOrdinary(scene, match, written)
  if (pattern.ambiguous && !isWordHere(scene, match)) return counted(rule)
  if (headAt(scene.clean, start, end) !== null || isListed(scene, match)) return counted(rule)
  if (!/\p{Script=Latin}/u.test(written)) return refusedAs('word', false)
  const named =
    /^\P{Ll}/u.test(written) &&
    standingAt(scene.clean, start, end, scene.capitalNouns()) === 'own' &&
    !isTitled(scene.clean, start) &&
    !SMALL_BEFORE.test(scene.clean.slice(Math.max(0, start - 20), start)) &&
    !isNounAt(scene.clean, match)
  return named ? counted('case') : refusedAs('word', false)
}

function counted(rule: string): Cue {
  return { rule, reason: null, atStart: false }
}

function refusedAs(reason: 'ambiguous' | 'word', atStart: boolean): Cue {
  return { rule: null, reason, atStart }
}

/** The second cue of a name of ordinary words. */
function cueForOrdinary(scene: Scene, match: Found, written: string): Cue {
  const { start, end, pattern } = match
  const { clean, answer } = scene
  const text = clean.slice(start, end)
  // "Hello bank!" is written Hello Bank, too.
  const ownCase =
    pattern.written.has(written) || (/\s/.test(text) && text.split(/\s+/).every((word) => /^\p{Lu}\p{Ll}/u.test(word)))
  const function_ = isFunctionWord(pattern.folded)
  if (!ownCase && HEAD_OF_ITS_OWN.has(headAt(clean, start, end) ?? '')) return counted('heading')
  if (!ownCase)
    return !function_ && !/\s/.test(clean.slice(start, end)) && isListed(scene, match)
      ? counted('listed')
      : refusedAs('ambiguous', false)
  const head = headAt(clean, start, end) ?? partialHeadAt(clean, start, end) ?? answerAt(clean, start, end)
  if (head !== null) return counted(head)
  const standing = standingAt(clean, start, end, scene.capitalNouns())
  if (/^.+\p{Lu}/u.test(written) && !isShouted(clean, start, end)) {
    const oneWord = !/\s/.test(clean.slice(start, end))
    if (oneWord || standing !== 'run') return counted('case')
  }
  const column = columnAt(clean, start, end)
  if (column !== null) return counted(column)
  const upper = /^\p{Lu}/u.test(written)
  const titled = isTitled(clean, start)
  if (standing === 'own' && upper && !titled) return counted('case')
  const inRun =
    /^[ *_]*\p{Lu}/u.test(clean.slice(end, end + 4)) ||
    /\p{Lu}[\p{L}’']* [*_]*$/u.test(clean.slice(Math.max(0, start - 16), start))
  if (upper && !inRun && !(titled && !/\svs\.?\s|[,/]/.test(clean.slice(start, end + 24))) && isListed(scene, match))
    return counted('listed')
  const after = clean.slice(end, end + NEAR)
  // "the Shark PowerDetect": in a sentence, before the rest of a name that is no ordinary word.
  const next = /^ (\p{Lu}[\p{L}\p{N}-]*)/u.exec(after)?.[1]
  if (
    upper &&
    next !== undefined &&
    !isOrdinaryWord(next) &&
    /(?<![\p{L}\p{M}])\p{Ll}[\p{L}\p{M}’']* [*_]*$/u.test(clean.slice(Math.max(0, start - 24), start))
  )
    return counted('case')
  const { domain } = pattern.brand
  const cited = domain !== null && answer.citations.some((citation) => citation.domain === domain)
  if (standing === 'start' && !function_) {
    // A rival is proposed as one: what a sentence speaks of by that name is it.
    const others = scene.sure().size > (scene.sure().has(pattern.brand) ? 1 : 0)
    if (
      upper &&
      others &&
      !scene.own().has(pattern.brand) &&
      pattern.brand.own !== true &&
      !isFeature(written) &&
      STRICT_SUBJECT.test(after)
    )
      return counted('subject')
    if (/^[’']s \p{L}/u.test(after) && !/\s/.test(written)) return counted('possessive')
    if (cited && SUBJECT_RIGHT.test(after)) return counted('domain-cited')
  }
  return refusedAs('ambiguous', standing === 'start' && SUBJECT_RIGHT.test(after) && !function_)
}

/** Whether other names stand beside it in a row, one of which can be nothing but a name. */
function isListed({ clean }: Scene, { start, end }: Found): boolean {
  return (
    tellsRow(clean.slice(Math.max(0, start - ROW_REACH), start), ROW_LEFT, -1) ||
    tellsRow(clean.slice(end, end + ROW_REACH), ROW_RIGHT, 1)
  )
}

/** Walks the row of names that a text ends or begins with, up to one that no lexicon knows. */
function tellsRow(text: string, pattern: RegExp, step: -1 | 1): boolean {
  for (let rest = text, members = 0; members < 4; members += 1) {
    const match = pattern.exec(rest)
    if (match?.[1] === undefined) return false
    if (
      match[1].split(' ').some((word) => isTelling(word) || /^\p{Lu}{3,5}$/u.test(word)) &&
      !isSmallWord(match[1].toLowerCase())
    )
      return true
    rest = step < 0 ? rest.slice(0, match.index) : rest.slice(match[0].length)
  }
  return false
}

/** "Risco Ultra de Cumbre": the maker behind its product. */
function isMadeBy(clean: string, { start, end }: Found): boolean {
  if (clean.charCodeAt(start - 1) !== 0x20 || !/^\p{Lu}/u.test(clean.slice(start, end))) return false
  return /\p{Lu}[\p{L}\p{N}]*[*_]* (?:by|de|von|di|van|od|par) $/u.test(clean.slice(Math.max(0, start - 30), start))
}

/** Whether it stands in a heading, where every word may have a capital letter. */
function isTitled(clean: string, start: number): boolean {
  return /^\s*#{1,6} /.test(clean.slice(clean.lastIndexOf('\n', start - 1) + 1, start))
}

/** What a line's label asks for and the line gives: "**If you live in your inbox:** Streak." */
function answerAt(clean: string, start: number, end: number): string | null {
  const from = clean.lastIndexOf('\n', start - 1) + 1
  if (start - from > 120) return null
  const label = /^[\s>*_\d.)-]*(?:\*\*|__)([^*_\n]{6,80})[:：?？](?:\*\*|__)\s*$/u.exec(clean.slice(from, start))?.[1]
  return label !== undefined && label.split(' ').length > 2 && /^[.,(]|^ [(–—-]/u.test(clean.slice(end, end + 3))
    ? 'list-head'
    : null
}

/** The heads of a table's other columns, where one of them can be nothing but a name: "| Feature | HubSpot | Close |". */
function columnAt(clean: string, start: number, end: number): string | null {
  const from = clean.lastIndexOf('\n', start - 1) + 1
  const to = clean.indexOf('\n', end)
  if (to < 0 || clean.charAt(from) !== '|' || !/^[\s|:-]*-[\s|:-]*(?:\n|$)/.test(clean.slice(to + 1, to + 200)))
    return null
  if (!/\|[\s*_]*$/.test(clean.slice(from, start)) || !/^[\s*_]*\|/.test(clean.slice(end, to))) return null
  const [first = '', ...others] = clean
    .slice(from + 1, to)
    .split('|')
    .map((cell) => cell.replace(/[*_]/g, '').trim())
  const names = others.filter((cell) => cell !== '' && cell.split(' ').some(isTelling) && isNameShaped(cell))
  return isFeatureColumn(first) && names.length > 0 ? 'table-cell' : null
}

/** Whether a name that no lexicon knows is a word of the language there. */
function isWordHere(scene: Scene, match: Found): boolean {
  const { clean } = scene
  // Scripts without capital letters.
  if (clean.charCodeAt(match.start) < 0x2e80) return scene.nouns().has(match.pattern.folded)
  const text = clean.slice(match.start, match.end)
  if (isHan(text) && (!isCoinedHan(text) || holdsHanWord(text))) return !isBoundedHan(clean, match)
  if (/^\p{Script=Hiragana}+$/u.test(text)) return !isBoundedKana(clean, match)
  if (/^\p{Script=Katakana}/u.test(text)) return scene.nouns().has(match.pattern.folded)
  if (!/^\p{Script=Hangul}/u.test(text)) return false
  return isAfterBareNoun(scene, match) || scene.nouns().has(match.pattern.folded)
}

/** Whether particles and marks alone stand around the Han characters, so that they are a word by themselves. */
function isBoundedHan(clean: string, { start, end }: Found): boolean {
  const after = clean.slice(end, end + 6)
  if (HAN_CHOSEN.test(clean.slice(Math.max(0, start - 2), start))) return true
  return HAN_LEFT.test(clean.slice(Math.max(0, start - 2), start)) && HAN_RIGHT.test(after) && !HAN_NO_NAME.test(after)
}

/** Whether the kana are no verb's: nothing but marks, topics and 「の」 around them. */
function isBoundedKana(clean: string, { start, end }: Found): boolean {
  return (
    /(?:^|[\s\p{P}\p{S}A-Za-z0-9]|[はもの])$/u.test(clean.slice(Math.max(0, start - 2), start)) &&
    /^(?:$|[\s\p{P}\p{S}A-Za-z0-9]|[はがもをにとので]|なら|です)/u.test(clean.slice(end, end + 6))
  )
}

/** Whether a Korean noun without a particle stands before it, whose second half it then is. */
function isAfterBareNoun({ clean, answer }: Scene, { start }: Found): boolean {
  const before = /(\p{Script=Hangul}{1,12}) $/u.exec(clean.slice(Math.max(0, start - 14), start))?.[1]
  return before !== undefined && !HANGUL_BARE.test(before) && !answer.question.includes(before)
}

/** Whether a name that has a capital letter is written small behind an article, or as a plural: a word of the language there. */
function isWrittenSmall(clean: string, { pattern, start, end, rule }: Found): boolean {
  const first = clean.charCodeAt(start)
  if (first < 0x61 || (first > 0x7a && first < 0xdf) || first > 0x2af) return false
  const text = clean.slice(start, end)
  if (!/^[\p{Ll}\s]+$/u.test(text) || pattern.written.has(letters(text))) return false
  return (rule === 'inflected' && text.endsWith('s')) || SMALL_BEFORE.test(clean.slice(Math.max(0, start - 20), start))
}

/** Whether it is part of a longer word in a script without spaces between words, so that it may be a word by itself. */
function isCompounded(clean: string, { start, end, rule }: Found): boolean {
  if (clean.charCodeAt(start) < 0x3041) return false
  const name = clean.slice(start, end)
  if (rule === 'inflected') return false
  const script = /^\p{Script=Katakana}+$/u.test(name)
    ? KATAKANA_END
    : /^\p{Script=Hangul}+$/u.test(name)
      ? HANGUL_END
      : null
  if (script === null) return false
  for (let at = clean.indexOf(name); at > 0; at = clean.indexOf(name, at + 1))
    if (script.test(clean.charAt(at - 1))) return true
  return false
}

/** Whether it stands as a German noun: one capitalised word behind an article, not before the rest of a name. */
function isNounAt(clean: string, { start, end }: Found): boolean {
  // An article ends in one of these letters; most names cost no more than this.
  if (clean.charAt(start - 1) !== ' ' || !'rsenmlw'.includes(clean.charAt(start - 2))) return false
  return (
    /^\p{Lu}\p{Ll}+$/u.test(clean.slice(start, end)) &&
    GERMAN_DETERMINER.test(clean.slice(Math.max(0, start - 28), start)) &&
    !/^(?:[ ]?[-*_]*[ ]?[\p{Lu}\p{N}]|-)/u.test(clean.slice(end, end + 6))
  )
}
