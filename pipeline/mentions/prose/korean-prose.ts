import { roleAt } from '../roles/roles.ts'
import { type Likeness, likenessOf } from '../words/cjk-words.ts'
import { fold } from '../words/fold.ts'
import { isKoreanWord } from '../words/korean.ts'
import type { CjkName, Reading } from './cjk-reading.ts'
import { type Eojeol, readEojeols } from './korean-words.ts'

const CHOSEN_OBJECT =
  /^(?:가장 |먼저 |우선 |적극 |한번 |함께 |꼭 |주로 |제일 |많이 )*(?:대안|후보|추천|권|선택|선호|애용|고르|골라|쓰세|쓰시|쓰실 |쓰는 (?:게|것|편)|써 ?보|사용해|고려|검토|이용해|많이|살펴|눈여겨|보세|보시|비교|도입|꼽|들 수|1순위|첫)/u
const CHOSEN_SUBJECT =
  /^(?:꾸준히 |자주 |흔히 |널리 |보통 |특히 |주로 |주요 |유력한 |[가-힣]{1,4}적으로 |(?:이 )?[가-힣]{1,6}에서(?:는)? )*(?:가장|제일|더 |훨씬|특히|단연|무난|좋|낫|나은|나을|편하|편리|편합|유명|대표|인기|적합|유리|정답|강세|강점|강하|훌륭|꼽|알맞|현실적|잘 |제격|최적|적당|괜찮|거론|많이|있습|있어|있고|1위|뛰어|우수|합리적|어울|맞|주로 추천|추천|대안|후보|선택지|선두|압도|무료|저렴|안정|앞서|돋보|두드러|눈에 띄)/u
const SPOKEN_OF =
  /(?:제공|지원|강점|강합|강해|장점|단점|특징|추천|편리|편하|편합|편입|무난|좋|적합|유명|과합|과하|저렴|인기|운영|뛰어|우수|유리|어울|가능합|빠르|쉽|쉬|부담|비쌉|비싸|낫|훌륭|불편|아쉽|약합|꼽|알려|갖|높|낮|넓|돋보|최적|권하|권할|권장)/u
const CONDITION = /^(?:[가-힣]+ ){0,3}[가-힣]*(?:라면|다면|으면|하면|되면|지면)(?:[ ,]|$)/u
const CHOSEN_ALSO =
  /^(?:추천|좋|괜찮|무료|저렴|인기|고려|많이|함께|확산|있|대안|나쁘지|무난|후보|눈여겨|살펴|검토|선택|쓸 만)/u
const CHOSEN_WAY = /^(?:하세|하시|가세|가시|시작|충분|넘어|갈아타|정하|선택|하고|옮기|바꾸|결정)/u
const MODEL =
  /^[*‘“「]*[가-힣A-Z][^'’”"」*.,\n]{1,20}['’”"」]|^[*'‘“"「]*(?:[A-Z][A-Za-z0-9-]+|[가-힣]+ ?[\dA-Z]{2,}|[가-힣]+[\dA-Z]|[가-힣]{2,}(?: [가-힣A-Z]{2,})? (?:시리즈|모델|라인|제품)|경우|제품|서비스|(?:[가-힣]+ )?(?:기능|요금제|플랜)[도을를은는이가])/u
const LEFT_CUE =
  /(?:추천|대안|후보|대표적|꼽자면|고르자면|고르라면|들자면|예로|예를 들|그중|특히|반면|다음으로|이 밖에|이외에|아니라면|원한다면|원하면|싶다면|경우)[가-힣]{0,4},? $/u
/** What is named behind it is of the kind that is asked for. */
const KIND_CUE =
  /(?:브랜드|업체|회사|제품|서비스|앱|툴|도구|프로그램|모델|곳|보험사|은행|상품)(?:로는|으로는|에는|는|은|로|으로| (?:중에서?|가운데)는?)(?: 대표적으로| 보통| 주로)? [*_'‘“"]*$/u
const ROW_MARK = /^(?:,|·|\/|와|과|이나|나|및|그리고|또는|하고|랑|이랑)$/u

const BOLD = /\*\*([가-힣A-Za-z0-9][^*\n]{1,28})\*\* ?([가-힣]{1,3})?(?![가-힣])/gu

/** Behind a name in bold, which is what its sentence is about or where it finds something. */
const SUBJECT = /^(?:[은는이가의도]|에[는도]?|에서[는도]?)$/u

/** What a sentence chooses in bold: "**졸탄 이어버드 3**가 무난합니다". */
function readBold({ clean, kinds, isKnown }: Reading, from: number, to: number): CjkName[] {
  return [...clean.slice(from, to).matchAll(BOLD)].flatMap(({ 0: whole, 1: text = '', 2: particle = '', index }) => {
    const [first = ''] = text.split(/ |(?=[(（])/u)
    const start = from + index + 2
    const like = isKnown(first)
      ? 'name'
      : /^[^A-Z]/.test(first) && isKoreanWord(first)
        ? 'none'
        : likenessOf(first, kinds)
    if (
      like === 'none' ||
      first.length < 2 ||
      !(/\d/.test(text) || likenessOf(text, kinds) !== 'none') ||
      /[,:.?!]/u.test(text) ||
      roleAt(clean, start, start + text.length) !== null
    )
      return []
    const end = from + index + whole.length
    const rest =
      clean
        .slice(end, end + 60)
        .trimStart()
        .split(/[.!\n]|(?<=[?])/u)[0] ?? ''
    const word = { stem: text, particle, start, end: start + text.length, stop: end, mark: '', like }
    const chosen = cueOf(word, rest, clean.slice(Math.max(0, start - 26), start - 2), kinds) === 'chosen'
    return chosen ||
      (like === 'name' && SUBJECT.test(particle) && !CONDITION.test(rest) && likenessOf(text, kinds) === 'name')
      ? [{ name: text, sure: true }]
      : []
  })
}

/** The names that sentences in Korean hold between two offsets. */
export function readKoreanNames(reading: Reading, from: number, to: number): CjkName[] {
  const { clean, kinds, isKnown } = reading
  const words = readEojeols(clean, from, to, kinds, isKnown)
  const names: CjkName[] = readBold(reading, from, to)
  const taken = new Set<number>()
  words.forEach((word, at) => {
    if (taken.has(at) || word.like === 'none') return
    const row = rowAt(words, at, clean)
    const last = row.at(-1)
    if (last === undefined) return
    for (let place = at; place <= last.at; place += 1) taken.add(place)
    const end = words[last.at]
    if (end === undefined) return
    const start = row[0]?.start ?? word.start
    if (roleAt(clean, start, end.end) !== null) return
    const after = clean.slice(end.stop, end.stop + 60).replace(/^[*_\s'’”"」]+/u, '')
    const rest = after.split(/[.!\n]|(?<=[?])/u)[0] ?? ''
    const glossed =
      /^[*_]*[（(][A-Z][A-Za-z.&' ]{2,28}[)）]/.test(clean.slice(end.end, end.end + 32)) &&
      /[a-z]/.test(clean.slice(end.end, end.end + 12))
    const cue = glossed ? 'chosen' : cueOf(end, rest, clean.slice(Math.max(0, start - 24), start), kinds)
    if (cue === null || (/^[이가]$/u.test(end.particle) && isAttribute(words, row[0]?.at ?? at, clean))) return
    if (
      end.particle === '는' &&
      row.length === 1 &&
      MAYBE_VERB.test(end.stem) &&
      !isKnown(end.stem) &&
      !standsAsNoun(end.stem, clean)
    )
      return
    const fit = row.filter(({ like }) => like !== 'none')
    const sure = row.filter(({ like }) => like === 'name')
    if (row.length > 1) {
      const asked = KIND_CUE.test(clean.slice(Math.max(0, start - 24), start))
      if (fit.length < row.length || (sure.length * 2 < row.length && !asked)) return
      for (const { name } of fit) names.push({ name, sure: cue === 'chosen' })
    } else if (sure.length > 0 || (cue === 'chosen' && /[A-Za-z]{2}/.test(word.stem))) {
      for (const { name } of row) names.push({ name, sure: true })
    }
  })
  return names
}

/** Whether a name with its topic particle stands before a subject in its clause: 브레빌은 스팀이 훌륭하다. */
function isAttribute(words: readonly Eojeol[], at: number, clean: string): boolean {
  for (let before = at - 1; before >= 0 && before > at - 5; before -= 1) {
    const word = words[before]
    if (word === undefined || /[.!?\n]/u.test(clean.slice(word.end, words[before + 1]?.start))) return false
    if (/^[은는]$/u.test(word.particle)) return word.like === 'name'
    if (word.mark !== '') return false
  }
  return false
}

/** Last syllables of many verbs' stems, behind which 는 makes no topic: 이끄는, 쌓이는. */
const MAYBE_VERB = /[끄이르되지시리기치우히하]$/u

/** Whether a word stands somewhere with a particle that no verb's stem has: 이용자가, and not 고르세요. */
function standsAsNoun(stem: string, clean: string): boolean {
  for (let at = clean.indexOf(stem); at >= 0; at = clean.indexOf(stem, at + stem.length))
    if (/^(?:[가를의와도에로,)]|은 |이 |만 |\*)/u.test(clean.slice(at + stem.length, at + stem.length + 2))) return true
  return false
}

interface Member {
  readonly name: string
  readonly at: number
  readonly start: number
  readonly like: Likeness
}

/** The names that stand in a row from a word on, each with the words before its last that belong to it. */
function rowAt(words: readonly Eojeol[], from: number, clean: string): Member[] {
  const row: Member[] = []
  for (let at = from; at < words.length; at += 1) {
    const first = at
    // "마이크로소프트 팀즈는": words without a particle, of which the first is no word of the language.
    while (
      clean.slice(words[at]?.end, words[at + 1]?.start) === ' ' &&
      ((words[at]?.like === 'name' && (words[at + 1]?.like ?? 'none') !== 'none') ||
        areLatin(words[at], words[at + 1])) &&
      at - first < 2
    )
      at += 1
    const head = words[first]
    const named = words[at]
    // "유라의 GIGA 시리즈, 프랑케의 A300이": a maker before its model.
    if (named?.particle === '의' && named.like !== 'none') at = endOfModel(words, at, clean)
    const end = words[at]
    if (head === undefined || named === undefined || end === undefined) break
    const like = at > first && areLatin(words[first], words[first + 1]) ? 'name' : head.like
    row.push({ name: clean.slice(head.start, named.end), at, start: head.start, like })
    const joint = end.mark !== '' ? end.mark : end.particle
    if (!ROW_MARK.test(joint)) break
  }
  return row
}

/** Whether two words make a name in Latin letters: "Zoho CRM", "ELSA Speak". */
function areLatin(first: Eojeol | undefined, second: Eojeol | undefined): boolean {
  return (
    first !== undefined &&
    second !== undefined &&
    first.like !== 'none' &&
    /^[A-Z][A-Za-z]+$/.test(first.stem) &&
    /^[A-Z][A-Za-z]+$/.test(second.stem)
  )
}

/** Where the model behind its maker ends, within three words: before its particle or a comma. */
function endOfModel(words: readonly Eojeol[], maker: number, clean: string): number {
  for (let at = maker + 1; at < maker + 4; at += 1) {
    const word = words[at]
    if (word === undefined) break
    if (word.mark !== '' || word.particle !== '') {
      const model = clean.slice(words[maker + 1]?.start, word.end)
      return /[A-Z]|\d/.test(model) || (word.like === 'name' && words[maker]?.like === 'name') ? at : maker
    }
  }
  return maker
}

/** Whether a sentence recommends what stands in it (`chosen`), speaks of it, or neither. */
function cueOf(
  { particle }: Eojeol,
  rest: string,
  before: string,
  kinds: ReadonlySet<string>,
): 'chosen' | 'spoken' | null {
  // "갤럭시를 쓰시나요?"
  if (/^(?:을|를)$/u.test(particle)) return CHOSEN_OBJECT.test(rest) && !/\?$/u.test(rest) ? 'chosen' : null
  // "치석이 잘 끼는 편이라면": a condition.
  if (/^(?:이|가)$/u.test(particle))
    return (CHOSEN_SUBJECT.test(rest) || KIND_CUE.test(before)) && !CONDITION.test(rest) ? 'chosen' : null
  if (/^(?:은|는)$/u.test(particle)) return SPOKEN_OF.test(rest) ? 'spoken' : null
  if (particle === '도') return CHOSEN_ALSO.test(rest) ? 'chosen' : null
  if (/^으?로$/u.test(particle)) return CHOSEN_WAY.test(rest) ? 'chosen' : null
  if (particle === '의') return MODEL.test(rest) || startsWithKind(rest, kinds) ? 'spoken' : null
  if (/^(?:입니다|이에요|예요|이며|이고)$/u.test(particle)) return LEFT_CUE.test(before) ? 'chosen' : null
  if (particle === '') {
    if (/^등(?:이|을|의|도|은|입니다|이며|이고)?(?: |$)/u.test(rest)) return KIND_CUE.test(before) ? 'chosen' : 'spoken'
    if (/^정도(?:입니다|가 |를 |예요)/u.test(rest)) return 'chosen'
    if (/^(?:쪽이|같은 (?:[가-힣]+ )?(?:제품|서비스|앱|브랜드|모델|툴|도구|프로그램|업체|회사))/u.test(rest))
      return 'chosen'
  }
  return null
}

function startsWithKind(text: string, kinds: ReadonlySet<string>): boolean {
  const folded = fold(text)
  return [...kinds].some((kind) => folded.startsWith(kind))
}
