import { endsWithKind, isWhollyCoined, type Likeness, likenessOf } from './cjk-words.ts'
import { isCoinedHan, isHan, isHanWord, standsBetweenWords } from './han.ts'
import { readKoreanNames } from './korean-prose.ts'
import { roleAt } from './roles.ts'
import { readPassages } from './runs.ts'
import { isChoiceLabel, isFeature } from './sections.ts'

/** A name that a sentence in Chinese, Japanese or Korean holds. */
export interface CjkName {
  readonly name: string
  /** The sentence recommends it, or speaks of it by a name that can be nothing else; else it only stands in a row of names. */
  readonly sure: boolean
}

/** A word or words that may be a name; offsets into the text. */
export interface Token {
  readonly text: string
  readonly start: number
  readonly end: number
}

/** What the reader of a language knows of the whole. */
export interface Reading {
  readonly clean: string
  readonly kinds: ReadonlySet<string>
  readonly isKnown: (name: string) => boolean
}

const LATIN = `(?<![A-Za-z0-9@./_-])[A-Za-z0-9][A-Za-z0-9.&+'’!-]*[A-Za-z0-9+!](?: ?[&＆] ?[A-Z][A-Za-z]+)?(?: (?:[A-Z0-9][A-Za-z0-9.+'’!-]*))*`
const JA_TOKEN = new RegExp(
  String.raw`(?:${LATIN}(?:[ァ-ヶー]{2,}|\p{Script=Han}{2,4}(?![\p{Script=Han}]))?|(?<![ァ-ヶー\p{Script=Han}])(?:\p{Script=Han}{0,4}[ァ-ヶー]{2,}|\p{Script=Han}{2,6})(?: [A-Z][A-Za-z]+|[A-Z][A-Za-z0-9]*|\p{Script=Han}{1,4})?(?: [ァ-ヶー]{3,}){0,2})(?![A-Za-z0-9ァ-ヶー\p{Script=Han}])`,
  'gu',
)
/** Between a name and what is said of it: emphasis, quotation marks, a note in brackets. */
const SKIP_RIGHT = /^[*_」』》”"\s]*(?:[（(][^（()）\n]{1,30}[)）])?[*_」』》”"\s]*/u
const SKIP_LEFT = /[*_「『《“"\s]*$/u
const JA_CHOSEN =
  /^(?:の(?:評価|評判|人気)が高|が(?:高評価|おすすめ|お勧め|オススメ|人気|有名|有力|最適|一番|いちばん|もっとも|最も|便利|無難|定番|向[いく]|適|安[いく心]|強[いく]|使い|良|よい|いい|ベスト|候補|優|代表|選ば|知られ|挙げ|挙が|妥当|手軽|正解|本命|筆頭|現実的|充実|得意|お得)|も(?:おすすめ|お勧め|候補|選択|有力|人気|検討|良|よい|いい|あり|視野|見逃|悪く|外せ|定番|根強)|を(?:選|おすすめ|お勧め|推奨|推し|検討|試|候補|挙げ|軸に|第一|導入)|一択|(?:で|に)(?:十分|よい|いいでしょう|良い|決まり|間違いな|OK|問題ない|軍配|決め|落ち着)|から(?:始め|試|検討)|など(?:が|も)|(?:と|や|か|または|、)[A-Zァ-ヶ][^。]{1,30}が(?:おすすめ|有力|候補|人気|代表|挙げ|知られ|有名))/u
const JA_TOPIC = /^(?:は|が|も|なら|の)/u
const JA_MODEL =
  /^の[「『*]*(?:[A-Z][A-Za-z0-9-]{2,}|[「『][^」』]{2,20}|[ァ-ヶー]{4,}[\dA-Z]|[ァ-ヶー]{5,}[（(はがと])/u
const JA_LEFT =
  /(?:なら|のは|例えば|たとえば|候補は|おすすめは|お勧めは|としては|本命は|定番の|人気の|一方|代わりに|ほか|他に(?:は|も)?|特に|中でも|なかでも|場合は|(?:人|方|派)(?:は|に(?:は)?))[、,：]?$/u
const JA_OBLIQUE =
  /^(?:に(?!軍配|決め|する|しま)|へ|から(?!始め|試|検討)|用|版|対応|連携|向け|上で|経由|アカウント|ユーザー|形式|型|式|タイプ|方式|機能|製|端末|回線)/u
const JA_BETWEEN =
  /^[*_」』”"]*(?:[（(][^（()）\n]{1,30}[)）])?[*_」』”"]*(?:、|，|・|／|と|や|及び|または|もしくは|か|、または|、そして|そして)[*_「『“"]*$/u

/** What Japanese says of things with 「の」: 人気の, 最新の. */
const HAN_QUALITY =
  /人気|最新|国産|国内|海外|定番|話題|老舗|大手|以下|以上|以内|月額|無料|有料|同社|同名|各社|他社|自社|前者|後者|両者|公式|標準|専用|独自|一部|最近|最大|最小|全部|複数|上位|下位|業界|本格|世界|現在|今回|今年|昨年|女性|男性|個人|法人|家庭|学生|家族|会社|企業|部屋|料金|価格|機種|製品|電話|通話|次の|場合|自分|普段|市販|主要|従来|新型|旧型|高級|格安/u

const ZH_CHOSEN =
  /(?:推荐|推薦|选择|選擇|首选|首選|优选|入手|考虑|考慮|试试|試試|试一下|购买|購買|比如|例如|包括|有|像|选|選|买|買|换|換|直接上|采购|採購|部署|对比|對比|是|为|或者|或是|还是|還是|叫做?|用|配|和|与|與|及|、|以及|优先看|不如|除了|下载|下載|一个|一個|一款|使用|关注|關注|看看|当属|當屬|属于|非|胜过|如)$/u
const ZH_PICKED =
  /(?:推荐|推薦|选择|選擇|首选|首選|入手|考虑|考慮|试试|試試|购买|購買|比如|例如|包括|像|选|選|买|買|换成|換成|直接上|采购|採購|优先看|下载|下載|当属|當屬|不如|建议用|建議用|可以用|改用|換用|换用|直接(?:办|辦|上|用|选|選)|申辦|申办|第[一二三]名[给給]?)$/u
const ZH_STARTS =
  /(?:^|[\n。；;，,：:！!？?、（(|—])$|(?:其中|此外|另外|而|但|如果|相比|国产|國產|老牌|品牌|其次|首先|最后)$/u
const ZH_TOPIC =
  /^(?:的(?!话|話)|是|则|則|更|也|在|适合|適合|主打|支持|支援|提供|都|面向|比|就|会|會|有|较|較|最|凭|憑|以|这|這|属于|屬於|偏|胜在|勝在|虽|雖|因|对|對|能|可|用|还|還|上手|语法|价格|價格|免费|免費|功能|资格|資格|轻量|的优势|和|与|與|、|等|，|。|；|$)/u
const ZH_OBLIQUE =
  /(?:支持|兼容|接入|对接|對接|同步到|同步至|导出到?|導出|登录|登錄|通过|通過|基于|基於|集成|整合|连接|連接|放进|放進|串接?|由|据|據|在|到|从|從|装|裝)$/u
const ZH_INSIDE =
  /^(?:里|裡|中|上|内|內|账号|帳號|版|用户|用戶|端|生态|生態|格式|协议|協議|接口|系统|系統|手机|手機|平台)/u

/** The names that sentences hold; `isKnown` says of a name whether it is taken for a choice already. */
export function readCjkProse(clean: string, kinds: ReadonlySet<string>, isKnown: (name: string) => boolean): CjkName[] {
  const reading = { clean, kinds, isKnown }
  const kana = /[\u3040-\u30ff]/.test(clean)
  const hangul = /[가-힣]{2}/.test(clean)
  return readPassages(clean, isKnown).flatMap(({ start, end, aside }) => {
    const line = clean.slice(start, end)
    if (aside && isFeatureItem(clean.slice(clean.lastIndexOf('\n', start - 1) + 1, end))) return []
    if (aside && (!ITEM.test(clean.slice(clean.lastIndexOf('\n', start - 1) + 1, end)) || isLedBy(line, isKnown)))
      return []
    if (hangul) return readKoreanNames(reading, start, end)
    return kana ? readJapanese(reading, start, end) : readChinese(reading, start, end)
  })
}

/** Whether an item is labelled with what it speaks of, and not with whom it is for. */
function isFeatureItem(line: string): boolean {
  const label = /^[^\p{L}\p{N}]*\*\*([^*\n]{2,24})(?:[:：]\*\*|\*\* ?[:：])/u.exec(line)?.[1]
  return label !== undefined && isFeature(label) && !isChoiceLabel(label)
}

const ITEM = /^\s*(?:[-*+•●▪・]|\d{1,3}[.)、．]|[①-⑳])/u

/** Whether a line leads with a known name: what follows is said of it. */
function isLedBy(line: string, isKnown: (name: string) => boolean): boolean {
  const lead =
    line
      .replace(/^[^\p{L}\p{N}]+/u, '')
      .split(/[*:：（(–—「。、，]| - /u)[0]
      ?.trim() ?? ''
  return lead.length > 1 && isKnown(lead)
}

function readJapanese(reading: Reading, from: number, to: number): CjkName[] {
  const { clean, isKnown } = reading
  const tokens: (Token & { like: Likeness })[] = []
  for (const match of clean.slice(from, to).matchAll(JA_TOKEN)) {
    const text = match[0].replace(/[.'’-]+$/u, '')
    const start = from + match.index
    tokens.push({
      text,
      start,
      end: start + text.length,
      like: isKnown(text) ? 'name' : likenessOf(text, reading.kinds),
    })
  }
  const names: CjkName[] = []
  for (let at = 0; at < tokens.length; ) {
    const row = [tokens[at]].flatMap((token) => (token === undefined ? [] : [token]))
    at += 1
    for (let next = tokens[at]; next !== undefined; next = tokens[at]) {
      const last = row.at(-1)
      if (last === undefined || !JA_BETWEEN.test(clean.slice(last.end, next.start))) break
      row.push(next)
      at += 1
    }
    names.push(...judgeRow(row, reading))
  }
  return names
}

function judgeRow(row: readonly (Token & { like: Likeness })[], { clean, isKnown, kinds }: Reading): CjkName[] {
  const first = row[0]
  const last = row.at(-1)
  if (first === undefined || last === undefined) return []
  if (roleAt(clean, last.start, last.end) !== null || roleAt(clean, first.start, first.end) !== null) return []
  const after = clean.slice(last.end, last.end + 60).replace(SKIP_RIGHT, '')
  const before = clean.slice(Math.max(0, first.start - 30), first.start).replace(SKIP_LEFT, '')
  const fit = row.filter(({ like }) => like !== 'none')
  const names = row.filter(({ like }) => like === 'name')
  if (fit.length * 2 <= row.length || JA_OBLIQUE.test(after)) return []
  const chosen = JA_CHOSEN.test(after) || (JA_LEFT.test(before) && /^(?:は|が|も|の|を|です|で|、|。|$)/u.test(after))
  const counted =
    row.length > 1 && /^(?:の|、)?[\d２-９二三四五]+(?:つ|社|択|製品|サービス|ブランド|機種|強)/u.test(after)
  if (counted && row.every(({ like }) => like !== 'none')) return row.map(({ text }) => ({ name: text, sure: true }))
  const made = /(?:[ァ-ヶーA-Za-z]{2}|社)の[*「『]*$/u.test(before)
  if (row.length > 1) {
    const sure =
      names.some(({ text }) => isKnown(text)) ||
      (names.length > 1 && (chosen || /^(?:の\d|の[二三四五]|など|です|が|は|を比|の比較|の違い)/u.test(after)))
    const latin = names.some(({ text }) => /[a-z]/.test(text) && /[A-Z]/.test(text))
    if (!sure && !(chosen && names.length > 0 && latin)) return []
    return (row.length > 2 || chosen ? fit : names)
      .filter(
        ({ text }) => !isHan(text) || endsWithKind(text, kinds) || isKnown(text) || isCoinedHan(text) || row.length > 2,
      )
      .map(({ text }) => ({ name: text, sure: chosen }))
  }
  if (made) return []
  const latin = /[A-Za-z]{2}/.test(first.text)
  const model = JA_MODEL.test(clean.slice(last.end, last.end + 30).replace(/^[*_」』]+/u, ''))
  // 日立のビッグドラム
  if (
    isHan(first.text) &&
    first.text.length < 5 &&
    model &&
    first.like !== 'none' &&
    !HAN_QUALITY.test(first.text) &&
    clean.split(first.text).length > 2
  )
    return [{ name: first.text, sure: true }]
  if (isHan(first.text))
    return endsWithKind(first.text, kinds) && (chosen || JA_TOPIC.test(after)) ? [{ name: first.text, sure: true }] : []
  if (
    first.like === 'name' &&
    (chosen || model || (JA_TOPIC.test(after) && (latin || endsWithKind(first.text, kinds))))
  )
    return [{ name: first.text, sure: true }]
  if (
    first.like === 'maybe' &&
    /^[ァ-ヶー]{3,}$/u.test(first.text) &&
    (model || (JA_LEFT.test(before) && JA_TOPIC.test(after)))
  )
    return [{ name: first.text, sure: true }]
  return first.like === 'maybe' && latin && JA_CHOSEN.test(after) ? [{ name: first.text, sure: true }] : []
}

const ZH_LATIN = new RegExp(String.raw`${LATIN}(?:\p{Script=Han}{2}(?=[的、，。是和]))?`, 'gu')
const ZH_ROW_SEPARATOR = /[ ]?(?:、|和|与|與|及|以及|或者|或是|或|／|\/)[ ]?/u
const ZH_ROW =
  /(?:(?:[A-Za-z][A-Za-z0-9.+-]*(?: [A-Z][A-Za-z0-9.]*)*(?:\p{Script=Han}{2,4})?|[“「《]?[\p{Script=Han}]{2,8}?[”」》]?)(?:（[^（）\n]{1,20}）)? ?、 ?)+[“「《]?[\p{Script=Han}A-Za-z0-9. ]{2,16}?[”」》]?(?:(?: ?(?:和|与|與|及|以及|或者|或) ?)[“「《]?[\p{Script=Han}A-Za-z0-9. ]{2,14}?[”」》]?)?(?=[三两兩四五几幾\d] ?[款家个個大]|等|的|都|也|，|。|；|（|\n|$)/gu
const ZH_LEAD =
  /^.*(?:包括|推荐|推薦|选择|選擇|考虑|考慮|比如|例如|首选|首選|常见的有|常用的|主流的|有|是|如|像|为|选|買|买)(?=[^包推选考比例首常主有是如像为買买]{2,}$)/u

function readChinese(reading: Reading, from: number, to: number): CjkName[] {
  const { clean, isKnown, kinds } = reading
  const names: CjkName[] = []
  const line = clean.slice(from, to)
  for (const match of line.matchAll(ZH_LATIN)) {
    const text = match[0].replace(/[.'’-]+$/u, '')
    const start = from + match.index
    const end = start + text.length
    const like = isKnown(text) ? 'name' : likenessOf(text, kinds)
    if (like === 'none' || roleAt(clean, start, end) !== null) continue
    const before = clean.slice(Math.max(0, start - 16), start).replace(SKIP_LEFT, '')
    const after = clean.slice(end, end + 40).replace(SKIP_RIGHT, '')
    if (ZH_OBLIQUE.test(before) || ZH_INSIDE.test(after)) continue
    const picked = ZH_PICKED.test(before)
    if (
      picked ||
      (like === 'name' &&
        /[a-z]/.test(text) &&
        (ZH_CHOSEN.test(before) || ZH_STARTS.test(before)) &&
        ZH_TOPIC.test(after))
    )
      names.push({ name: text, sure: true })
  }
  for (const match of line.matchAll(ZH_ROW)) {
    const row = match[0]
    const members = row.split(ZH_ROW_SEPARATOR).map((member) => member.replace(/（.*$|[“”「」《》]/gu, '').trim())
    const [first = ''] = members
    const head = first.replace(ZH_LEAD, '')
    const cued = head !== first || ZH_CHOSEN.test(clean.slice(Math.max(0, from + match.index - 6), from + match.index))
    const all = [head, ...members.slice(1)].filter((member) => member.length > 1)
    const likes = all.map((member) => (isKnown(member) ? 'name' : likenessOf(member, kinds)))
    const sure = all.filter(
      (member, i) =>
        likes[i] === 'name' &&
        (isKnown(member) || !isHan(member) || isWhollyCoined(member) || endsWithKind(member, kinds)),
    ).length
    // 三家: what is counted so is what is chosen from.
    const counted = /^ ?[两兩二三四五几幾\d] ?[款家个個大]/u.test(clean.slice(from + match.index + row.length)) && cued
    if (
      likes.includes('none') ||
      (sure * 2 < all.length && !counted) ||
      all.some((member) => member.length > 12) ||
      roleAt(clean, from + match.index, from + match.index + row.length) !== null
    )
      continue
    if (!cued && !all.some(isKnown) && sure * 2 <= all.length) continue
    for (const name of all) names.push({ name, sure: cued })
  }
  names.push(...readCoined(reading, from, to))
  return names
}

const LONGEST_COINED = 5

/** Han characters that make no word, where a sentence recommends something or speaks of it. */
function readCoined({ clean, kinds, isKnown }: Reading, from: number, to: number): CjkName[] {
  const names: CjkName[] = []
  for (let start = from; start < to - 1; start += 1) {
    if (!/\p{Script=Han}/u.test(clean.charAt(start))) continue
    const before = clean.slice(Math.max(0, start - 8), start).replace(SKIP_LEFT, '')
    const picked = ZH_PICKED.test(before)
    if (!picked && !ZH_STARTS.test(before) && !/(?:和|与|與|或者|是)$/u.test(before)) continue
    for (let length = LONGEST_COINED; length > 1; length -= 1) {
      const text = clean.slice(start, start + length)
      if (!/^\p{Script=Han}+$/u.test(text) || text.length < length || /[的是和与與在了]$/u.test(text)) continue
      const after = clean.slice(start + length, start + length + 30).replace(SKIP_RIGHT, '')
      if (
        !(
          picked
            ? /^(?:$|[，。；、）的]|更|会|系列|旗下|这款|這款|\p{Lu}|\d)/u
            : /^(?:的(?!话|話)|是|则|則|更|也|主打|面向|适合|適合|胜在|勝在|凭|凭借|都|在|最|较|虽|和)/u
        ).test(after)
      )
        continue
      // 永豐的 DAWAY 卡
      const maker =
        length < 5 &&
        /^[的] ?[「“《]?[A-Z@][A-Za-z@-]{2,}/u.test(after) &&
        likenessOf(text, kinds) !== 'none' &&
        standsBetweenWords(clean, start, start + length) &&
        !/^[用选選买買刷办辦换換上有是看]/u.test(text) &&
        !/[产產款牌种種类類型要用]$/u.test(text)
      const named =
        isKnown(text) ||
        maker ||
        endsWithKind(text, kinds) ||
        (isWhollyCoined(text) && likenessOf(text, kinds) === 'name' && !isHanWord(text) && (picked || length > 2))
      if (!named || roleAt(clean, start, start + length) !== null) continue
      names.push({ name: text, sure: true })
      start += length - 1
      break
    }
  }
  return names
}
