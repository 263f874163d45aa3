import type { Evidence, Method, Span } from '../contract/terms.ts'
import type { CountedMention, FoundNames } from '../survey/count.ts'
import type { Findings } from './compare.ts'

type Cell = Parameters<FoundNames['mentionsOf']>[0]

/** An answer in a frozen text. */
export interface FrozenAnswer extends Cell {
  readonly text: string
  readonly evidence: readonly Evidence[]
}

/** The frozen mentions of a text that was counted by other rules than today's; each must lie within its answer. */
export function frozenNames(
  findings: Findings,
  what: string,
  brands: readonly { readonly name: string; readonly domain?: string | undefined }[],
  answers: readonly FrozenAnswer[],
  method: Method,
): FoundNames {
  for (const answer of answers) compareSpans(findings, what, answer)
  const byCell = new Map(answers.map((answer) => [keyOf(answer), answer]))
  const written = (name: string) =>
    answers.flatMap(({ text, evidence }) =>
      evidence.filter(({ brand }) => brand === name).map(({ start, end }) => text.slice(start, end)),
    )
  return {
    method,
    brands: brands.map(({ name, domain = null }) => ({
      name,
      domain,
      spellings: [...new Set([name, ...written(name)])].sort((a, b) => b.length - a.length || (a < b ? -1 : 1)),
    })),
    mentionsOf: (cell) => (byCell.get(keyOf(cell))?.evidence ?? []).map(toMention),
  }
}

function toMention(evidence: Evidence, at: number): CountedMention {
  return { ...evidence, position: at + 1 }
}

function compareSpans(findings: Findings, what: string, { question, engine, run, text, evidence }: FrozenAnswer): void {
  const isIn = ({ start, end }: Span) => start >= 0 && end <= text.length && text.slice(start, end).trim() !== ''
  for (const mention of evidence)
    for (const span of [mention, mention.quote ?? []].flat())
      if (!isIn(span)) {
        const place = `${what} answers/q${question} ${engine} r${run} evidence/${mention.brand}`
        findings.compare(place, `${span.start} to ${span.end}`, 'no place in the text')
      }
}

function keyOf({ question, engine, run }: Cell): string {
  return `${question} ${engine} ${run}`
}
