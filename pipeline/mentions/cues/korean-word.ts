import type { Found } from '../find/finder.ts'
import { isLoanword } from '../names/transliteration.ts'
import { isDictionaryWord } from '../words/dictionary.ts'
import { fold } from '../words/fold.ts'
import { languageBit, languagesOfWord } from '../words/lexicon.ts'
import { isAskedOf, isClaimedInCjk } from './cjk-claims.ts'
import type { Scene } from './scene.ts'

/** Adverbs that don't end as those do. */
const HANGUL_ADVERB =
  /^(?:사실상|결국|일단|역시|아마|물론|요즘|보통|항상|단연|오히려|우선|먼저|현재|지금|당장|바로|무조건|아직|이미|다시|또|꼭|더|잘|가장|제일|매우|아주|좀|그냥|굳이|반면|대신|그다음|다음|정작|막상)$/u
const HANGUL_BARE =
  /(?:은|는|이|가|을|를|의|에|서|로|와|과|도|만|면|고|며|지|한|된|던|적인|할|든|나|요|다|죠|및|등|용|째|밖|중|론|엔|건|게|히|려|라|해|번|개|인 )$/u

/** Whether a name in Hangul, `text` as it stands there, is a word of Korean or the part of one. */
export function isKoreanWordHere(scene: Scene, match: Found, text: string): boolean {
  const { clean } = scene
  // 다짐하는: what somebody does.
  if (/(?:하는|하고|하며|했다|합니다|해요)$/u.test(text)) return true
  // 안심이 됩니다
  if (/^(?:이|가)? ?(?:되|됩|될|된|돼)/u.test(clean.slice(match.stem ?? match.end, match.end + 4))) return true
  if (match.pattern.brand.own === true && isSaidLast(clean, match, text)) return true
  if (
    match.pattern.brand.own === true &&
    isAskedOf(scene.answer.question, clean.slice(match.start, match.stem ?? match.end))
  )
    return false
  const unclaimed = (): boolean => !isClaimedInCjk(clean, match.start, match.stem ?? match.end)
  if (match.pattern.brand.own === true && isKoreanLexical(clean, match, text) && unclaimed()) return true
  if (isKoreanWordAt(scene, match, text)) return true
  return isAfterBareNoun(scene, match) || scene.nouns().has(match.pattern.folded)
}

/** What recommends something, behind its particle. */
const KOREAN_CHOSEN = /^ ?(?:먼저 )?(?:추천|권|선택|고르|골라|깔|써|쓰|사용|이용|비교|고려|검토|도입|시작|하세|가세)/u

/** What describes the noun behind it, as no name is described: "환한", "고객과의". */
const ADNOMINAL_LEFT =
  /(?:(?<!또|위|대|추천|소개|출시|개발|선정|제공|운영|언급|인수)한|\p{Script=Hangul}[운런른린난]|큰|긴|[잦많좋작높낮넓깊같짧적]은|[과와로]의) $/u

/** The marks that a line begins with. */
const LINE_LEFT = /(?:^|\n)[\s#>*_|\d.)-]*$/u

/** Whether a word is made of a verb, as its last syllable ends in ㅁ or is 기: 비움, 이음, 집꾸미기. */
function isVerbalNoun(word: string): boolean {
  return (
    /^\p{Script=Hangul}{2,}$/u.test(word) && (isDoing(word) || (word.charCodeAt(word.length - 1) - 0xac00) % 28 === 16)
  )
}

/** Whether a word says what somebody does: 집꾸미기. */
function isDoing(word: string): boolean {
  return /^\p{Script=Hangul}{3,}기$/u.test(word)
}

/** Whether a name in "다" is a sentence's verb: "놀이로 자란다". */
function isSaidLast(clean: string, { start, end }: Found, text: string): boolean {
  return (
    /^\p{Script=Hangul}{2,}다$/u.test(text) &&
    /\p{Script=Hangul}(?:으?로|에서|게|서|[은는이가]) $/u.test(clean.slice(Math.max(0, start - 6), start)) &&
    /^["”'’*_]*(?:[.!?…\n]|$|는 |고 )/u.test(clean.slice(end, end + 6))
  )
}

/** Whether a lexicon of Korean has the name, or it says how something is done: 생각대로. */
function isKoreanLexical(clean: string, { start, stem, pattern }: Found, text: string): boolean {
  const name = stem === undefined ? text : clean.slice(start, stem)
  return (
    /\p{Script=Hangul}{2}대로$/u.test(name) ||
    (languagesOfWord(pattern.folded) & languageBit('korean')) !== 0 ||
    isDictionaryWord('korean', name)
  )
}

/** Whether a name that is a Korean word stands as one: as what somebody does something to, before another word, or as a question. */
function isKoreanWordAt({ clean, answer }: Scene, match: Found, text: string): boolean {
  const { start, end, stem, pattern } = match
  const name = stem === undefined ? text : clean.slice(start, stem)
  const after = clean.slice(end, end + 12)
  if (/[요죠까니]$/u.test(name) && /^[*_]*[?!.]/u.test(after)) return true
  // "매운 게 땡겨요, 그런데"
  if (/요$/u.test(name) && /[이가게] $/u.test(clean.slice(Math.max(0, start - 2), start))) return true
  const listed = isKoreanLexical(clean, match, text) || isLoanword(name, pattern.brand.spellings)
  if (!listed && !(pattern.brand.own === true && isVerbalNoun(name))) return false
  const before = clean.slice(Math.max(0, start - 8), start)
  if (pattern.brand.own === true && (ADNOMINAL_LEFT.test(before) || (isDoing(name) && before.endsWith('의 '))))
    return true
  if (stem === undefined) {
    const next = /^ (\p{Script=Hangul}{2,8}?)(?:은|는|이|가|을|를|의|에|로|와|과|도)?(?!\p{Script=Hangul})/u.exec(
      after,
    )?.[1]
    // "## 4. 비움 제로"
    if (next === undefined || (!listed && LINE_LEFT.test(clean.slice(Math.max(0, start - 12), start)))) return false
    return languagesOfWord(fold(next)) !== 0 || (isDictionaryWord('korean', next) && !answer.question.includes(next))
  }
  if (pattern.brand.own === true && clean.slice(stem, end) === '처럼') return true
  return /(?:을|를|만|에|에서|으로|로)$/u.test(clean.slice(stem, end)) && !KOREAN_CHOSEN.test(after)
}

/** Whether a Korean noun without a particle stands before it, whose second half it then is. */
function isAfterBareNoun({ clean, answer }: Scene, { start, pattern }: Found): boolean {
  const before = /(\p{Script=Hangul}{1,12}) $/u.exec(clean.slice(Math.max(0, start - 14), start))?.[1]
  if (
    before === undefined ||
    HANGUL_BARE.test(before) ||
    HANGUL_ADVERB.test(before) ||
    answer.question.includes(before)
  )
    return false
  // 2만 원대인
  return pattern.brand.own === true || !before.endsWith('인')
}
