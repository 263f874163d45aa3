import { ENGINES, type EngineName, isCounted, type SearchedFor } from '../contract/terms.ts'

interface SearchingAnswer {
  readonly engine: EngineName
  readonly failed: boolean
  readonly noAnswer: boolean
  readonly searches?: readonly string[] | null | undefined
}

/**
 * What engines looked for on the web before they gave these answers, the most frequent first; undefined if no counted answer
 * says. The answers' order decides which spelling of a query is shown.
 */
export function countSearches(answers: readonly SearchingAnswer[]): SearchedFor[] | undefined {
  const saying = answers
    .filter(isCounted)
    .flatMap(({ engine, searches }) => (searches == null ? [] : [{ engine, searches }]))
  if (saying.length === 0) return undefined
  const all = saying.flatMap((answer) => answer.searches.map((query) => ({ query, answer })))
  return [...Map.groupBy(all, ({ query }) => folded(query)).values()]
    .flatMap((same) => {
      const answers = new Set(same.map(({ answer }) => answer))
      const engines = new Set(same.map(({ answer }) => answer.engine))
      const row = { answers: answers.size, of: saying.length, engines: ENGINES.filter((engine) => engines.has(engine)) }
      return same.slice(0, 1).map(({ query }) => ({ query, ...row }))
    })
    .sort((a, b) => b.answers - a.answers || (a.query < b.query ? -1 : 1))
}

function folded(query: string): string {
  return query.toLowerCase().replace(/\s+/g, ' ').trim()
}
