import { readPassages } from '../words/runs.ts'
import { isChoiceLabel, isFeature } from '../words/sections.ts'
import { readChinese } from './chinese-prose.ts'
import type { CjkName } from './cjk-reading.ts'
import { readClauses } from './clauses.ts'
import { readJapanese } from './japanese-prose.ts'
import { readKoreanNames } from './korean-prose.ts'

/** The names that sentences hold; `isKnown` says of a name whether it is taken for a choice already. */
export function readCjkProse(clean: string, kinds: ReadonlySet<string>, isKnown: (name: string) => boolean): CjkName[] {
  const reading = { clean, kinds, isKnown }
  const kana = /[\u3040-\u30ff]/.test(clean)
  const hangul = /[가-힣]{2}/.test(clean)
  return readPassages(clean, isKnown).flatMap(({ start, end, aside }) => {
    const line = clean.slice(start, end)
    if (aside && isFeatureItem(clean.slice(clean.lastIndexOf('\n', start - 1) + 1, end))) return []
    if (aside && (!ITEM.test(clean.slice(clean.lastIndexOf('\n', start - 1) + 1, end)) || isLedBy(line, isKnown)))
      return []
    if (hangul) return [...readKoreanNames(reading, start, end), ...readClauses(reading, start, end, 'ko')]
    return kana
      ? [...readJapanese(reading, start, end), ...readClauses(reading, start, end, 'ja')]
      : [...readChinese(reading, start, end), ...readClauses(reading, start, end, 'zh')]
  })
}

/** Whether an item is labelled with what it speaks of, and not with whom it is for. */
function isFeatureItem(line: string): boolean {
  const label = /^[^\p{L}\p{N}]*\*\*([^*\n]{2,24})(?:[:：]\*\*|\*\* ?[:：])/u.exec(line)?.[1]
  return label !== undefined && isFeature(label) && !isChoiceLabel(label)
}

const ITEM = /^\s*(?:[-*+•●▪・]|\d{1,3}[.)、．]|[①-⑳])/u

/** Whether a line leads with a known name: what follows is said of it. */
function isLedBy(line: string, isKnown: (name: string) => boolean): boolean {
  const lead =
    line
      .replace(/^[^\p{L}\p{N}]+/u, '')
      .split(/[*:：（(–—「。、，]| - /u)[0]
      ?.trim() ?? ''
  return lead.length > 1 && isKnown(lead)
}
