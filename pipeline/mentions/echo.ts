/** A shorter sentence may be in an answer by chance. */
const MIN_LENGTH = 12
const MIN_LENGTH_CJK = 5
const CJK = /[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]/
/** What precedes and what follows a sentence. */
const BEFORE = /(?:^|[\n.!?:。！？：])[\s*_#>"“”„«‹「'‘]*$/u
const AFTER = /^[*_"”“»'’」]*(?:\s?[?？!]|[.。:：\n]|$)/u

/** The questions whose sentences are kept. */
const MAX_KNOWN = 1000

/** The sentences of a question in lower case, and a pattern that is in any text that repeats one. */
interface Sentences {
  readonly all: readonly string[]
  readonly ends: RegExp
}

const known = new Map<string, Sentences>()

/**
 * The spans of an answer (UTF-16 offsets) that repeat the question or one of its sentences, ignoring case and final
 * punctuation.
 */
export function echoes(text: string, question: string): [number, number][] {
  const spans: [number, number][] = []
  const { all, ends } = sentencesOf(question)
  if (all.length === 0 || !ends.test(text)) return spans
  const lowered = text.toLowerCase()
  // Lower-casing can change the length ("İ"), and with it the offsets.
  const source = lowered.length === text.length ? lowered : text
  for (const sentence of all) {
    for (let at = source.indexOf(sentence); at >= 0; at = source.indexOf(sentence, at + sentence.length)) {
      const end = at + sentence.length
      if (BEFORE.test(text.slice(Math.max(0, at - 12), at)) && AFTER.test(text.slice(end, end + 6)))
        spans.push([at, end])
    }
  }
  return spans
}

/** The question and its sentences, if they are long enough. */
function sentencesOf(question: string): Sentences {
  const kept = known.get(question)
  if (kept !== undefined) return kept
  const sentences = [question, ...question.split(/(?<=[?？。!！])\s*|(?<=\.)\s+/u)]
  const bare = sentences.map((each) =>
    each
      .trim()
      .replace(/[\s?？!.。]+$/u, '')
      .toLowerCase(),
  )
  const all = [...new Set(bare)].filter((each) => each.length >= (CJK.test(each) ? MIN_LENGTH_CJK : MIN_LENGTH))
  const ends = new RegExp(all.map((each) => RegExp.escape([...each].slice(-MIN_LENGTH).join(''))).join('|'), 'iu')
  if (known.size >= MAX_KNOWN) known.clear()
  known.set(question, { all, ends })
  return { all, ends }
}
