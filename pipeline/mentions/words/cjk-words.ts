import { fold } from './fold.ts'
import { isCoinedHan, isHan } from './han.ts'
import { isKoreanCompound, isKoreanWord, isLoan, isNoKoreanName, KOREAN_VERB } from './korean.ts'
import { isKatakanaWord, languagesOfWord } from './lexicon.ts'
import { isPlace } from './name-shape.ts'
import { isOrdinaryWord } from './ordinary.ts'
import { isSystem } from './role-words.ts'
import { isFeature, isSectionHead, withoutSectionWords } from './sections.ts'

/**
 * How much words of a Chinese, Japanese or Korean text look like a name: a `name` is nothing else by its letters, a `maybe` may
 * be a word, too, and `none` is a word, a phrase, a measure or a feature.
 */
export type Likeness = 'name' | 'maybe' | 'none'

const LONGEST = 24
const JAPANESE_PHRASE =
  /[をがはにへ、。]|(?:です|ます|ない|たい|する|した|して|やすい|にくい|など|まで|から|より|だけ|さ|いい|よい|れる|える|せる|ある|いる|なる|れば|たら|なら|たり|つつ|とき|ため|こと|もの|型|式|用|料|費|向け|程度|環境|系|製|側|版|付き|込み|対応|連携|回線|端末|全体|全般|中心|以外|同士|ベース|不要|必須|専門|以上|以下|前後)$|^(?:この|その|あの|どの|まず|次に|もし|また|さらに|一方|なお|ただ|他の|各|約)/u
const CHINESE_PHRASE =
  /[的了是不没沒请請吗嗎呢吧把被给給让讓着这這那些么麼很最较較]|[会會](?![计計议議员員社场場])|要(?![素点點])|[过過](?![滤濾])|[个個](?!人)|更(?!新)|(?<!亚|亞)太(?![平阳陽古空])|^(?:有无|有無|是否|可|能|支持|注重|追求|适合|適合|需要|想要|希望|预算|預算|如果|如何|怎么|为什么|什么|提供|使用|先|再|多|少|大|小(?!\p{Script=Han}$)|高|低|两|三(?=[个個款家种種类類点點步项項条條年月天招])|每|按|从|在|对|看|选|做|用)/u
/** 小红书 and 大方租车 may be names, 大容量 and 小户型 hardly. */
const SIZED = /^[大小多高](?=\p{Script=Han}{2})/u
/** Hiragana that words end with before another: 使いやすい, きれいな, 今の. */
const HIRAGANA_WORDS =
  /[いのるたうくすむぶとで](?=[\p{Script=Han}ァ-ヶー]{2,}$)|(?:きれい|さま|まざま|ろん|んな)な?(?=[\p{Script=Han}ァ-ヶー]{2,}$)/u
/** A measure, a price, a version or a bare abbreviation with a number. */
const MEASURE =
  /^[~約约大약]?(?:\d[\d.,]{0,9} ?\p{L}{1,3} ?[~–-])?[\d０-９.,〜~–-]+ ?(?:(?!\p{Script=Han}{3})\p{L}{1,3}|平方米|毫安时|个小时|个月内|\p{Lu}{2,}\p{Ll}?|[%％℃°円元원万만억]+.*)?$|^[¥￥$€₩]/u
const ABBREVIATION = /^\p{Lu}[\p{Lu}\d&.-]{0,5}$/u

const INSTITUTION =
  /^[가-힣]{2,}(?:감독원|소비자원|위원회|협회|공단|국세청|관세청|[가-힣]청|정부|공항|제도)$|^[\p{Script=Han}ァ-ヶー]{2,}(?:協会|协会|協會|委員会|委员会|委員會|財団|庁|機構|监管总局|监督局|總局|消保委|消费者委员会|国民生活センター|管理局|研究院|空港|机场|機場|制度)$/u

/** Whether it is an office or an association by its last word. */
export function isCjkInstitution(name: string): boolean {
  return INSTITUTION.test(name)
}

/** How much it looks like a name; `kinds` are words that the category consists of. */
export function likenessOf(text: string, kinds: ReadonlySet<string> = new Set()): Likeness {
  // The mark of Yahoo! is part of the name.
  const plain = text
    .normalize('NFKC')
    .trim()
    .replace(/(?<=[A-Za-z]{2})!(?=$|[A-Z\u30a0-\u30ff])/u, '')
  if (plain.length < 2 || !/\p{L}/u.test(plain) || MEASURE.test(plain) || /[?!;"<>|=\n？！；：:，。、…]/u.test(plain))
    return 'none'
  if (isSystem(plain.toLowerCase()) || isPlace(plain) || isCjkInstitution(plain) || isKind(plain, kinds)) return 'none'
  const words = plain.split(' ')
  if (!/[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/u.test(plain)) return likenessOfLatin(plain, words)
  if (isSectionHead(plain)) return 'none'
  if (plain.length > LONGEST || words.length > 5) return 'none'
  // 하늬홈 고요 3
  if (words.length > 1 && /^\p{Nd}{1,4}$/u.test(words.at(-1) ?? '') && likenessOf(words[0] ?? '', kinds) === 'name')
    return 'name'
  if (/[A-Za-z]/.test(plain)) return likenessOfMixed(plain, words, kinds)
  if (/\p{Script=Hangul}/u.test(plain)) return likenessOfKorean(words, kinds)
  if (/[\u3040-\u309f]/u.test(plain)) return likenessOfHiragana(plain, kinds)
  if (/[\u30a0-\u30ff]/u.test(plain)) return likenessOfKatakana(plain, kinds)
  return likenessOfHan(plain, kinds)
}

/** Whether most of its Han characters belong to no word of the dictionary and aren't common by themselves. */
export function isWhollyCoined(text: string): boolean {
  return isCoinedHan(text, 2 / 3)
}

const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))

function likenessOfLatin(plain: string, words: readonly string[]): Likeness {
  if (plain.length > 40 || words.length > 6 || isPlace(plain)) return 'none'
  if (currencies.has(plain)) return 'none'
  if (ABBREVIATION.test(plain)) return plain.length > 2 ? 'maybe' : 'none'
  // KING OF TIME
  if (words.length > 2 && /^[A-Z]\S*(?: (?:of|the|and|[A-Z]\S*))+$/.test(plain) && !isFeature(plain)) return 'name'
  if (isOrdinaryWord(plain)) return /^\p{Lu}/u.test(plain) && words.length < 3 && !isFeature(plain) ? 'maybe' : 'none'
  return words[0] !== undefined && words[0].length > 1 && /\p{L}{2}/u.test(plain) ? 'name' : 'maybe'
}

/** A name in these scripts, a space and a model: 小米 4, 凯迪仕 K70. */
export const MODEL_BEHIND = /^[^A-Za-z\d]{2,12} (?:[A-Za-z\d-]*\d[A-Za-z\d-]*|[A-Z][A-Za-z]+ ?[A-Za-z\d-]*\d)/u

/** Latin letters beside others: "HISモバイル", "KB증권", and not "AI分類", "CSV出力". */
function likenessOfMixed(plain: string, words: readonly string[], kinds: ReadonlySet<string>): Likeness {
  const [first = ''] = words
  if (MODEL_BEHIND.test(plain) && likenessOf(first, kinds) !== 'none') return 'name'
  if (/^[A-Za-z]/.test(first) && words.length > 1 && words.length < 5 && likenessOfLatin(first, [first]) !== 'none') {
    const rest = likenessOf(words.slice(1).join(' '), kinds)
    // USB PD出力
    return (rest === 'none' || (rest === 'maybe' && ABBREVIATION.test(first))) && !/\d/.test(plain) ? 'maybe' : 'name'
  }
  const latin = /[A-Za-z][A-Za-z0-9.&+-]*/.exec(plain)?.[0] ?? ''
  const rest = plain.replace(/[A-Za-z0-9.&+ -]+/g, '')
  // 三菱UFJ銀行: 三菱 and 銀行 are no phrase of one.
  const apart = plain.replace(/[A-Za-z0-9.&+ -]+/g, (_, at: number) => (at === 0 ? '' : ' '))
  if (/\p{Script=Hangul}/u.test(rest) && (isSectionHead(rest) || isKoreanCompound(rest) || KOREAN_VERB.test(rest)))
    return endsWithKind(plain, kinds) ? 'name' : 'none'
  if (JAPANESE_PHRASE.test(plain) || (!/[\u3040-\uffff]/.test(rest) && rest !== '') || CHINESE_PHRASE.test(apart))
    return 'none'
  if (endsWithKind(plain, kinds)) return 'name'
  const known = ABBREVIATION.test(latin) || isOrdinaryWord(latin)
  if (withoutSectionWords(rest).length * 2 <= rest.length) return known ? 'none' : 'maybe'
  return known && isHan(rest) && !isCoinedHan(rest) ? 'maybe' : 'name'
}

function likenessOfKorean(words: readonly string[], kinds: ReadonlySet<string>): Likeness {
  // 코웨이 노블 공기청정기
  if (words.length > 1 && kinds.has(fold(words.at(-1) ?? ''))) return likenessOfKorean(words.slice(0, -1), kinds)
  if (words.length > 4 || words.some(isNoKoreanName)) return 'none'
  if (words.slice(0, -1).some((word) => /[은는을를의]$/u.test(word) || (/[와과]$/u.test(word) && word.length > 2)))
    return 'none'
  if (words.length > 1 && (isSectionHead(words.at(-1) ?? '') || /기$/u.test(words.at(-1) ?? ''))) return 'none'
  const unknown = words.filter((word) => !isKoreanWord(word))
  if (unknown.length === 0)
    return words.length === 1 &&
      words[0] !== undefined &&
      !isSectionHead(words[0]) &&
      words[0].length > 1 &&
      !isKoreanCompound(words[0])
      ? 'maybe'
      : 'none'
  if (endsWithKind(words.join(' '), kinds)) return 'name'
  return isLoan(unknown[0] ?? '') ? 'name' : 'maybe'
}

function likenessOfKatakana(plain: string, kinds: ReadonlySet<string>): Likeness {
  const rest = withoutSectionWords(plain).replace(/[ ・]/g, '')
  if (JAPANESE_PHRASE.test(plain)) return 'none'
  if (endsWithKind(plain, kinds)) return 'name'
  if (rest.length * 2 <= plain.length || isFeature(plain)) return 'none'
  return /[\u30a0-\u30ff]{3}/u.test(rest) && !isKatakanaWord(plain) ? 'name' : 'maybe'
}

/** きえる銀行, and neither 使いやすい銀行 nor よくある銀行. */
function likenessOfHiragana(plain: string, kinds: ReadonlySet<string>): Likeness {
  if (JAPANESE_PHRASE.test(plain) || isFeature(plain)) return 'none'
  if (!endsWithKind(plain, kinds)) return 'maybe'
  // 楽天ふるさと納税: the kind's own hiragana make no words of what is before it.
  const own = [...kinds].some((kind) => /^\p{Script=Hiragana}/u.test(kind) && fold(plain).endsWith(kind))
  return own || !HIRAGANA_WORDS.test(plain) ? 'name' : 'maybe'
}

function likenessOfHan(plain: string, kinds: ReadonlySet<string>): Likeness {
  if (plain.length < 9 && endsWithKind(plain, kinds)) return 'name'
  // 格力旗下: whom the next belongs to.
  if (plain.length > 8 || plain.endsWith('旗下') || isFeature(plain)) return 'none'
  if (isCoinedHan(plain)) return CHINESE_PHRASE.test(plain.slice(0, -1)) ? 'maybe' : 'name'
  if (SIZED.test(plain)) return CHINESE_PHRASE.test(plain.slice(1)) || isSectionHead(plain.slice(1)) ? 'none' : 'maybe'
  return CHINESE_PHRASE.test(plain) ? 'none' : 'maybe'
}

/** Whether it is a word of the category with something before it: 円簿会計 among 会計ソフト, 키움증권 among 증권 앱. */
export function endsWithKind(text: string, kinds: ReadonlySet<string>): boolean {
  const folded = fold(text)
  for (const kind of kinds) {
    if (
      folded.length > kind.length &&
      kind.length > 1 &&
      folded.endsWith(kind) &&
      !isWord(folded.slice(0, -kind.length).trim())
    )
      return true
  }
  return false
}

function isWord(text: string): boolean {
  return (
    text === '' ||
    isSectionHead(text) ||
    isOrdinaryWord(text) ||
    languagesOfWord(text) !== 0 ||
    (text.length > 1 && /^\p{Script=Han}{2,8}$/u.test(text) && !isCoinedHan(text, 1 / text.length))
  )
}

const CJK_LETTERS = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/gu
const SAMPLE = 600

/** Whether a text is written in Chinese, Japanese or Korean, and doesn't only hold a name or two in it. */
export function writesCjk(text: string): boolean {
  const sample = text.slice(0, SAMPLE)
  return (sample.match(CJK_LETTERS)?.length ?? 0) * 5 > sample.length
}

const HALF =
  /(?<!\d),|,(?!\d)|(?<![\d-]):(?!\/\/|-)|(?<!-):(?![\d/-])|[();]|[!?](?=[\s*_]*(?:[\u3040-\u30ff\u3400-\u9fff]|$))|(?<=[\u3040-\u30ff\u3400-\u9fff][*_]{0,2})[!?]/gu
const FULL = /[\uff10-\uff19\uff21-\uff3a\uff41-\uff5a]/g

/** A text of Chinese or Japanese with the marks in full width that it writes in half, and its letters the other way; of the same length. */
export function fullMarks(text: string): string {
  if (/[가-힣]{2}/u.test(text)) return text
  const letters = text.replace(FULL, (letter) => letter.normalize('NFKC'))
  return letters.replace(HALF, (mark) => String.fromCharCode(mark.charCodeAt(0) + 0xfee0))
}

function isKind(text: string, kinds: ReadonlySet<string>): boolean {
  const folded = fold(text)
  return kinds.has(folded) || (folded.length > 2 && [...kinds].some((kind) => kind.endsWith(folded)))
}

/** What stands behind a maker of Han characters in the name of its model. */
const MODEL_OF_HAN = /^\p{Script=Han}{1,6} ?[A-Z\d]/u

/**
 * Whether it is a known name, words of its own and the kind that is asked for, 飞利浦儿童声波牙刷, or a model behind a known
 * name: 李宁赤兔7.
 */
export function isProductOf(name: string, known: readonly string[], kinds: ReadonlySet<string>): boolean {
  const folded = name.toLowerCase()
  return known.some(
    (each) =>
      each.length > 1 &&
      folded.startsWith(each) &&
      ((isHan(each) && MODEL_OF_HAN.test(name.slice(each.length))) ||
        [...kinds].some((kind) => folded.endsWith(kind) && folded.length - each.length - kind.length > 1)),
  )
}

/** What a name in these scripts begins with that may be the brand: before a space, a change of script, or a word of the category. */
export function partsOf(name: string, kinds: ReadonlySet<string>): string[] {
  if (!/[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/u.test(name)) return []
  const parts: string[] = []
  for (const { index } of name.matchAll(/ |(?<=[A-Za-z0-9])(?=[^\w ])|(?<=[ァ-ヶー])(?=[^ァ-ヶー ])/gu)) {
    const part = name.slice(0, index)
    if (index > 1 && likenessOf(part, kinds) !== 'none') parts.push(part)
  }
  for (const kind of kinds) {
    const plain = kind.normalize('NFC')
    if (name.endsWith(plain) && name.length - plain.length > 1) parts.push(name.slice(0, -plain.length).trim())
  }
  return parts
}
