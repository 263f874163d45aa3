import type { Spans } from './clean.ts'

/** Shorter than this a question is no sentence, and its words may well be the answer's own. */
const SHORTEST = 12
const SHORTEST_CJK = 5

/** Where sentences of the answer repeat the question word for word, as flat pairs of offsets; case and the last mark may differ. */
export function repeatedQuestionSpans(text: string, question: string): Spans {
  const wanted = question.trim().replace(/[\s?？!.。]+$/u, '')
  if (wanted.length < (/[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]/.test(wanted) ? SHORTEST_CJK : SHORTEST)) return []
  if (!mayRepeat(text, wanted)) return []
  const lowered = text.toLowerCase()
  const sameLength = lowered.length === text.length
  const source = sameLength ? lowered : text
  const sought = sameLength ? wanted.toLowerCase() : wanted
  const spans: number[] = []
  for (let at = source.indexOf(sought); at >= 0; at = source.indexOf(sought, at + sought.length)) {
    const before = text.slice(Math.max(0, at - 12), at)
    const end = at + sought.length
    if (
      /(?:^|[\n.!?:。！？：])[\s*_#>"“”„«‹「'‘]*$/u.test(before) &&
      /^[*_"”“»'’」]*(?:[ \u00a0\u202f]?[?？!]|[.。:：\n]|$)/u.test(text.slice(end, end + 6))
    ) {
      spans.push(at, end)
    }
  }
  return spans
}

/** Whether the question's end stands in the text, or in a heading as a title; most texts cost no more than this. */
function mayRepeat(text: string, wanted: string): boolean {
  const end = wanted.slice(-SHORTEST)
  if (text.includes(end) || (end !== end.toLowerCase() && text.includes(end.toLowerCase()))) return true
  return text.includes('# ') && text.includes(end.replace(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase()))
}
