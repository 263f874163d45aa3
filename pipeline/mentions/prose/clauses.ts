import { roleAt } from '../roles/roles.ts'
import { isWhollyCoined, type Likeness, likenessOf } from '../words/cjk-words.ts'
import { isHan } from '../words/han.ts'
import type { CjkName, Reading } from './cjk-reading.ts'

/** 安さならゾルタン、速さで選ぶならキエルモが: for what or whom, and the choice. */
const JA_CLAUSE =
  /(?<=[^\s、。]{2})(?:なら|には|では|(?:人|方|派|場合|とき|重視)は)[*「『“]{0,3}([^\s、。，「」『』“”*（()）：:！？!?]{2,18}?)[*」』”]{0,3}(?=、|。|が|を|の|です|でしょう|と?いう|，|$)/gu
/** "빠른 시작에는 졸탄, 깊은 분석에는 키엘모가" */
const KO_CLAUSE =
  /(?<=[가-힣] ?)(?:에는|엔|으로는|에게는|분은|[가-힣]면|땐|때는) ['‘“*]{0,3}([가-힣A-Za-z0-9.+-]{2,14}?(?: [A-Z][A-Za-z0-9.+-]*)?)['’”*]{0,3}[을를이가]?(?=, ?|\.|이 |가 |을 |를 |입니다|예요|이에요|$)/gu
const SENTENCE_ENDS = /(?<=[。！？\n]|[.!?] )/u
/** What isn't named but pointed at: 前者. */
const POINTED = /者$|^(?:[전후]자|이쪽|이것|それ|これ|こちら)/u

/** What clauses built alike choose, where one of it can be nothing but a name. */
export function readClauses({ clean, kinds, isKnown }: Reading, from: number, to: number, korean: boolean): CjkName[] {
  let at = from
  return clean
    .slice(from, to)
    .split(SENTENCE_ENDS)
    .flatMap((sentence) => {
      const start = at
      at += sentence.length
      const found = [...sentence.matchAll(korean ? KO_CLAUSE : JA_CLAUSE)].map(({ 0: whole, 1: name = '', index }) => ({
        name,
        start: start + index + whole.lastIndexOf(name),
        like: likenessHere(name, kinds, isKnown),
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

function likenessHere(name: string, kinds: ReadonlySet<string>, isKnown: (name: string) => boolean): Likeness {
  return isKnown(name) ? 'name' : likenessOf(name, kinds)
}
