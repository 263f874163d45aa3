import type { BundledCall, BundledCell, BundledPValues, BundledQuestions } from '../../contract/bundle.ts'
import { ENGINES } from '../../contract/terms.ts'
import type { Store } from '../driver/open.ts'
import { auditedCells } from '../survey/audited.ts'
import { answeredCalls, storedReadings } from '../survey/readings.ts'
import type { Survey } from '../survey/surveys.ts'
import { publishedPValues } from './publications.ts'
import { questionHashes, questionsHash } from './question-hashes.ts'

/** The questions of a category's month, with their hash and when it was fixed and published. */
export async function bundledQuestions(
  db: Store,
  { slug, month }: { readonly slug: string; readonly month: string },
  { questions }: Survey,
): Promise<BundledQuestions> {
  const kept = (await questionHashes(db, month)).find((each) => each.slug === slug)
  const { fixedAt = null, publishedAt = null } = kept ?? {}
  return { questions: [...questions], sha256: questionsHash(slug, month, questions), fixedAt, publishedAt }
}

/**
 * The survey's cells as of a time (epoch ms), by engine, question and run. A cell that was asked or planned since then is
 * given as planned, without anything that came later.
 */
export async function bundledCells(db: Store, surveyId: string, asOf: number): Promise<BundledCell[]> {
  const all: BundledCell[] = []
  for (const engine of ENGINES)
    for (const { question, run, replies, ...cell } of await auditedCells(db, surveyId, engine)) {
      const { state, finishedAt } = cell
      const isSettled = state !== 'planned' && state !== 'sent' && finishedAt !== null && finishedAt <= asOf
      const then = isSettled ? { ...cell, state } : OPEN
      all.push({ question, engine, run, ...then, replies: replies.filter(({ receivedAt }) => receivedAt <= asOf) })
    }
  return all
}

const OPEN = { state: 'planned', reason: null, attempt: 0, finishedAt: null, answer: null } as const

/** The calls to readers that were answered by `until` (epoch ms), oldest first, with what was read by then. */
export async function bundledCalls(db: Store, surveyId: string, until: number): Promise<BundledCall[]> {
  const calls = await answeredCalls(db, surveyId, ['received', 'read'], { until })
  const byCall = Map.groupBy(await storedReadings(db, surveyId, until), ({ callId }) => callId)
  return calls.map(({ surveyId: _, ...call }) => ({
    ...call,
    asked: [...call.asked],
    readings: (byCall.get(call.id) ?? []).map(({ hash, names, readAt }) => ({ hash, names: [...names], readAt })),
  }))
}

/** The p-values of the month's rankings as of a publication, by slug. */
export async function bundledPValues(
  db: Store,
  of: { readonly month: string; readonly simulated: boolean; readonly publication: number },
): Promise<BundledPValues[]> {
  const bySlug = [...(await publishedPValues(db, of))].map(([slug, pValues]) => ({ slug, pValues: [...pValues] }))
  return bySlug.sort((a, b) => (a.slug < b.slug ? -1 : 1))
}
