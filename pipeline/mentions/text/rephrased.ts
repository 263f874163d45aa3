/** Fewer words than this are shared by chance. */
const FEWEST = 3
/** So much of a heading's words must be the question's. */
const SHARE = 0.75
/** The longest heading that is compared, in UTF-16 units. */
const LONGEST = 200
/** A heading, or a line that is in bold from its beginning to its end. */
const HEADING = /^[ \t]*(?:#{1,6}[ \t]+.*|\*\*[^*]*\*\*[ \t]*)$/u
const CJK_PAIR = /[\u3041-\u30ff\u4e00-\u9fff]{2}/u

/**
 * The headings of an answer that say the question again in nearly its own words: "## Die besten
 * Alternativen zu Acme" where it asks "Was sind die besten Alternativen zu Acme?". UTF-16 offsets, end exclusive.
 */
export function rephrasedSpans(text: string, question: string): [number, number][] {
  const spans: [number, number][] = []
  let asked: ReadonlySet<string> | undefined
  const isRephrased = (sentence: string): boolean => {
    if (hasOtherLatin(sentence, question)) return false
    asked ??= new Set(stems(question))
    const said = new Set(stems(sentence))
    if (said.size < FEWEST) return false
    const known = asked
    return [...said].filter((stem) => known.has(stem)).length >= said.size * SHARE
  }
  for (let from = 0; from < text.length; ) {
    const stop = text.indexOf('\n', from)
    const end = stop < 0 ? text.length : stop
    if (end - from <= LONGEST && mayHead(text, from)) {
      const line = text.slice(from, end)
      if (HEADING.test(line) && isRephrased(line)) spans.push([from, end])
    }
    from = end + 1
  }
  return spans
}

/** Whether a Chinese or Japanese heading has a word in Latin letters that the question hasn't: "**DOD ワンタッチテント**". */
function hasOtherLatin(sentence: string, question: string): boolean {
  if (!CJK_PAIR.test(sentence)) return false
  const asked = question.toLowerCase()
  return (
    sentence
      .toLowerCase()
      .match(/[a-z][a-z\d]+/g)
      ?.some((word) => !asked.includes(word)) === true
  )
}

/** Whether a line's first sign is a heading's or an emphasis', so that most lines cost no more than this. */
function mayHead(text: string, from: number): boolean {
  let at = from
  while (text.charAt(at) === ' ' || text.charAt(at) === '\t') at += 1
  return text.charAt(at) === '#' || text.charAt(at) === '*'
}

/** The words of a text without their endings; of Chinese and Japanese, each two characters that stand beside each other. */
function stems(text: string): string[] {
  const found: string[] = []
  for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{N}]+/gu)) {
    if (CJK_PAIR.test(word)) for (let at = 0; at < word.length - 1; at += 1) found.push(word.slice(at, at + 2))
    else if (/^\p{Script=Hangul}/u.test(word)) found.push(word.slice(0, 2))
    else if (word.length > 3) found.push(word.slice(0, 5))
  }
  return found
}
