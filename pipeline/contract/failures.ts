import { z } from 'zod'

/** Why a cell failed: by kind the words that follow a count ("12 connection refused"), and a sentence for one answer. */
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

/** A kind that nobody knows any more reads as UNKNOWN. */
const failureKind = z.enum(Object.keys(FAILURES) as [FailureKind, ...FailureKind[]])

/** How many cells of a ledger's row failed by this kind, and its words. */
export const failureCount = z.object({ kind: failureKind, count: z.int(), words: z.string() })
export type FailureCount = z.infer<typeof failureCount>

/** What is said of one failed answer, by the reason that its cell keeps. */
export function failureSentence(reason: string): string {
  return FAILURES[kindOf(reason)].sentence
}

/** The failures by kind, the most frequent first; each reason stands for `cells` failed cells. */
export function countFailures(failed: readonly { readonly reason: string; readonly cells: number }[]): FailureCount[] {
  return [...Map.groupBy(failed, ({ reason }) => kindOf(reason))]
    .map(([kind, same]) => ({
      kind,
      count: same.reduce((sum, { cells }) => sum + cells, 0),
      words: FAILURES[kind].words,
    }))
    .sort((a, b) => b.count - a.count || (a.kind < b.kind ? -1 : 1))
}

function kindOf(reason: string): FailureKind {
  return failureKind.catch('UNKNOWN').parse(reason)
}
