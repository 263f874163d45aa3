import { fold } from '../words/fold.ts'
import { languageOf } from '../words/lexicon.ts'
import { nativeOf } from '../words/native.ts'
import { isOrdinaryWord } from '../words/ordinary.ts'
import type { AnswerText } from './brand.ts'

/** A name of fewer letters is more often a word and another beside it than a name in two parts. */
const SHORTEST = 5
const MOST_BREAKS = 2
/** So many syllables Korean writes apart or not. */
const HANGUL = /^[가-힣]{4,}$/u
/** As many characters Japanese does: 楽々 精算. */
const JAPANESE = /^[\u3005\u3041-\u30ff\u4e00-\u9fff]{4,}$/u
const HIRAGANA = /[\u3041-\u3096]/

/**
 * How the answers write a name of one word in parts: "Fell-Gang", "Story Blok", "Van de Bron". With hyphens it is the name
 * however its parts are called; with spaces its parts have capital letters or figures, or one of them is no word by itself.
 * Korean writes a name of four syllables and more in parts as it likes: "모두 싸인".
 */
export function partedSpellings(name: string, answers: readonly AnswerText[]): string[] {
  const korean =
    HANGUL.test(name.normalize('NFC')) || (JAPANESE.test(name) && answers.some(({ text }) => HIRAGANA.test(text)))
  const letters = korean ? name.normalize('NFC') : fold(name)
  if (!korean && (letters.length < SHORTEST || !/^[a-z0-9]+$/.test(letters))) return []
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}-])${[...letters].join('[ \\-‐‑]?')}(?![\\p{L}\\p{N}])`, 'giu')
  const found = new Set<string>()
  for (const { text } of answers) {
    for (const [written] of text.normalize('NFC').matchAll(pattern)) {
      const parts = written.split(/[ \-‐‑]/)
      if (
        parts.length < 2 ||
        parts.length - 1 > MOST_BREAKS ||
        parts.some((part) => part.length < 2 && !/[\d가-힣]/.test(part))
      )
        continue
      const capitals = /^[\p{Lu}\p{Nd}]/u.test(parts[0] ?? '') && /^[\p{Lu}\p{Nd}]/u.test(parts.at(-1) ?? '')
      if (!written.includes(' ') || capitals || korean || !parts.every((part) => isWord(part, text))) found.add(written)
    }
  }
  return [...found]
}

function isWord(part: string, text: string): boolean {
  return isOrdinaryWord(part) || nativeOf(languageOf(text))(part) === 2
}
