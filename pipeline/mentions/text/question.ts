import { rephrasedSpans } from './rephrased.ts'

/** Shorter than this a question is no sentence, and its words may well be the answer's own. */
const SHORTEST = 12
const SHORTEST_CJK = 5
/** What an answer may say before it asks the question again, in UTF-16 units: "So, to come back to it: ". */
const LEAD_IN = 40
/** Where a sentence begins: behind the end of another one, or its line's marks. */
const BEFORE = /(?:^|[\n.!?:。！？：])[\s*_#>"“”„«‹「'‘]*$/u
const SENTENCE_ENDS = ['\n', '.', '!', '?']
const LEADS = /^(?:(?:so|and|but|now|well|then|ok|okay|alright|right) ){1,2}$/
/** Who asks is spoken to when the question is repeated: "should I" is "should you". */
const ASKERS = new Map(
  Object.entries({ i: 'you', me: 'you', we: 'you', us: 'you', my: 'your', our: 'your', mine: 'yours', am: 'are' }),
)

/**
 * Where sentences of the answer repeat the question, word for word or turned to who asked it, and headings that say it in nearly
 * its own words; case and the last mark may differ. UTF-16 offsets, end exclusive, in no order; they may overlap.
 */
export function repeatedQuestionSpans(text: string, question: string): [number, number][] {
  const sentences = question.split(/(?<=[?？。!！])\s*|(?<=\.)\s+/u)
  const parts = sentences.length > 1 ? sentences.flatMap((sentence) => repeatedSpans(text, sentence)) : []
  return [...repeatedSpans(text, question), ...parts, ...rephrasedSpans(text, question)]
}

/** The same for the whole of it, or for one of its sentences. */
function repeatedSpans(text: string, question: string): [number, number][] {
  const wanted = question.trim().replace(/[\s?？!.。]+$/u, '')
  if (wanted.length < (/[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]/.test(wanted) ? SHORTEST_CJK : SHORTEST)) return []
  const spans = turnedSpans(text, wanted)
  if (!mayRepeat(text, wanted)) return spans
  const lowered = text.toLowerCase()
  const sameLength = lowered.length === text.length
  const source = sameLength ? lowered : text
  const sought = sameLength ? wanted.toLowerCase() : wanted
  for (let at = source.indexOf(sought); at >= 0; at = source.indexOf(sought, at + sought.length)) {
    const end = at + sought.length
    if (
      BEFORE.test(text.slice(Math.max(0, at - 12), at)) &&
      /^[*_"”“»'’」]*(?:[ \u00a0\u202f]?[?？!]|[.。:：\n]|$)/u.test(text.slice(end, end + 6))
    ) {
      spans.push([at, end])
    }
  }
  return spans
}

/** The sentences with a question mark that have the question's words, with "you" for who asked it. */
function turnedSpans(text: string, wanted: string): [number, number][] {
  const spans: [number, number][] = []
  let asked: string | undefined
  for (let mark = text.indexOf('?'); mark >= 0; mark = text.indexOf('?', mark + 1)) {
    // "?plan=2" is part of an address.
    if (/^[\p{L}\p{N}]/u.test(text.charAt(mark + 1))) continue
    asked ??= turned(wanted)
    if (asked.split(' ').length < 4) return spans
    const from = Math.max(0, mark - wanted.length - LEAD_IN)
    const before = text.slice(from, mark)
    const sentence = before.slice(1 + Math.max(...SENTENCE_ENDS.map((end) => before.lastIndexOf(end))))
    if (sentence.length * 2 > wanted.length && isTurned(sentence, asked)) spans.push([mark - sentence.length, mark])
  }
  return spans
}

/** Whether a sentence is the question behind nothing but a lead-in: "So: …", "Well, …", "And …". */
function isTurned(sentence: string, asked: string): boolean {
  const words = turned(sentence)
  if (!words.endsWith(asked)) return false
  const before = words.slice(0, words.length - asked.length)
  if (before === '' || LEADS.test(before)) return true
  return [...sentence.slice(0, LEAD_IN).matchAll(/[,:–—] /gu)].some(
    ({ index }) => turned(sentence.slice(index)) === asked,
  )
}

/** The words of a text in small letters, with the second person for the first. */
function turned(text: string): string {
  const words = text.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}’'.-]*/gu) ?? []
  return words.map((word) => ASKERS.get(word) ?? word.replaceAll('’', "'")).join(' ')
}

/** Whether the question's end stands in the text, or in a heading as a title; most texts cost no more than this. */
function mayRepeat(text: string, wanted: string): boolean {
  const end = wanted.slice(-SHORTEST)
  if (text.includes(end) || (end !== end.toLowerCase() && text.includes(end.toLowerCase()))) return true
  return text.includes('# ') && text.includes(end.replace(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase()))
}
