import { soundsLike } from '../names/transliteration.ts'
import { endsWithKind, likenessOf } from '../words/cjk-words.ts'
import { holdsHanWord, isCoinedHan, isHan, lengthOfFirst } from '../words/han.ts'
import { isOrdinaryWord } from '../words/ordinary.ts'

/** The brand of a head: without its model behind a space, or its name in the other script beside it. */
export function brandOf(whole: string, models: boolean, kinds: ReadonlySet<string>): string {
  const maker = makerOf(whole, kinds)
  if (maker !== null) return maker
  const head = withoutKind(whole, kinds)
  const glued = /^(?:([A-Za-z]{3,})(\p{Script=Han}{2,4})|(\p{Script=Han}{2,4})([A-Za-z]{3,}))(?: .*)?$/u.exec(
    head.normalize('NFKC'),
  )
  const han = glued?.[2] ?? glued?.[3]
  if (han !== undefined && isCoinedHan(han)) return han
  const words = head.split(' ')
  const [first = '', second = ''] = words
  // "클릭업 ClickUp": the same name in both scripts.
  const latin = words.slice(1).join(' ')
  if (/^[A-Za-z.& ]+$/.test(latin) && soundsLike(first, latin)) return latin
  // "미래에셋증권 M-STOCK": a company and its product.
  if (words.length === 2 && !/[A-Za-z]/.test(first) && endsWithKind(first, kinds)) return first
  if (words.length === 1 || !models) return head
  // "au PAY ふるさと納税" is no model of au.
  if (/^[A-Za-z]+ [A-Z]+ [^A-Za-z]+$/.test(head) && endsWithKind(head, kinds)) return head
  if (/^(?:&|\+|and)$/u.test(second)) return words.slice(0, 3).join(' ')
  // "THE 名刺管理 Business": an ordinary word is hardly the brand.
  if (/^[A-Za-z]/.test(first) && isOrdinaryWord(first)) return head
  return first.length > 1 ? first : head
}

/** Han characters before a model: 小米智能门锁M20, 小米全自动智能门锁 Pro. */
const BEFORE_MODEL = /^(\p{Script=Han}{4,12})(?= ?[A-Z\d])/u

/**
 * The maker that the name of a product in Chinese begins with, before a word of the dictionary and a model or the kind that is
 * asked for: 小米 of 小米智能门锁M20, 飞利浦 of 飞利浦儿童声波牙刷. Null where there is none.
 */
export function makerOf(head: string, kinds: ReadonlySet<string>): string | null {
  const numbered = /^(\p{Script=Han}{2,3})\d\p{Script=Han}/u.exec(head)?.[1]
  if (numbered !== undefined) return likenessOf(numbered, kinds) === 'none' ? null : numbered
  const whole = isHan(head) || /^\p{Script=Han}{6,12}$/u.test(head) ? stripped(head, kinds, 2) : head
  const han = BEFORE_MODEL.exec(head)?.[1] ?? (whole === head ? '' : whole)
  const at = lengthOfFirst(han)
  const maker = han.slice(0, at)
  return at < 4 && holdsHanWord(han.slice(at)) && !head.includes('的') && likenessOf(maker, kinds) !== 'none'
    ? maker
    : null
}

/** 小米空气净化器 4 Pro among 空气净化器 is 小米's, as is 小米的空气净化器. */
function withoutKind(head: string, kinds: ReadonlySet<string>): string {
  const [first = '', ...rest] = head.split(' ')
  const owned = /^(.{2,12}?)[的の](.+)$/u.exec(head)
  if (owned?.[1] !== undefined && owned[2] !== undefined && stripped(owned[2], kinds, 0) === '') return owned[1]
  return /^[A-Z\d]/.test(rest[0] ?? '') && !/\p{Script=Hangul}/u.test(first)
    ? [stripped(first, kinds, 2), ...rest].join(' ')
    : head
}

/** A text without the words of the category that it ends with, as long as `least` letters are left. */
function stripped(text: string, kinds: ReadonlySet<string>, least: number): string {
  for (const kind of kinds) {
    const plain = kind.normalize('NFC')
    if (plain !== '' && text.endsWith(plain) && text.length - plain.length >= least)
      return stripped(text.slice(0, -plain.length), kinds, least)
  }
  return text
}
