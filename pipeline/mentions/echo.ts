/** Shorter than this a question is no sentence, and its words may well be the answer's own. */
const SHORTEST = 12
const SHORTEST_CJK = 5
const CJK = /[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]/
/** Where a sentence begins, and where one ends. */
const BEFORE = /(?:^|[\n.!?:。！？：])[\s*_#>"“”„«‹「'‘]*$/u
const AFTER = /^[*_"”“»'’」]*(?:\s?[?？!]|[.。:：\n]|$)/u

/** Where sentences of an answer repeat the question or one of its sentences; case and the last mark may differ. Pairs of UTF-16 offsets. */
export function echoes(text: string, question: string): [number, number][] {
  const spans: [number, number][] = []
  if (!mayRepeat(text, question)) return spans
  const wanted = sentencesOf(question)
  const lowered = text.toLowerCase()
  // Where a letter's small form is longer ("İ"), offsets would be others.
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

/** Whether the end of the question stands in the text, or there is a heading that may have it in capitals: most texts cost no more than this. */
function mayRepeat(text: string, question: string): boolean {
  if (question === '') return false
  const ends = question.split(/[?？。！!.]/u).flatMap((sentence) => sentence.trim().slice(-SHORTEST) || [])
  const forms = new Set(ends.flatMap((end) => [end, end.toLowerCase()]))
  return text.includes('# ') || [...forms].some((end) => text.includes(end))
}

/** The question and its sentences in small letters, as far as they are long enough. */
function sentencesOf(question: string): string[] {
  const sentences = [question, ...question.split(/(?<=[?？。!！])\s*|(?<=\.)\s+/u)]
  const bare = sentences.map((each) =>
    each
      .trim()
      .replace(/[\s?？!.。]+$/u, '')
      .toLowerCase(),
  )
  return [...new Set(bare)].filter((each) => each.length >= (CJK.test(each) ? SHORTEST_CJK : SHORTEST))
}
