import type { ReadName } from '../contract/terms.ts'
import type { Brand, Reason, Rule } from './answer.ts'
import type { Hit } from './bounds.ts'
import firstNames from './data/first-names.json' with { type: 'json' }
import { foldKey } from './fold.ts'
import { isOrdinary } from './names.ts'

/** The role that an answer's reading gives a brand; null if it omits it. */
export type Vote = ReadName['role'] | null

/** In how many answers of the category a brand appears, by its role in their readings and by how it is written. */
export interface Votes {
  choice: number
  passing: number
  unread: number
  /** Capitalised like the name, or in a script without case. */
  plain: number
  /** In lower case although the name is capitalised. */
  small: number
}

/** A brand's place in one answer. */
export interface Case {
  readonly brand: Brand
  readonly text: string
  readonly hit: Hit
  readonly own: Vote
  /** Whether a reader read the answer. */
  readonly isRead: boolean
  /** Those of the category, including this answer. */
  readonly votes: Votes
}

/** Whether a brand counts in an answer, and by which rule, or why not. */
export type Verdict = { readonly rule: Rule } | { readonly reason: Reason }

const FIRST_NAMES = new Set(firstNames.words.split(' '))
/** The share of contradicted readings above which a category's reader counts as careless. */
const CARELESS = 0.06

/** How often a category's readings omit or demote a name that most of them have as a choice, 0..1. */
export function carelessness(all: readonly Votes[]): number {
  let places = 0
  let contradicted = 0
  for (const { choice, passing, unread } of all) {
    const others = passing + unread
    if (choice < 2 || choice <= others) continue
    places += choice + others
    contradicted += others
  }
  return places === 0 ? 0 : contradicted / places
}

/** Whether a brand counts in an answer, judged by its reading and by the category's other readings. */
export function decide(of: Case, careless: number): Verdict {
  const { own, hit, votes } = of
  if (of.brand.ignored === true) return { reason: 'ignored' }
  const isPlain = hit.standing === 'plain'
  const others = {
    choice: votes.choice - Number(own === 'choice'),
    passing: votes.passing - Number(own === 'passing'),
    unread: votes.unread - Number(own === null && isPlain),
    small: votes.small,
    plain: votes.plain,
  }
  if (of.brand.own === true) return decideProduct(of, others)
  if (own === 'choice') return decideChoice(of, others, careless > CARELESS)
  if (own === 'passing') return decidePassing(of, others, careless > CARELESS)
  return decideUnread(of, others)
}

function decideChoice(of: Case, others: Votes, isCareless: boolean): Verdict {
  const { isRead, text, hit } = of
  const { choice, passing, unread, small } = others
  if (isCareless && passing > choice + 1) return { reason: 'passing' }
  if (isCareless && !isSupported(of, others)) return { reason: 'doubt' }
  if (!isRead && choice === 0 && (small > 0 || unread >= 2 || (unread === 1 && !isMarked(text, hit))))
    return { reason: 'doubt' }
  return { rule: isRead ? 'read' : 'layout' }
}

/** Whether a careless reader's choice is confirmed by other readings or by the layout. */
function isSupported({ text, hit }: Case, { choice, passing, unread, small }: Votes): boolean {
  if (choice + passing === 0 && small > 0) return false
  return 2 * choice + passing + (isMarked(text, hit) ? 2 : 0) > 1 + 2 * unread
}

function decidePassing({ text, hit }: Case, { choice, passing }: Votes, isCareless: boolean): Verdict {
  const turned = choice > passing || (passing === 0 && isMarked(text, hit))
  return isCareless && turned ? { rule: 'role' } : { reason: 'passing' }
}

function decideUnread({ text, hit, brand, isRead }: Case, { choice, passing, unread, small, plain }: Votes): Verdict {
  if (hit.standing !== 'plain') return { reason: 'word' }
  if (brand.spellings.some(isOrdinary) || small > plain) return { reason: 'word' }
  const marked = isMarked(text, hit)
  const enough = !isRead || marked ? 1 : 2
  const isConfirmed = choice >= enough && choice > passing && (choice > unread || !isRead)
  if (isConfirmed && (marked || !isLowerCase(text, hit))) return { rule: 'found' }
  return { reason: passing > choice ? 'passing' : 'doubt' }
}

/** The product counts in any role; its reading decides only if the spelling may mean something else. */
function decideProduct({ own, hit, text, isRead }: Case, { small, plain }: Votes): Verdict {
  const said = text.slice(hit.start, hit.end)
  if (/\.\p{L}/u.test(said)) return { rule: 'domain' }
  if (own !== null) return { rule: 'product' }
  if (hit.standing !== 'plain' && hit.standing !== 'glued') return { reason: 'word' }
  const isWord = small > plain || isOrdinary(said)
  const isPerson = FIRST_NAMES.has(foldKey(said))
  if (isRead ? isWord || isPerson : isWord && !isMarked(text, hit)) return { reason: 'word' }
  return isLonger(text, hit, isWord || isPerson, isRead) ? { reason: 'longer' } : { rule: 'product' }
}

/** Whether a name starts a line, list item or table row, or is bold or a link. */
function isMarked(text: string, { start }: Hit): boolean {
  const before = text.slice(Math.max(0, start - 16), start)
  return /(?:^|\n)[ \t>]*(?:[-*+•]|\d+[.)]|#+|\|)?\s*(?:\*\*|\[)*$|\*\*\[?$/.test(before)
}

/** Whether a name is written like any other word: in lower case, and no host. */
function isLowerCase(text: string, { start, end }: Hit): boolean {
  const said = text.slice(start, end)
  return /\p{Ll}/u.test(said) && !/\p{Lu}|\.\p{L}/u.test(said)
}

/**
 * Whether a capitalised word before or after a name makes it part of a longer one, such as a person's ("Ruth Acme").
 */
function isLonger(text: string, { start, end }: Hit, isCommon: boolean, isRead: boolean): boolean {
  const before = /(?<=[^.!?:\n] )\p{Lu}\p{Ll}+(?= $)/u.exec(text.slice(Math.max(0, start - 20), start))?.[0]
  if (before !== undefined && (isRead || isCommon || FIRST_NAMES.has(foldKey(before)))) return true
  return isCommon && /^ (?:& )?\p{Lu}\p{L}/u.test(text.slice(end, end + 5))
}
