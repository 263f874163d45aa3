import { fold } from './fold.ts'
import { languagesOfWord } from './lexicon.ts'
import { isSectionHead } from './sections.ts'

/** The syllables that Chinese words have in Korean: a word with any other is Korean by itself or comes from elsewhere. */
const SINO_KOREAN = new Set(
  '가각간갈감갑강개객갱거건걸검겁게격견결겸경계고곡곤골공과곽관괄광괘괴굉교구국군굴궁권궐궤귀규균귤극근금급긍기긴길김나낙난날남납낭내냉녀년념녕노농뇌뇨누눌능니닉' +
    '다단달담답당대댁덕도독돈돌동두둔득등라락란람랍랑래랭략량려력련렬렴렵령례로록론롱뢰료룡루류륙륜률륭릉리린림립마막만말망매맥맹면멸명모목몰몽묘무묵문물미민밀' +
    '박반발방배백번벌범법벽변별병보복본봉부북분불붕비빈빙사삭산살삼삽상쌍새색생서석선설섬섭성세소속손솔송쇄쇠수숙순술숭습승시식신실심십씨아악안알암압앙애액야약양어억언' +
    '엄업여역연열염엽영예오옥온올옹와완왈왕왜외요욕용우욱운울웅원월위유육윤율융은을음읍응의이익인일임입잉자작잔잠잡장재쟁저적전절점접정제조족존졸종좌죄주죽준중즉즐즙' +
    '증지직진질짐집징차착찬찰참창채책처척천철첨첩청체초촉촌총최추축춘출충취측층치칙친칠침칭쾌타탁탄탈탐탑탕태택터토통퇴투특파판팔패편평폐포폭표품풍피필핍하학한할함합' +
    '항해핵행향허헌험혁현혈혐협형혜호혹혼홀홍화확환활황회획횡효후훈훼휘휴흉흑흡흥희힐',
)
/** Ends of Korean verbs and adjectives, and of nouns made of them. */
export const KOREAN_VERB =
  /(?:[요죠까]|니다|하다|이다|되다|있다|없다|는다|하기|되기|하는|되는|있는|없는|적인|스러운|으로|에서|에게|부터|까지|보다|처럼|때문|하고|하며|[가-힣]면|므로|어서|아서|해서|지만|는데|은데|하게|별로|라도|만큼|더라|느냐|니까|거나|도록|려고|려면|면서|수록|자마자|든지|[는은]지|했을|될|할|한|된|됩|[쓰하되이였았었했있없보먹오가주]던|[가-힣]{2}(?:형|용|식))$/u
/** Closing consonants that native words have and no loan, most of them of verbs: the ㅆ of 했, the ㄷ of 듣, the ㅍ of 덮. */
const NATIVE_CLOSING = new Set([2, 5, 6, 7, 9, 10, 11, 13, 14, 15, 18, 20, 22, 25, 26, 27])
/** The nouns among them that names have. */
const NATIVE_NOUNS = '값끝밑밭솥팥겉곁볕숲앞옆잎짚늪낮밖닭흙'
/** Endings that a verb's stem takes and a noun doesn't. */
const VERB_ENDINGS = ['다', '고', '면', '지', '기', '는', '어', '아', '게', '어야', '려고']
/** Nouns of relation and number: nobody's name, and no part of one. */
const RELATION =
  /^(?:정도|등|쪽|중|가운데서?|사이|이상|이하|외|밖|대신|기준|경우|때|것|수|모두|둘|셋|각각|같은|다른|이런|그런|어떤|모든|여러|최근|현재|국산|국내|해외|외산|대부분|나머지|전자|후자|기존|이후|이전|직접|자동|본인|사용자|업체|곳|점|편)$/u

/** Whether a word is a verb, an adjective or a noun of relation: no part of a name. */
export function isNoKoreanName(word: string): boolean {
  return RELATION.test(word) || KOREAN_VERB.test(word) || isVerb(word)
}

/** Whether a Korean word is one of the lexicon, of the general words of an answer, or two such. */
export function isKoreanWord(word: string): boolean {
  return isKnownKorean(word) || isKoreanCompound(word)
}

function isKnownKorean(word: string): boolean {
  return isSectionHead(word) || languagesOfWord(fold(word)) !== 0
}

/** Whether a word has a syllable that closes as those of Korean verbs do, and of no foreign word: 듣더라. */
function isNativeVerb(word: string): boolean {
  return [...word].some((syllable) => {
    const at = (syllable.codePointAt(0) ?? 0) - 0xac00
    return at >= 0 && at < 11172 && NATIVE_CLOSING.has(at % 28) && !NATIVE_NOUNS.includes(syllable)
  })
}

/** Whether the lexicon has the word with a verb's endings, or only a verb sounds so: 고르 of 고르고, 듣 of 듣더라. */
function isVerb(stem: string): boolean {
  if (isNativeVerb(stem)) return true
  const bare = stem.replace(/(?<=.)[는은을]$/u, '')
  return VERB_ENDINGS.filter((ending) => languagesOfWord(fold(bare + ending)) !== 0).length > 1
}

/** Whether it is two known words in one, of which one is a general word of answers. */
export function isKoreanCompound(word: string): boolean {
  for (let at = 2; at <= word.length - 2; at += 1)
    if (
      isKnownKorean(word.slice(0, at)) &&
      isKnownKorean(word.slice(at)) &&
      (isSectionHead(word.slice(0, at)) || isSectionHead(word.slice(at)))
    )
      return true
  return false
}

/** Whether it has a syllable that no Chinese word has in Korean. */
export function isLoan(word: string): boolean {
  return [...word].some((syllable) => /[가-힣]/u.test(syllable) && !SINO_KOREAN.has(syllable))
}
