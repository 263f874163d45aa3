import { isDictionaryWord } from '../words/dictionary.ts'
import { fold } from '../words/fold.ts'
import { isKatakanaOfWords, isKatakanaWord, languageBit, languagesOfWord } from '../words/lexicon.ts'
import { isTelling } from '../words/name-shape.ts'

/** Quoted, in bold or the label of a link, by itself. */
const MARKED_LEFT = /(?:['‘“"「『[]|\*\*)$/u
const MARKED_RIGHT =
  /^(?:['’”"」』]|\*\*|\]\()(?!とは|という|って|と呼|のような|でも|란 |이란 |라는|이라는|같은|['’” 」]?식)/u
/** The head of a line, before the rest of its product's name or a remark in brackets: "**케이크 프로 1**", "### 2. 好奇 铂金装". */
const HEAD_LEFT =
  /(?:^|\n)[\s>#*•-]*(?:\d{1,2}(?:[.)位]|위)|\d\ufe0f?\u20e3|[①-⑳]|候補\d?|[-•])[\s:：*.]*$|(?:^|\n)(?:[^\p{L}\p{N}\s]{1,4} )?\*\*$/u
const HEAD_RIGHT =
  /^(?:\*\*)?(?:（|\(|「| [가-힣A-Z\d][^*\n|:：]{0,14}\*\*| [ァ-ヶ\p{Script=Han}][^*\n|:：。，、]{0,14}(?:\*\*|\n|$)|\n|$)/u
/** A line in bold that is a sentence: "**바람 방향부터 확인하세요**". */
const SENTENCE_RIGHT = /^ [^*\n]{2,22}(?:세요|나요|까요?|인가|니다|[어아해]요|하기|방법|이유|법)[?!.]?\*\*/u
/** What a label's line says by itself: "**국내 구독형:** 보리 퍼피 스타트." */
const ANSWERED_LEFT = /(?:^|\n)[^\p{L}\n]{0,6}\*\*[^*\n]{2,14}[:：]\*\* $/u
const ANSWERED_RIGHT = /^(?: [가-힣A-Z\d][^\n.,]{0,16})?(?<![다요])\.(?:\s|$)/u
/** A table's row, before the product's name in quotes: "| 松竹梅「天」 |". */
const CELL_LEFT = /(?:^|\n)\|[ *]*$/u
const CELL_RIGHT = /^(?:「|『|[（(][A-Z])/u
/** A company, or what it was called before. */
const COMPANY_LEFT = /(?:株式会社|㈜|주식회사 )$/u
const COMPANY_RIGHT = /^(?:株式会社|社(?![会内員外])|[（(](?:旧|구 |옛 |前身))/u
/** What is taken, or said to be the best. */
const TAKEN_RIGHT =
  /^(?:を(?:選|検討|おすすめ|お勧め|推|試|お?使)|が(?:頭|一番|最|おすすめ|お勧め|有力|筆頭|無難|候補|代表|本命|向いて)|も(?:候補|おすすめ|選択肢|人気)| ?(?:을|를) (?:먼저 |우선 |더 |꼭 )?(?:추천|권|선택|고르|골라|써 ?보|깔|이용해 보|고려|검토)|(?:이|가) (?:가장 |제일 |더 )?(?:대표적|앞서|앞섭|유리|낫|나아|무난|수월|정답|답|우세)|(?:으로|로) (?:하세요|가세요|갈아타|시작해|결정))/u
/** "無料ならまずX", "볼 건 X": what is said to be the answer. */
const ANSWER_LEFT = /(?:^|\n|なら|では|には|(?<![でに])は|、|まず|[은는건면] |답은 )$/u
/** "いちばんのおすすめは、X": what the sentence says who it is. */
const BEST_LEFT = /(?:おすすめ|第一候補|筆頭|本命|定番|候補|次点)は、?$/u
/** "価格で選ぶならX、機能で選ぶならY", "편하다면 X, 찾는다면 Y가": an answer for each case. */
const CASE_LEFT = /(?:なら|면 )$/u
const CASE_RIGHT = /^(?:、[^。\n]{2,20}なら|, [^.\n]{2,20}면 )/u
const ANSWER_RIGHT = /^(?:です(?!が|から|け)|でしょう|がおすすめ|입니다|예요|이에요|이야|야(?=[.!]))/u
/** "쓴다면 X도 괜찮은데", "安さならXもおすすめ" */
const WELL_RIGHT = /^(?:도 (?:괜찮|좋|추천|고려|무난|후보)|も(?:おすすめ|お勧め|候補|よい|いい|良い|便利|手))/u
/** A line in bold with its label: "**老牌均衡：靠得住**". */
const LABEL_LEFT = /(?:^|\n)[^\p{L}\n]{0,6}\*\*[^*\n：:]{2,12}[：:] ?$/u
/** The name beside it in a row. */
const ROW_LEFT =
  /([A-Za-z]*[ァ-ヶー]{3,}|[가-힣]{2,8}?|[A-Z][\w.+-]+)[」』'’]?(?:、|・|や|と|,|·|와|과|이나|나|랑)[ ]?[「『'‘]?$/u
const ROW_RIGHT =
  /^[」』'’]?(?:、|・|や|と|,|·|와|과|이나|나|랑| vs)[ ]?[「『'‘]?([A-Za-z]*[ァ-ヶー]{3,}|[가-힣]{2,8}?|[A-Z][\w.+-]+)(?=[」』'’]?(?:、|・|や|と|が|を|は|の|も|など|ど[れっち]|,|·|와|과|이|가|은|는|을|를|도|의|에|로|[ .。\n]|$))/u

/**
 * Whether a word in katakana or Hangul that ends at `end`, before its particle, can only be a name where it stands: quoted, heading a
 * line, chosen, or in a row with a name that no lexicon knows.
 */
export function isClaimedInCjk(clean: string, start: number, end: number): boolean {
  const before = clean.slice(Math.max(0, start - 16), start)
  const after = clean.slice(end, end + 24)
  if (MARKED_LEFT.test(before) && MARKED_RIGHT.test(after)) return true
  if (HEAD_LEFT.test(before) && HEAD_RIGHT.test(after) && !SENTENCE_RIGHT.test(after)) return true
  if (CELL_LEFT.test(before) && CELL_RIGHT.test(after)) return true
  if (COMPANY_LEFT.test(before) || COMPANY_RIGHT.test(after) || TAKEN_RIGHT.test(after)) return true
  if (ANSWER_LEFT.test(before) && ANSWER_RIGHT.test(after)) return true
  if (CASE_LEFT.test(before) && WELL_RIGHT.test(after)) return true
  if (ANSWERED_RIGHT.test(after) && ANSWERED_LEFT.test(clean.slice(Math.max(0, start - 28), start))) return true
  if (LABEL_LEFT.test(clean.slice(Math.max(0, start - 20), start)) && /^\*\*(?:\n|$)/.test(after)) return true
  if (BEST_LEFT.test(before) || (CASE_LEFT.test(before) && CASE_RIGHT.test(after))) return true
  return isBesideUnknown(clean.slice(start, end), before, after)
}

/** What a question asks of a product: "보리 후기랑 대안 좀", "大地の口コミ", "优点怎么样". */
const ASKED_OF =
  /^(?:(?:[의은는이가]|の|って|的)? ?(?:후기|리뷰|장단점|대안|評判|口コミ|レビュー|代わり|怎么样|怎麼樣|好用吗|好不好|评测|测评|替代))/u

/** Whether a question asks how a product of this name is, or what is like it. */
export function isAskedOf(question: string, name: string): boolean {
  return question.split(name).some((after, at) => at > 0 && ASKED_OF.test(after))
}

/** Whether a question sets a word in katakana or Hangul beside a name that no lexicon knows: "メリットとTSUBAKIどっちがいい？". */
export function isAskedBesideUnknown(question: string, word: string): boolean {
  return question
    .split(word)
    .some((before, at, parts) => at + 1 < parts.length && isBesideUnknown(word, before, parts[at + 1] ?? ''))
}

/** Whether a name is in a row with it, and none like デメリット beside メリット. */
function isBesideUnknown(word: string, before: string, after: string): boolean {
  return [ROW_LEFT.exec(before)?.[1], ROW_RIGHT.exec(after)?.[1]].some(
    (name) => name !== undefined && !name.includes(word) && isUnknown(name),
  )
}

/** Whether no lexicon of its script knows a word. */
function isUnknown(word: string): boolean {
  if (/^[ァ-ヶ]/u.test(word)) return !isKatakanaWord(word) && !isKatakanaOfWords(word)
  if (/^[A-Za-z]/.test(word)) return isTelling(word)
  return (languagesOfWord(fold(word)) & languageBit('korean')) === 0 && !isDictionaryWord('korean', word)
}
