import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'
import type { Operation } from '../../pipeline/contract/operations.ts'
import type { Said } from '../../pipeline/contract/said/said.ts'
import { REPORT_SLUG } from '../../pipeline/contract/words.ts'
import type { ApiClient, ApiRequest } from './client.ts'
import { answer, type Ran } from './result.ts'
import type { ProviderKeys } from './settings.ts'

/** The tools' dependencies. */
export interface ToolOptions {
  readonly api: ApiClient
  readonly providerKeys: ProviderKeys
  readonly redact: <Value>(value: Value) => Value
  /** Resolves after `ms`; rejects once the signal aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<unknown>
}

/** The annotations of a tool that changes nothing. */
export const READ = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true }

interface ReadingTool<Args, Body> {
  readonly title: string
  readonly description: string
  readonly inputSchema: z.ZodType<Args>
  readonly operation: Operation & { readonly response: z.ZodType<Body> }
  request(args: Args): ApiRequest
  shown(body: Body, args: Args): Ran
}

/** Adds a tool that reads one operation of the API; `shown` is its result from the response. */
export function addReadingTool<Args, Body>(
  server: McpServer,
  { api, redact }: ToolOptions,
  name: string,
  { operation, request, shown, ...described }: ReadingTool<Args, Body>,
): void {
  server.registerTool(name, { ...described, annotations: READ }, (args, { signal }) =>
    answer(redact, async () => {
      const outcome = await api.call(operation, request(args), signal)
      return 'failure' in outcome ? outcome : shown(outcome.body, args)
    }),
  )
}

export const reportSlug = z.string().regex(REPORT_SLUG).describe("The report's slug, from report_start or reports_list")

/** The argument that selects answers, as a report has 180 or more. */
export const answersTo = z
  .array(z.int().min(0).max(999))
  .max(100)
  .default([])
  .describe('Indexes of the questions whose answers to include, verbatim; default: none')

/** The rule about the answers that are left out. */
export function answersNote(indexes: readonly number[]): string {
  const which = indexes.length === 0 ? 'No answers are' : `Only the answers to questions ${indexes.join(', ')} are`
  return `${which} included; answersTo selects those to other questions. Every count covers all answers.`
}

/** A brand with its stances but without its quotes, because a ranking has dozens of brands. */
export function withoutQuotes<Brand extends { readonly said?: Said | undefined }>(brand: Brand) {
  if (brand.said === undefined) return brand
  const { quotes: _, ...said } = brand.said
  return { ...brand, said }
}

const SEARCHES = 3

/** A question's first searches, because it may have dozens, or all of them if its answers are selected. */
export function searchesShown<Search>(
  searches: readonly Search[],
  question: number,
  indexes: readonly number[],
): Search[] {
  return indexes.includes(question) ? [...searches] : searches.slice(0, SEARCHES)
}

/** The rule about the searches that aren't included. */
export const SEARCHES_NOTE = [
  'searches are what engines looked for on the web: the counted answers with each (answers) of those whose engine says (of).',
  `The first ${SEARCHES} to each question are included; answersTo selects all.`,
].join(' ')
