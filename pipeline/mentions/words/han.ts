import { COMMON_HAN } from './section-words.ts'

const LONGEST = 8
/** Before and behind a part of a text, so much is read for its words. */
const HAN_REACH = 12
const common = new Set(COMMON_HAN)

let segmenter: Intl.Segmenter | undefined

/** Whether the text is of Han characters alone, as few as a name has. */
export function isHan(text: string): boolean {
  return /^[\p{Script=Han} ]{2,}$/u.test(text) && text.length <= LONGEST
}

/** Whether a text of Han characters is one word of the dictionary, and no name made of several. */
export function isHanWord(text: string): boolean {
  segmenter ??= new Intl.Segmenter('ja', { granularity: 'word' })
  return text.length > 1 && [...segmenter.segment(text)].length === 1
}

/** Whether a text is one word of the dictionary and another that it describes: うちの子. */
export function isJapanesePhrase(text: string): boolean {
  if (!/^[\u3041-\u3096\p{Script=Han}]{2,4}の[\u3041-\u3096\p{Script=Han}]{1,4}$/u.test(text)) return false
  segmenter ??= new Intl.Segmenter('ja', { granularity: 'word' })
  return [...segmenter.segment(text)].length === 3
}

/** Whether no word of the dictionary goes over either end of a part of a text. */
export function standsBetweenWords(text: string, start: number, end: number): boolean {
  segmenter ??= new Intl.Segmenter('ja', { granularity: 'word' })
  const from = Math.max(0, start - HAN_REACH)
  const edges = new Set([...segmenter.segment(text.slice(from, end + HAN_REACH))].map(({ index }) => from + index))
  return edges.has(start) && (edges.has(end) || end === text.length)
}

/** How long the words of the dictionary are that end right before a part of a text and begin right behind it: 1 for no word. */
export function wordsBeside(text: string, start: number, end: number): { before: number; after: number } {
  segmenter ??= new Intl.Segmenter('ja', { granularity: 'word' })
  const before = [...segmenter.segment(text.slice(Math.max(0, start - HAN_REACH), start))].at(-1)?.segment.length ?? 0
  const [first] = segmenter.segment(text.slice(end, end + HAN_REACH))
  return { before, after: first?.segment.length ?? 0 }
}

/** How long a text's first word of two characters or more is, or what stands before it, where that are two or more. */
export function lengthOfFirst(text: string): number {
  segmenter ??= new Intl.Segmenter('ja', { granularity: 'word' })
  const [first, ...rest] = segmenter.segment(text)
  if (first !== undefined && first.segment.length > 1) return first.segment.length
  return rest.find(({ segment, index }) => index > 1 && segment.length > 1)?.index ?? text.length
}

/** Whether a text of Han characters holds a word of the dictionary, so that it may stand as words in a sentence. */
export function holdsHanWord(text: string): boolean {
  segmenter ??= new Intl.Segmenter('ja', { granularity: 'word' })
  return [...segmenter.segment(text)].some(({ segment }) => segment.length > 1)
}

/**
 * Whether of a text of Han characters a `share` or more belong to no word of the dictionary (ICU's, which is Chinese and
 * Japanese) and aren't common by themselves, as in a coined name.
 */
export function isCoinedHan(text: string, share = 1 / 3): boolean {
  segmenter ??= new Intl.Segmenter('ja', { granularity: 'word' })
  const alone = [...segmenter.segment(text)].filter(
    ({ segment }) => /^\p{Script=Han}$/u.test(segment) && !common.has(segment),
  )
  return alone.length >= text.replaceAll(' ', '').length * share - 1e-9
}
