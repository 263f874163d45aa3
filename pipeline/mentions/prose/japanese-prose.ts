import { roleAt } from '../roles/roles.ts'
import { endsWithKind, type Likeness } from '../words/cjk-words.ts'
import { isCoinedHan, isHan } from '../words/han.ts'
import { isKatakanaOfWords } from '../words/lexicon.ts'
import { isPlace } from '../words/name-shape.ts'
import { LATIN, SKIP_LEFT, SKIP_RIGHT } from './cjk-marks.ts'
import { type CjkName, likenessIn, type Reading } from './cjk-reading.ts'

/** A word or words that may be a name; offsets into the text. */
interface Token {
  readonly text: string
  readonly start: number
  /** Behind it, and behind its model where it is a maker before one. */
  readonly end: number
  readonly made: boolean
}

const JA_TOKEN = new RegExp(
  String.raw`(?:${LATIN}(?:[ァ-ヶー]{2,}|\p{Script=Han}{2,4}(?![\p{Script=Han}]))?|(?<![ァ-ヶー\p{Script=Han}])(?:\p{Script=Han}{0,4}[ァ-ヶー]{2,}|\p{Script=Han}{2,6})(?: [A-Z][A-Za-z]+|[A-Z][A-Za-z0-9]*|\p{Script=Han}{1,4})?(?: [ァ-ヶー]{3,}){0,2})(?![A-Za-z0-9ァ-ヶー\p{Script=Han}])`,
  'gu',
)
const JA_CHOSEN =
  /^(?:の(?:評価|評判|人気)が高|が(?:まず|特に|とくに|やはり|よく|主な|有力な)?(?:[^。、が]{0,12}(?:先行|首位|トップ|シェア|支持|選ばれ|定評)|高評価|おすすめ|お勧め|オススメ|人気|有名|有力|最適|一番|いちばん|もっとも|最も|便利|無難|定番|向[いく]|適|安[いく心]|強[いく]|使い|良|よい|いい|ベスト|候補|優|代表|選ば|知られ|挙げ|挙が|妥当|手軽|正解|本命|筆頭|現実的|充実|得意|お得)|も(?:おすすめ|お勧め|候補|選択|有力|人気|検討|良|よい|いい|あり|視野|見逃|悪く|外せ|定番|根強)|を[^。、を]{0,12}(?:のも(?:一?手|あり|アリ|よい|良い|いい))|を(?:選|おすすめ|お勧め|推奨|推し|検討|試|候補|挙げ|軸に|第一|導入)|一択|の(?:ほう|方)が|という(?:選択肢|手)も|(?:で|に)(?:十分|よい|いいでしょう|良い|決まり|間違いな|OK|問題ない|軍配|決め|落ち着)|から(?:始め|試|検討)|など(?:が|も)|(?:のような|といった)[^。、]{0,10}(?:サービス|製品|ツール|アプリ|ソフト|ブランド|メーカー|機種|モデル|システム)|(?:と|や|か|または|、)[A-Zァ-ヶ][^。]{1,30}が(?:おすすめ|有力|候補|人気|代表|挙げ|知られ|有名))/u
/** Other choices with words of their own stand in the row: 「ゾルタン」や、在席まで見られるKielmoが定番です. */
const JA_ROW_GOES_ON =
  /^(?:や|と|か|または)、?[^。\n]{1,40}(?:が|など)(?:おすすめ|お勧め|有力|候補|人気|代表|挙げ|挙が|知られ|有名|定番)/u
const JA_TOPIC = /^(?:は|が|も|なら|の)/u
const JA_MODEL =
  /^の[「『*]*(?:[A-Z][A-Za-z0-9-]{2,}|[「『][^」』]{2,20}|[ァ-ヶー]{4,}[\dA-Z]|[ァ-ヶー]{5,}[（(はがと])/u
/** The model of a maker: in Latin letters, with a capital letter or a digit within. */
const JA_MADE = /^[A-Z][A-Za-z]*(?:[A-Z\d]|-\w| [A-Z\d])/
const JA_LEFT =
  /(?:なら|のは|言うと|言えば|いえば|例えば|たとえば|候補は|おすすめは|お勧めは|としては|本命は|定番の|人気の|一方|代わりに|ほか|他に(?:は|も)?|特に|中でも|なかでも|場合は|(?:人|方|派)(?:は|に(?:は)?))[、,：]?$/u
const JA_OBLIQUE =
  /^(?:に(?!軍配|決め|する|しま)|へ|から(?!始め|試|検討)|用|版|対応|連携|向け|上で|経由|アカウント|ユーザー|形式|型|式|タイプ|方式|機能|製|端末|回線)/u
const JA_BETWEEN =
  /^[*_」』”"]*(?:[（(][^（()）\n]{1,30}[)）])?[*_」』”"]*(?:、|，|・|／|と|や|及び|または|もしくは|か|、または|、そして|そして|[やとか]、(?:[ァ-ヶー\p{Script=Han}]{2,8}の ?)?)[*_「『“"]*$/u

/** What a clause begins with, before a comma. */
const JA_CONNECTIVE =
  /^(?:一方|他方|最近|近年|現在|結局|実際|通常|普段|最後|最初|次点|本命|対抗|結論|今回|同様|以上|例|特|仮|逆|他)$/u
/** A topic right before a word. */
const JA_TOPIC_BEFORE = /([A-Za-z][A-Za-z0-9.]+|[ァ-ヶー]{3,})[*_」』]*は、?$/u

/** What Japanese says of things with 「の」: 人気の, 最新の. */
const HAN_QUALITY =
  /人気|最新|国産|国内|海外|定番|話題|老舗|大手|以下|以上|以内|月額|無料|有料|同社|同名|各社|他社|自社|前者|後者|両者|公式|標準|専用|独自|一部|最近|最大|最小|全部|複数|上位|下位|業界|本格|世界|現在|今回|今年|昨年|女性|男性|個人|法人|家庭|学生|家族|会社|企業|部屋|料金|価格|機種|製品|電話|通話|次の|場合|自分|普段|市販|主要|従来|新型|旧型|高級|格安/u

/** The names that sentences in Japanese hold between two offsets. */
export function readJapanese(reading: Reading, from: number, to: number): CjkName[] {
  const { clean, isKnown } = reading
  const bold = readBold(reading, from, to)
  const tokens: (Token & { like: Likeness })[] = []
  for (const match of clean.slice(from, to).matchAll(JA_TOKEN)) {
    const text = match[0].replace(/[.'’-]+$/u, '')
    if (JA_CONNECTIVE.test(text)) continue
    const start = from + match.index
    // ゾルレジ of **ゾルレジ・カード**
    if (bold.some((each) => each.name !== text && start >= each.start && start < each.start + each.name.length))
      continue
    const last = tokens.at(-1)
    // ソニーのWF-1000X、アップルのAirPods
    if (last?.like === 'name' && start === last.end + 1 && clean.charAt(last.end) === 'の' && JA_MADE.test(text)) {
      tokens[tokens.length - 1] = { ...last, end: start + text.length, made: true }
      continue
    }
    // スマレジ・タイムカード: no second name, but the rest of the first.
    if (
      last?.like === 'name' &&
      last.end === start - 1 &&
      clean.charAt(last.end) === '・' &&
      /^[ァ-ヶー]+$/u.test(last.text + text) &&
      !isKnown(text) &&
      isKatakanaOfWords(text)
    ) {
      tokens[tokens.length - 1] = { ...last, text: `${last.text}・${text}`, end: start + text.length }
      continue
    }
    tokens.push({
      text,
      start,
      end: start + text.length,
      made: false,
      like: likenessIn(reading, text),
    })
  }
  const names: CjkName[] = bold.map(({ name, sure }) => ({ name, sure }))
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

const BOLD = /\*\*([^*\s、。，：:「」？！][^*\n、。，：:「」？！]{1,28})\*\*/gu

/** What a sentence chooses or speaks of in bold: "第二候補は**ゾルタン・カード**です". */
function readBold(reading: Reading, from: number, to: number): (CjkName & { start: number })[] {
  const { clean } = reading
  return [...clean.slice(from, to).matchAll(BOLD)].flatMap(({ 0: whole, 1: text = '', index }) => {
    const start = from + index + 2
    const like = likenessIn(reading, text)
    if (like === 'none' || isHan(text) || roleAt(clean, start, start + text.length) !== null) return []
    const after = clean.slice(start + text.length, from + index + whole.length + 60).replace(SKIP_RIGHT, '')
    const before = clean.slice(Math.max(0, start - 30), start).replace(SKIP_LEFT, '')
    const chosen = JA_CHOSEN.test(after) || (JA_LEFT.test(before) && /^(?:です|で、|。|$)/u.test(after))
    return chosen || (like === 'name' && /^[はがも]/u.test(after)) ? [{ name: text, sure: true, start }] : []
  })
}

function judgeRow(row: readonly (Token & { like: Likeness })[], reading: Reading): CjkName[] {
  const { clean, isKnown, kinds } = reading
  const first = row[0]
  const last = row.at(-1)
  if (first === undefined || last === undefined) return []
  if (roleAt(clean, last.start, last.end) !== null) return []
  const after = clean.slice(last.end, last.end + 60).replace(SKIP_RIGHT, '')
  const before = clean.slice(Math.max(0, first.start - 30), first.start).replace(SKIP_LEFT, '')
  const quoted = /[「『]$/u.test(clean.charAt(first.start - 1))
  if (
    quoted &&
    first.like === 'name' &&
    row.slice(1).every(({ like }) => like !== 'name') &&
    JA_ROW_GOES_ON.test(clean.slice(first.end, first.end + 80).replace(SKIP_RIGHT, ''))
  )
    return [{ name: first.text, sure: true }]
  const fit = row.filter(({ like }) => like !== 'none')
  const names = row.filter(({ like }) => like === 'name')
  // Jootoはゲスト招待が手軽で: what stands behind a name and its topic is said of it.
  if (
    !isKnown(first.text) &&
    /^[がも]/u.test(after) &&
    JA_TOPIC_BEFORE.exec(clean.slice(Math.max(0, first.start - 24), first.start))
      ?.slice(1)
      .some((topic) => topic !== undefined && likenessIn(reading, topic) === 'name')
  )
    return []
  if (fit.length * 2 <= row.length || JA_OBLIQUE.test(after)) return []
  const chosen = JA_CHOSEN.test(after) || (JA_LEFT.test(before) && /^(?:は|が|も|の|を|です|で|、|。|$)/u.test(after))
  const counted =
    row.length > 1 && /^(?:の|、)?[\d２-９二三四五]+(?:つ|社|択|製品|サービス|ブランド|機種|強)/u.test(after)
  if (counted && row.every(({ like }) => like !== 'none')) return row.map(({ text }) => ({ name: text, sure: true }))
  const maker = /([ァ-ヶー]{2,}|[A-Za-z]{2,}|社)の ?[*「『]*$/u.exec(before)?.[1]
  // ドイツの Zoltan
  const made = maker !== undefined && !isPlace(maker)
  if (row.length > 1) {
    const sure =
      names.some(({ text }) => isKnown(text)) ||
      (names.length > 1 && (chosen || /^(?:の\d|の[二三四五]|など|です|が|は|を比|の比較|の違い)/u.test(after)))
    const latin = names.some(({ text }) => /[a-z]/.test(text))
    if (!sure && !(chosen && latin))
      return names.filter(({ made }) => made).map(({ text }) => ({ name: text, sure: true }))
    return (row.length > 2 || chosen ? fit : names)
      .filter(
        ({ text }) => !isHan(text) || endsWithKind(text, kinds) || isKnown(text) || isCoinedHan(text) || row.length > 2,
      )
      .map(({ text }) => ({ name: text, sure: chosen }))
  }
  // ゾルタン社の「Kielmo」, where Kielmo is known: a maker.
  const product = /^の[「『]([^」』\n]{2,24})[」』]/u.exec(after)?.[1]
  // ランサムウェア対策のオプション
  const owned = /([\p{Script=Han}ァ-ヶーA-Za-z]{2,}|との?)の ?$/u.exec(
    clean.slice(Math.max(0, first.start - 14), first.start),
  )?.[1]
  if (
    owned !== undefined &&
    /^[ァ-ヶー]+$/u.test(first.text) &&
    !isKnown(first.text) &&
    !HAN_QUALITY.test(owned) &&
    !isPlace(owned)
  )
    return []
  if (made || (product !== undefined && isKnown(product))) return []
  const latin = /[A-Za-z]{2}/.test(first.text)
  const model = first.made || JA_MODEL.test(clean.slice(last.end, last.end + 30).replace(/^[*_」』]+/u, ''))
  // 日立のビッグドラム
  if (
    isHan(first.text) &&
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
  // ゾルサプライは見積もりが早く: what a sentence begins with, and speaks of.
  if (
    first.like === 'name' &&
    /^[ァ-ヶー]{4,}$/u.test(first.text) &&
    !isKatakanaOfWords(first.text) &&
    after.startsWith('は') &&
    /(?:^|[\n。！？\]] {0,3})[*「]{0,3}$/u.test(clean.slice(Math.max(0, first.start - 8), first.start))
  )
    return [{ name: first.text, sure: true }]
  if (
    first.like === 'maybe' &&
    /^[ァ-ヶー]{3,}$/u.test(first.text) &&
    (model || (JA_LEFT.test(before) && JA_TOPIC.test(after)))
  )
    return [{ name: first.text, sure: true }]
  return first.like === 'maybe' && latin && (JA_CHOSEN.test(after) || (quoted && chosen))
    ? [{ name: first.text, sure: true }]
    : []
}
