import { type Likeness, likenessOf } from '../words/cjk-words.ts'
import { isKoreanWord } from '../words/korean.ts'

/** A word between spaces, parted into its stem and its particle. */
export interface Eojeol {
  readonly stem: string
  readonly particle: string
  readonly start: number
  /** Behind the stem. */
  readonly end: number
  /** Behind the particle and a mark. */
  readonly stop: number
  /** What ends it: a comma, a bracket, the end of a sentence. */
  readonly mark: string
  readonly like: Likeness
}

/** Particles of nouns, before which a name may end as sentences do: 클라비요를. */
const OBJECT = /^(?:을|를|이|가|의)$/u
const ENDING = /(?<=[가-힣]{3})요$/u
const EOJEOL = /(?<![가-힣A-Za-z0-9])[가-힣A-Za-z0-9][가-힣A-Za-z0-9.&+#!'’-]*/gu
/** Particles behind a consonant, behind a vowel, and behind both. */
const AFTER_CONSONANT = '이라면 이지만 이라는 이에요 이며 이고 이나 으로는 으로도 으로 은 이 을 과'.split(' ')
const AFTER_VOWEL = '라면 지만 라는 예요 며 고 나 로는 로도 로 는 가 를 와'.split(' ')
const AFTER_BOTH = '에서는 에서도 에서 에게 까지 부터 보다 처럼 에는 에도 에 의 도 만 입니다'.split(' ')
/** The words of a text between two offsets, with the particles behind them. */
export function readEojeols(
  clean: string,
  from: number,
  to: number,
  kinds: ReadonlySet<string>,
  isKnown: (name: string) => boolean,
): Eojeol[] {
  const words: Eojeol[] = []
  for (const match of clean.slice(from, to).matchAll(EOJEOL)) {
    const text = match[0].replace(/[.!'’-]+$/u, '')
    const start = from + match.index
    // "**에어팟 4**가": the particle stands behind the emphasis.
    const tail = /^[*_'’”"」]*(?:[（(][^（()）\n]{1,30}[)）])?[*_'’”"」]*([가-힣]{0,3})(?![가-힣])/u.exec(
      clean.slice(start + text.length, start + text.length + 44),
    )
    const outside = tail?.[1] ?? ''
    const before = words.at(-1)
    // The name in Latin letters in brackets behind a name.
    if (before !== undefined && start < before.stop) continue
    if (before !== undefined && /^(?:그리고|및|또는|혹은)$/u.test(text)) {
      words[words.length - 1] = { ...before, mark: before.mark === '' ? ',' : before.mark }
      continue
    }
    const whole = /^,/u.test(clean.slice(start + text.length)) && /[렐-롓럴-렇롤-롷를-맇]로$/u.test(text)
    const [stem, inside] = whole
      ? [text, '']
      : outside === '' || !isParticle(text, outside)
        ? parted(text)
        : [text, outside]
    const end = start + stem.length
    const behind =
      outside !== '' && inside === outside
        ? end + (tail?.[0].length ?? 0)
        : start + text.length + ((tail?.[0].length ?? 0) - outside.length)
    const mark = /^(?: ?([,·/.]|\+|및|그리고|또는))/u.exec(clean.slice(behind, behind + 5))?.[1] ?? ''
    words.push({
      stem,
      particle: inside,
      start,
      end,
      stop: behind + (mark === '' || mark === '.' ? 0 : mark.length),
      mark,
      like: isKnown(stem)
        ? 'name'
        : stem.length < 2 || (/^[^A-Z]/.test(text) && isKoreanWord(text)) || isCopula(text)
          ? 'none'
          : likenessOf(OBJECT.test(inside) ? stem.replace(ENDING, '') : stem, kinds),
    })
  }
  return words
}

/** A word without its particle, and the particle; empty where it has none. */
function parted(word: string): [string, string] {
  let best = ''
  for (const particle of [...AFTER_CONSONANT, ...AFTER_VOWEL, ...AFTER_BOTH])
    if (
      particle.length > best.length &&
      word.endsWith(particle) &&
      word.length > particle.length &&
      isParticle(word.slice(0, -particle.length), particle)
    )
      best = particle
  return [word.slice(0, word.length - best.length), best]
}

/** Whether it says of the next word what it is: 서비스인 졸탄. */
function isCopula(word: string): boolean {
  return word.endsWith('인') && isKoreanWord(word.slice(0, -1))
}

/** Whether it is a particle that stands behind this stem: which one does depends on the last sound. */
function isParticle(stem: string, particle: string): boolean {
  if (AFTER_BOTH.includes(particle)) return true
  const last = stem.codePointAt(stem.length - 1) ?? 0
  const korean = last >= 0xac00 && last <= 0xd7a3
  if (!korean) return AFTER_CONSONANT.includes(particle) || AFTER_VOWEL.includes(particle)
  const closing = (last - 0xac00) % 28
  if (closing === 0) return AFTER_VOWEL.includes(particle)
  // Behind ㄹ there is 로, not 으로.
  return closing === 8 && /^로/u.test(particle) ? true : AFTER_CONSONANT.includes(particle)
}
