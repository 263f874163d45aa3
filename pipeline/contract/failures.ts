import { z } from 'zod'

/** Why a cell failed: words to follow a count ("12 connection refused"), and a sentence for one answer. */
const FAILURES = {
  CONNECTION_REFUSED: {
    words: 'connection refused',
    sentence: 'No connection to the provider could be made, and nothing was sent.',
  },
  NETWORK: { words: 'connection lost', sentence: 'The connection to the provider broke off.' },
  TIMEOUT: { words: 'timeout', sentence: 'The provider did not answer in time.' },
  RATE_LIMITED: { words: 'rate limited', sentence: 'The provider kept limiting the rate of calls.' },
  OVERLOADED: { words: 'overloaded', sentence: 'The provider was overloaded.' },
  SERVER: { words: 'provider fault', sentence: 'The provider had a fault of its own.' },
  BAD_REQUEST: { words: 'question not accepted', sentence: 'The provider did not accept the question.' },
  REDIRECTED: { words: 'redirected', sentence: 'The provider pointed to another address, which was not followed.' },
  UNREADABLE: { words: 'unreadable reply', sentence: 'The provider sent a reply that could not be read.' },
  TOO_LONG: { words: 'reply too long', sentence: 'The provider sent a longer reply than is read.' },
  EMPTY: { words: 'empty reply', sentence: 'The provider sent an empty reply, twice.' },
  UNFINISHED: { words: 'unfinished reply', sentence: 'The provider never finished its reply.' },
  UNKNOWN: { words: 'unknown cause', sentence: 'The call failed.' },
} as const

export type FailureKind = keyof typeof FAILURES

const failureKind = z.enum(Object.keys(FAILURES) as [FailureKind, ...FailureKind[]])

/** How many cells in a ledger row failed for this reason. */
export const failureCount = z.object({ kind: failureKind, count: z.int(), words: z.string() })
export type FailureCount = z.infer<typeof failureCount>

/** The sentence for one failed answer, from its cell's stored reason. */
export function failureSentence(reason: string): string {
  return FAILURES[kindOf(reason)].sentence
}

/** Failures counted by kind, most frequent first; each reason applies to `cells` failed cells. */
export function countFailures(failed: readonly { readonly reason: string; readonly cells: number }[]): FailureCount[] {
  return [...Map.groupBy(failed, ({ reason }) => kindOf(reason))]
    .map(([kind, same]) => ({
      kind,
      count: same.reduce((sum, { cells }) => sum + cells, 0),
      words: FAILURES[kind].words,
    }))
    .sort((a, b) => b.count - a.count || (a.kind < b.kind ? -1 : 1))
}

/** A reason that is no longer known reads as UNKNOWN. */
function kindOf(reason: string): FailureKind {
  return failureKind.catch('UNKNOWN').parse(reason)
}
