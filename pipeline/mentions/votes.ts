import type { Brand, ReadName, Reason, Rule } from './answer.ts'
import type { Hit } from './bounds.ts'
import { isOrdinary } from './brands.ts'
import firstNames from './data/first-names.json' with { type: 'json' }
import { foldKey } from './fold.ts'

/** What an answer's reading says of a brand that stands in it; null where it leaves it out. */
export type Vote = ReadName['role'] | null

/** In how many answers of the category a brand stands, by what their readings say of it, and how it is written there. */
export interface Votes {
  choice: number
  passing: number
  unread: number
  /** With a capital letter of its own, or in a script without capitals. */
  plain: number
  /** With a small letter where its name has a capital one. */
  small: number
}

/** A brand where it stands in one answer. */
export interface Case {
  readonly brand: Brand
  readonly text: string
  readonly hit: Hit
  readonly own: Vote
  /** Whether somebody read the answer. */
  readonly isRead: boolean
  /** Of the category, this answer included. */
  readonly votes: Votes
}

/** Whether a brand counts in an answer, and by which rule, or why not. */
export type Verdict = { readonly rule: Rule } | { readonly reason: Reason }

const FIRST_NAMES = new Set(firstNames.words.split(' '))
/** The share of contradicted readings from which a category's reader is taken for a careless one. */
const CARELESS = 0.06

/**
 * How careless a category's reader is: of the places where a name stands that most readings have as a choice, the share at which one
 * leaves it out or has it in passing.
 */
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

/** Whether a brand counts where it stands, by what its answer's reading says of it and what the category's others do. */
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

/** Whether a careless reader's choice is one: where others have it too, or it is marked, and not where more leave it out. */
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
  const enough = !isRead || isMarked(text, hit) ? 1 : 2
  if (choice >= enough && choice > passing && (choice > unread || !isRead)) return { rule: 'found' }
  return { reason: passing > choice ? 'passing' : 'doubt' }
}

/** The product is named where its spelling stands, in any role; where that may be something else, its answer's reading decides. */
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

/** Whether a place is marked: at the head of a line, a list item or a table's row, in bold, or as a link. */
function isMarked(text: string, { start }: Hit): boolean {
  const before = text.slice(Math.max(0, start - 16), start)
  return /(?:^|\n)[ \t>]*(?:[-*+•]|\d+[.)]|#+|\|)?\s*(?:\*\*|\[)*$|\*\*\[?$/.test(before)
}

/**
 * Whether a word with a capital before it makes it a part of a longer name, or one behind it that may be a person's or a thing's: a
 * first name does ("Ruth Acme"), where a reading left it out any.
 */
function isLonger(text: string, { start, end }: Hit, isCommon: boolean, isRead: boolean): boolean {
  const before = /(?<=[^.!?:\n] )\p{Lu}\p{Ll}+(?= $)/u.exec(text.slice(Math.max(0, start - 20), start))?.[0]
  if (before !== undefined && (isRead || isCommon || FIRST_NAMES.has(foldKey(before)))) return true
  return isCommon && /^ (?:& )?\p{Lu}\p{L}/u.test(text.slice(end, end + 5))
}
