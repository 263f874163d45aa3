import { fold, foldKey } from '../words/fold.ts'
import { isCoinedHan } from '../words/han.ts'

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
export function shortOf(name: string, kinds: ReadonlySet<string>): string | null {
  const company = CHINESE_COMPANY.exec(name)?.[1]
  if (company === undefined) return withoutKind(name, kinds)
  return isCoinedHan(company) ? company : null
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
export function makerOf(name: string, domain: string | null): string | null {
  const label = domain === null ? '' : foldKey(domain.replace(/\..*$/, ''))
  if (label.length < 4) return null
  const words = name.split(' ')
  for (let length = 1; length < words.length; length += 1) {
    const first = words.slice(0, length).join(' ')
    if (foldKey(first) === label) return first
  }
  return null
}
