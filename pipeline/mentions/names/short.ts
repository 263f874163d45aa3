import { fold, foldKey } from '../words/fold.ts'
import { isCoinedHan, isHan } from '../words/han.ts'
import { isKatakanaOfWords } from '../words/lexicon.ts'
import type { Brand } from './brand.ts'
import { nameKey } from './name-key.ts'

/** Words of companies' names, in any category. */
const COMPANY_WORDS = new Set(
  'group technologies technology systems labs industries international brands products solutions foods holdings outdoors audio'.split(
    ' ',
  ),
)

/** What a company is, behind its name in Chinese. */
const CHINESE_COMPANY =
  /^(\p{Script=Han}{2,4})(?:银行|銀行|科技|集团|集團|公司|保险|保險|证券|證券|教育|智能|网络|網路|软件|軟體)$/u

/**
 * A name without the kind of thing behind it, "Flair" of "Flair Espresso", or without what the company is: 云鲸 of 云鲸智能;
 * null where it has neither or nothing would be left to know it by. `kinds` are folded words of the category.
 */
function shortOf(name: string, kinds: ReadonlySet<string>): string | null {
  const company = CHINESE_COMPANY.exec(name)?.[1]
  if (company === undefined) return firstOfScripts(name) ?? withoutKind(name, kinds)
  return isCoinedHan(company) ? company : null
}

/** A shorter end of a name may be part of it: 证券, 会议. */
const SHORTEST_KIND = 4

/**
 * A name without the kind that a question asks for right behind it, 禾硕 of 禾硕空气净化器 where 空气净化器 stands in one; null where
 * none does, or the question asks for the name itself.
 */
export function withoutAsked(name: string, questions: readonly string[]): string | null {
  if (!/^(?:\p{Script=Han}+|[ァ-ヶー\p{Script=Han}]+)$/u.test(name)) return null
  for (let at = 2; at <= name.length - SHORTEST_KIND; at += 1) {
    const kind = name.slice(at)
    if (isMadeOfWords(kind) && questions.some((question) => asksFor(question, kind, name.charAt(at - 1))))
      return name.slice(0, at)
  }
  return null
}

/** Whether a question holds a kind that nothing goes on with and that isn't the end of the name there. */
function asksFor(question: string, kind: string, before: string): boolean {
  const at = question.indexOf(kind)
  return (
    at >= 0 &&
    question.charAt(at - 1) !== before &&
    !/[ァ-ヶー]{2}/u.test(`${kind.slice(-1)}${question.charAt(at + kind.length)}`)
  )
}

function isMadeOfWords(kind: string): boolean {
  return isHan(kind) ? !isCoinedHan(kind) : /^[ァ-ヶー]+$/u.test(kind) && isKatakanaOfWords(kind)
}

const TWO_SCRIPTS = /^(\p{Script=Han}{2,6}) ?[A-Z][A-Za-z]{2,}$/u

/** A coined name in Han characters without its own in Latin letters behind it: 禾硕 of "禾硕 Hesol". */
function firstOfScripts(name: string): string | null {
  const han = TWO_SCRIPTS.exec(name)?.[1]
  return han !== undefined && isCoinedHan(han) ? han : null
}

/** Whether a word is a kind of thing in the category, in either number or as the last part of a longer word: "Grills" among Gasgrills. */
function isKind(word: string, kinds: ReadonlySet<string>): boolean {
  const one = fold(word).replace(/s$/, '')
  if (COMPANY_WORDS.has(fold(word)) || kinds.has(one) || kinds.has(`${one}s`)) return true
  return one.length > 4 && [...kinds].some((kind) => kind.endsWith(one) || kind.endsWith(`${one}s`))
}

/** "Capture One" of "Capture One Pro"; null where no kind of thing stands behind, or only one ordinary-looking word would be left. */
function withoutKind(spelling: string, kinds: ReadonlySet<string>): string | null {
  const words = spelling.split(' ')
  const rest = words.findLastIndex((word) => !isKind(word, kinds)) + 1
  const short = words.slice(0, rest).join(' ')
  const fits =
    rest < words.length &&
    (rest > 1 ? words.slice(0, rest).every((word) => /^\p{Lu}/u.test(word)) : /^\p{Lu}\p{L}{3,}$/u.test(short))
  return fits ? short : null
}

/**
 * "Quillbar" of "Quillbar Zettelpen" where its domain is quillbar.com: the first words, whose label the domain is; null where
 * they aren't.
 */
function makerOf(name: string, domain: string | null): string | null {
  const label = domain === null ? '' : foldKey(domain.replace(/\..*$/, ''))
  if (label.length < 4) return null
  const words = name.split(' ')
  for (let length = 1; length < words.length; length += 1) {
    const first = words.slice(0, length).join(' ')
    if (foldKey(first) === label) return first
  }
  return null
}

/**
 * "Zettel Planner" of "Quillbar Zettel Planner" where its domain is quillbar.com: two words or more behind its maker's, none of
 * them the kind of thing; null where there are none.
 */
function withoutMaker(name: string, domain: string | null, kinds: ReadonlySet<string>): string | null {
  const maker = makerOf(name, domain)
  const words = maker === null ? [] : name.slice(maker.length + 1).split(' ')
  return words.length > 1 && words.every((word) => /^\p{Lu}\p{Ll}/u.test(word) && !isKind(word, kinds))
    ? words.join(' ')
    : null
}

/**
 * The spellings of a brand that no answer writes in full, with the name without its maker where that is written, else without what
 * it is, and its maker's where its domain is the maker's and has but this one brand: `alone`. No name that stands `apart`, and none that `isTaken` by its key.
 */
export function withShort(
  { spellings, domain }: Brand,
  alone: boolean,
  kinds: ReadonlySet<string>,
  apart: ReadonlySet<string>,
  isTaken: (key: string) => boolean,
  isWritten: (short: string) => boolean,
): string[] {
  const shorts = spellings
    .filter((spelling) => !apart.has(nameKey(spelling)))
    .flatMap((spelling) => {
      const product = withoutMaker(spelling, domain, kinds)
      if (product !== null && isWritten(product)) return [product]
      return [shortOf(spelling, kinds), alone ? makerOf(spelling, domain) : null]
    })
    .filter((short) => short !== null)
  return [...new Set([...spellings, ...shorts.filter((short) => !isTaken(nameKey(short)))])]
}
