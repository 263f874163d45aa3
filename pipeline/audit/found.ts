import type { Evidence, Method, Span } from '../contract/terms.ts'
import type { CountedMention, FoundNames } from '../survey/count.ts'
import type { Comparison } from './compare.ts'
import { compare, sum } from './compare.ts'

type Cell = Parameters<FoundNames['mentionsOf']>[0]

/** An answer in a frozen text. */
export interface FrozenAnswer extends Cell {
  readonly text: string
  readonly evidence: readonly Evidence[]
}

/** The frozen mentions of a text that was counted by other rules than today's; each must lie within its answer. */
export function frozenNames(
  what: string,
  brands: readonly { readonly name: string; readonly domain?: string | undefined }[],
  answers: readonly FrozenAnswer[],
  method: Method,
): { readonly found: FoundNames; readonly comparison: Comparison } {
  const byCell = new Map(answers.map((answer) => [keyOf(answer), answer]))
  const written = (name: string) =>
    answers.flatMap(({ text, evidence }) =>
      evidence.filter(({ brand }) => brand === name).map(({ start, end }) => text.slice(start, end)),
    )
  return {
    found: {
      method,
      brands: brands.map(({ name, domain = null }) => ({
        name,
        domain,
        spellings: [...new Set([name, ...written(name)])].sort((a, b) => b.length - a.length || (a < b ? -1 : 1)),
      })),
      mentionsOf: (cell) => (byCell.get(keyOf(cell))?.evidence ?? []).map(toMention),
    },
    comparison: sum(answers.flatMap((answer) => answer.evidence.flatMap((each) => misplaced(what, answer, each)))),
  }
}

function toMention(evidence: Evidence, at: number): CountedMention {
  return { ...evidence, position: at + 1 }
}

function misplaced(what: string, { question, engine, run, text }: FrozenAnswer, evidence: Evidence): Comparison[] {
  const { brand, quote } = evidence
  const isIn = ({ start, end }: Span) => start >= 0 && end <= text.length && text.slice(start, end).trim() !== ''
  const place = `${what} answers/q${question} ${engine} r${run} evidence/${brand}`
  return [evidence, ...(quote ? [quote] : [])]
    .filter((span) => !isIn(span))
    .map(({ start, end }) => compare(place, `${start} to ${end}`, 'no place in the text'))
}

function keyOf({ question, engine, run }: Cell): string {
  return `${question} ${engine} ${run}`
}
