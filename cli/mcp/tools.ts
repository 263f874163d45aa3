import { z } from 'zod'
import type { ApiClient } from './client.ts'
import type { ProviderKeys } from './settings.ts'

/** What the tools work with. */
export interface ToolScope {
  readonly api: ApiClient
  readonly providerKeys: ProviderKeys
  readonly redact: <Value>(value: Value) => Value
}

/** The annotations of a tool that changes nothing. */
export const READ = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true }

/** The argument that keeps a result small enough to be read. */
export const answersTo = z
  .array(z.int().min(0).max(999))
  .max(100)
  .optional()
  .describe(
    'Indexes of the questions whose answers to include; [] for none, which gives all the numbers. Left out, every answer',
  )

/** Which questions' answers are wanted, and what to say where some are left out. */
export function wanted(indexes: readonly number[] | undefined): { keeps(question: number): boolean; note: string[] } {
  if (indexes === undefined) return { keeps: () => true, note: [] }
  const which = indexes.length === 0 ? 'No answers are' : `Only the answers to questions ${indexes.join(', ')} are`
  return {
    keeps: (question) => indexes.includes(question),
    note: [`${which} included, as answersTo asked; every count is over all of them.`],
  }
}
