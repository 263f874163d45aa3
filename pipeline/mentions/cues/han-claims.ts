import type { Found } from '../find/finder.ts'
import { isCoinedHan, isHan } from '../words/han.ts'
import { isTelling } from '../words/name-shape.ts'
import { isAskedOf, isClaimedInCjk } from './cjk-claims.ts'
import type { Scene } from './scene.ts'

/** What is taken, recommended or announced as a choice: "就买石头", "综合首选：石头". */
const CHOSEN_LEFT = /(?:推荐|推薦|选择|選擇|[选選买買]|首选|首選|之选|之選|最佳|候选|候選)[：: *]*$/u
/** A model, a company, or what only a company does: "石头 P20", "优点科技", "优点做得比较早". */
const COMPANY_RIGHT =
  /^(?: ?[A-Z][A-Za-z\d]|科技|智能|集团|集團|公司|官方|官网|官網|品牌|牌|家的|旗下|推出|主打|做得|这家|這家)/u
const ROW_LEFT = /(\p{Script=Han}{2,5}|[A-Z]\w+)(?:[、和与與及跟或]|或者|还是|還是)$/u
const ROW_RIGHT = /^(?:或者|还是|還是|[、和与與及跟或])(\p{Script=Han}{2,5}?|[A-Z]\w+)(?=[、，。的等和]|$)/u
const LONGEST_KIND = 8
const CJK_LETTER = /[\p{Script=Han}\p{Script=Katakana}\p{Script=Hangul}]/u
/** The model behind what kind of thing it is: "荣耀手表5 Ultra". */
const MODEL_RIGHT = /^ ?[A-Z\d]/
/** What stands beside a name that a question compares: "华为和优点的智能门锁选哪个", "honor手表和小米手表哪个好". */
const BEFORE_COMPARED = /(?:[和与與跟、]|还是|還是|と)$/u
const BEHIND_COMPARED = /^\p{Script=Han}{0,4}?(?:[和与與跟、]|还是|還是|と)/u

/** The members of a row of three and more before and behind a name: 立白、奥妙、超能和蔬果园. */
const MEMBERS_LEFT = /(?:[\p{Script=Han}A-Za-z]{2,8}、){1,4}$/u
const MEMBERS_RIGHT = /^(?:、[\p{Script=Han}A-Za-z]{2,8}){0,3}[和与與及、][\p{Script=Han}A-Za-z]{2,8}/u

/** Whether a name stands within a row, of which one is coined; words of the sentence may stand before the first and behind the last. */
function isWithinRow(before: string, after: string): boolean {
  const left = MEMBERS_LEFT.exec(before)?.[0].split('、').slice(0, -1)
  const right = MEMBERS_RIGHT.exec(after)?.[0]
    .split(/[、和与與及]/u)
    .slice(1)
  if (left === undefined || right === undefined) return false
  const members = [left[0]?.slice(-2), right.at(-1)?.slice(0, 2), ...left.slice(1), ...right.slice(0, -1)]
  return members.some((name = '') => (isHan(name) ? isCoinedHan(name, 1 / 2) : isTelling(name)))
}

function isNoWord(name: string): boolean {
  return isHan(name) ? isCoinedHan(name) : isTelling(name)
}

/** How long the kind of thing is that the question asks for and that stands right behind a name: 石头扫地机、科沃斯. */
export function kindLength(clean: string, end: number, question: string): number {
  const text = clean.slice(end, end + LONGEST_KIND)
  for (let length = LONGEST_KIND; length > 1; length -= 1) if (question.includes(text.slice(0, length))) return length
  return 0
}

/** Whether a question compares a name with another, in whatever case: "honor手表和小米手表哪个好" of HONOR. */
function isComparedIn(question: string, name: string): boolean {
  const at = question.toLowerCase().indexOf(name.toLowerCase())
  return (
    at >= 0 && (BEFORE_COMPARED.test(question.slice(0, at)) || BEHIND_COMPARED.test(question.slice(at + name.length)))
  )
}

/**
 * Whether a word of Chinese, or of Japanese in Han characters, can only be a name where it stands: quoted, heading a line, chosen,
 * with a model or as a company, in a row with a name, or compared in the question.
 */
export function isHanWordClaimed({ clean, answer: { question } }: Scene, { start, end, pattern }: Found): boolean {
  const text = clean.slice(start, end)
  if (/\s/.test(text) || isClaimedInCjk(clean, start, end) || isAskedOf(question, text)) return true
  const before = clean.slice(Math.max(0, start - 12), start)
  const after = clean.slice(end, end + 12)
  if (CHOSEN_LEFT.test(before) || COMPANY_RIGHT.test(after)) return true
  if ([text, ...pattern.brand.spellings].some((name) => isComparedIn(question, name))) return true
  if (isWithinRow(before, after)) return true
  const kind = kindLength(clean, end, question)
  if (kind > 0 && MODEL_RIGHT.test(after.slice(kind))) return true
  const behind = ROW_RIGHT.exec(after) ?? ROW_RIGHT.exec(after.slice(kind))
  return [ROW_LEFT.exec(before)?.[1], behind?.[1]].some((name) => name !== undefined && isNoWord(name))
}

/** Whether Latin letters stand right before the kind of thing that a Chinese, Japanese or Korean question asks for: 同价位的 honor 手表. */
export function isBeforeKindInCjk({ clean, answer: { question } }: Scene, end: number): boolean {
  const at = clean.charAt(end) === ' ' ? end + 1 : end
  return CJK_LETTER.test(clean.charAt(at)) && kindLength(clean, at, question) > 0
}
