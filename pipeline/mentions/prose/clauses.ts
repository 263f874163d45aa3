import { roleAt } from '../roles/roles.ts'
import { isWhollyCoined } from '../words/cjk-words.ts'
import { isHan } from '../words/han.ts'
import { type CjkName, likenessIn, type Reading } from './cjk-reading.ts'

/** For what or whom, and the choice, in each language. */
const CLAUSE = {
  /** 求省心选霏沃，喜欢外观选石林 */
  zh: /(?:^|[，；：。,;] ?)[^，；：。,;\n]{2,12}?(?:就|可以|优先|優先|建议|建議)?[选選看买買挑](?!择|擇|重|购|購)\s?((?:\p{Script=Han}{2,8}?|[A-Za-z][A-Za-z\d.+]{2,12}))(?= ?(?:[，；。,;]|$))/gu,
  /** 安さならゾルタン、速さで選ぶならキエルモが */
  ja: /(?<=[^\s、。]{2})(?:なら|には|では|(?:人|方|派|場合|とき|重視)は)[*「『“]{0,3}([^\s、。，「」『』“”*（()）：:！？!?]{2,18}?)[*」』”]{0,3}(?=、|。|が|を|の|です|でしょう|と?いう|，|$)/gu,
  /** "빠른 시작에는 졸탄, 깊은 분석에는 키엘모가" */
  ko: /(?<=[가-힣] ?)(?:에는|엔|으로는|에게는|분은|[가-힣]면|땐|때는) ['‘“*]{0,3}([가-힣A-Za-z0-9.+-]{2,14}?(?: [A-Z][A-Za-z0-9.+-]*)?)['’”*]{0,3}[을를이가]?(?=, ?|\.|이 |가 |을 |를 |입니다|예요|이에요|$)/gu,
}
const SENTENCE_ENDS = /(?<=[。！？\n]|[.!?] )/u
/** What isn't named but pointed at: 前者, 看第二款. */
const POINTED =
  /者$|^[第一两兩][\p{Script=Han}\d]{0,2}$|[款种種类類型个個的]$|^(?:[전후]자|이쪽|이것|それ|これ|こちら)/u

/** What clauses built alike choose, where half of it or more can be nothing but names. */
export function readClauses(reading: Reading, from: number, to: number, language: keyof typeof CLAUSE): CjkName[] {
  const { clean, isKnown } = reading
  const passage = clean.slice(from, to)
  // Such clauses of Chinese may be sentences of their own.
  const parts = language === 'zh' ? [passage] : passage.split(SENTENCE_ENDS)
  let at = from
  return parts.flatMap((part) => {
    const start = at
    at += part.length
    const found = [...part.matchAll(CLAUSE[language])].map(({ 0: whole, 1: name = '', index }) => ({
      name,
      start: start + index + whole.lastIndexOf(name),
      like: likenessIn(reading, name),
    }))
    const named = found.filter(({ name, like }) => like !== 'none' && !POINTED.test(name))
    const sure = named.filter(
      ({ name, like }) => isKnown(name) || (like === 'name' && (!isHan(name) || isWhollyCoined(name))),
    )
    if (named.length < 2 || named.length < found.length || sure.length * 2 < named.length) return []
    return named
      .filter(({ name, start }) => roleAt(clean, start, start + name.length) === null)
      .map(({ name }) => ({ name, sure: true }))
  })
}
