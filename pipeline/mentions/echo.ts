/** A shorter sentence may be in an answer by chance. */
const MIN_LENGTH = 12
const MIN_LENGTH_CJK = 5
const CJK = /[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]/
/** What precedes and what follows a sentence. */
const BEFORE = /(?:^|[\n.!?:。！？：])[\s*_#>"“”„«‹「'‘]*$/u
const AFTER = /^[*_"”“»'’」]*(?:\s?[?？!]|[.。:：\n]|$)/u

/**
 * The spans of an answer (UTF-16 offsets) that repeat the question or one of its sentences, ignoring case and final
 * punctuation.
 */
export function echoes(text: string, question: string): [number, number][] {
  const spans: [number, number][] = []
  if (!mayRepeat(text, question)) return spans
  const wanted = sentencesOf(question)
  const lowered = text.toLowerCase()
  // Lower-casing can change the length ("İ"), and with it the offsets.
  const source = lowered.length === text.length ? lowered : text
  for (const sentence of wanted) {
    for (let at = source.indexOf(sentence); at >= 0; at = source.indexOf(sentence, at + sentence.length)) {
      const end = at + sentence.length
      if (BEFORE.test(text.slice(Math.max(0, at - 12), at)) && AFTER.test(text.slice(end, end + 6)))
        spans.push([at, end])
    }
  }
  return spans
}

/**
 * A quick check that rules out most texts: the end of the question is in the text, or a heading may have it in
 * capitals.
 */
function mayRepeat(text: string, question: string): boolean {
  if (question === '') return false
  const ends = question.split(/[?？。！!.]/u).flatMap((sentence) => sentence.trim().slice(-MIN_LENGTH) || [])
  const forms = new Set(ends.flatMap((end) => [end, end.toLowerCase()]))
  return text.includes('# ') || [...forms].some((end) => text.includes(end))
}

/** The question and its sentences in lower case, if they are long enough. */
function sentencesOf(question: string): string[] {
  const sentences = [question, ...question.split(/(?<=[?？。!！])\s*|(?<=\.)\s+/u)]
  const bare = sentences.map((each) =>
    each
      .trim()
      .replace(/[\s?？!.。]+$/u, '')
      .toLowerCase(),
  )
  return [...new Set(bare)].filter((each) => each.length >= (CJK.test(each) ? MIN_LENGTH_CJK : MIN_LENGTH))
}
