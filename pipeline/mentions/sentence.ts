import type { Span } from '../contract/terms.ts'

/** Made when it is needed, as that takes about 10 ms. */
let sentences: Intl.Segmenter | undefined

/**
 * The sentences that hold a part of a text; they never cross a line break. `reach` limits how far a sentence is followed
 * before and after the part.
 */
export function sentenceAt(text: string, { start, end }: Span, reach: number): Span {
  const before = text.slice(Math.max(0, start - reach), start)
  const [after = ''] = text.slice(end, end + reach).split('\n', 1)
  const from = start - before.length + before.lastIndexOf('\n') + 1
  const line = text.slice(from, end + after.length)
  sentences ??= new Intl.Segmenter('en', { granularity: 'sentence' })
  const segments = sentences.segment(line)
  const first = segments.containing(start - from)
  const last = segments.containing(Math.max(0, end - from - 1))
  // A name may contain the end of a sentence, as "Yahoo! Mail" does.
  return { start: from + (first?.index ?? 0), end: last === undefined ? end : from + last.index + last.segment.length }
}
