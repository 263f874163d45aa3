import type { Found } from '../find/finder.ts'
import { wordsBeside } from '../words/han.ts'
import { lineStart } from '../words/line.ts'

const HAN_LEFT =
  /(?:^|[\s\p{P}\p{S}A-Za-z0-9]|[はがもをにとやのでら]|[和与或及是为選选用推荐买買至比像如从由叫看有在对對于於為给給跟與從时時])$/u
const HAN_CHOSEN =
  /(?:推荐|推薦|选择|選擇|购买|購買|入手|考虑|考慮|首选|首選|包括|例如|比如|或者|或是|还是|還是|试试|試試|换成|換成|优先看|第[一二三]名[给給]?)$/u
const HAN_RIGHT =
  /^(?:$|[\s\p{P}\p{S}A-Za-z0-9]|[はがもをにとやので]|か|も|や|なら|です|だ|[和与或及是为的在等也都有将把这這该則则更能会會可还還就最很不没沒只才要已曾由因对對]|比(?![较較])|[两兩二三四五几幾][个個家款大]|以(?![上下内內及外后後前])|科技|集团|集團|公司|官[网網方]|品牌|牌|系列|旗舰|推出|主打)/u
const HAN_NO_NAME = /^(?:さん|氏|様|先生|女士|」?とは|』?とは)/u
/** Behind a word that something is done to or with, and that nobody chooses: 足跡を取る, みそかに作業が集中する. */
const JAPANESE_OBJECT =
  /^(?:を|に|で|と違)(?!は|も|選|決|す|し|使|導入|検討|試|利用|推|移|乗|替|切|変|比べ|十分|よい|いい|良|お(?:すすめ|勧め)|オススメ|候補|軍配|挙|契約|申|登録)/u

/** Whether it leads what is emphasised at the head of a line, before the rest of its product's name: **小米空气净化器 4**. */
export function leadsEmphasis(clean: string, { start, end, pattern }: Found): boolean {
  const line = lineStart(clean, start)
  // ① **飞利浦儿童声波牙刷**
  if (
    pattern.brand.own !== true &&
    /^\s*(?:\d{1,2}[.)、]|[①-⑳])\s*\*\*$/u.test(clean.slice(line, start)) &&
    /^[^*\n]{1,12}\*\*/u.test(clean.slice(end, end + 14))
  )
    return true
  return (
    /^[\s>#\d.)、-]*(?:\*\*|\[)$/u.test(clean.slice(line, start)) &&
    /^[^*\]\n]{1,16} [A-Z\d][^*\]\n]{0,16}(?:\*\*|\])/u.test(clean.slice(end, end + 40))
  )
}

/** Whether what stands right behind an offset ends a name of Han characters. */
export function isBoundedRight(clean: string, end: number): boolean {
  return HAN_RIGHT.test(clean.slice(end, end + 6))
}

/** Whether particles and marks alone stand around the Han characters, so that they are a word by themselves. */
export function isBoundedHan(clean: string, { start, end }: Found): boolean {
  const after = clean.slice(end, end + 6)
  if (HAN_CHOSEN.test(clean.slice(Math.max(0, start - 4), start))) return true
  return HAN_LEFT.test(clean.slice(Math.max(0, start - 2), start)) && HAN_RIGHT.test(after) && !HAN_NO_NAME.test(after)
}

/**
 * Whether neither side of a coined name of two characters is part of a longer word or a phrase, as of 红圈所 and 用红圈标出;
 * the kind of thing that is asked for may stand behind it.
 */
export function standsApart(clean: string, { start, end }: Found, question: string): boolean {
  if (/\*\*(?:\d{1,2}[.)、] ?)?$/u.test(clean.slice(Math.max(0, start - 6), start))) return true
  const words = wordsBeside(clean, start, end)
  return (
    (words.before > 1 ||
      HAN_CHOSEN.test(clean.slice(Math.max(0, start - 4), start)) ||
      HAN_LEFT.test(clean.slice(Math.max(0, start - 2), start))) &&
    (words.after > 1 ||
      HAN_RIGHT.test(clean.slice(end, end + 6)) ||
      (end + 1 < clean.length && question.includes(clean.slice(end, end + 2))))
  )
}

/** Whether the kana are no verb's: nothing but marks and topics around them. */
export function isBoundedKana(clean: string, { start, end }: Found): boolean {
  return (
    /(?:^|[\s\p{P}\p{S}A-Za-z0-9]|[はも]|[A-Za-z]の)$/u.test(clean.slice(Math.max(0, start - 2), start)) &&
    /^(?:$|[\s\p{P}\p{S}A-Za-z0-9]|[はがもをにとのでや]|なら|です)/u.test(clean.slice(end, end + 6))
  )
}

/** Whether the product's name stands in Japanese as what something is done to or with. */
export function isJapaneseObject(clean: string, { end, pattern }: Found): boolean {
  return pattern.brand.own === true && JAPANESE_OBJECT.test(clean.slice(end, end + 8))
}
