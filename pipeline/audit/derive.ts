import { isDeepStrictEqual } from 'node:util'
import type { LedgerRow, Method } from '../contract/terms.ts'
import { DETECTOR } from '../mentions/count.ts'
import { sameIntent } from '../statistics/intents.ts'
import type { Store } from '../store/driver/open.ts'
import type { Survey } from '../store/survey/surveys.ts'
import { comparableMethod } from '../survey/recount.ts'
import type { SurveyResults } from '../survey/results.ts'
import type { About, Audited } from './audited.ts'
import type { Findings } from './compare.ts'
import { type FrozenAnswer, frozenNames } from './found.ts'
import { deriveReadings } from './readings.ts'
import { deriveSurvey } from './survey.ts'

interface FrozenText {
  readonly method: Method
  readonly answers: readonly (FrozenAnswer & { readonly failed: boolean })[]
  readonly brands: readonly { readonly name: string; readonly domain?: string | undefined }[]
  readonly ledger: readonly LedgerRow[]
  /** The time up to which it includes answers, epoch ms. */
  readonly asOf: number
}

/** What the replies yield in place of what a text froze. */
export interface Derived {
  readonly results: SurveyResults
  /** Whether names are taken as frozen, because other rules than today's found them. */
  readonly isFound: boolean
  /** The derived method, from the one that today's rules give. */
  method(again: Method): Method
  /** The audit, once everything is compared. */
  audited(): Audited
}

/** Derives again what a frozen text was counted from, from the replies of its engines and readers. */
export async function derive(
  db: Store,
  findings: Findings,
  about: About,
  survey: Survey,
  text: FrozenText,
): Promise<Derived> {
  const { what } = about
  const { asOf, method, answers, ledger, brands } = text
  const { recounted } = method
  const failed = answers.filter((each) => each.failed)
  const derived = await deriveSurvey(db, findings, what, survey, { asOf, failed, ledger })
  const until = recounted === undefined ? asOf : Date.parse(recounted.at)
  const read = await deriveReadings(db, findings, what, survey, { reader: method.reader, until })
  const found = method.detector === DETECTOR ? undefined : frozenNames(findings, what, brands, answers, method)
  return {
    results: {
      questions: survey.questions,
      answers: derived.answers,
      ledger: derived.ledger,
      readings: read.readings,
      rulings: method.rulings ?? [],
      // The frozen groups are used, because a published text must stay the same when the rule for grouping changes.
      sameIntent: method.sameIntent ?? [],
      ...(found && { found }),
    },
    isFound: found !== undefined,
    method: (again) =>
      found === undefined ? { ...comparableMethod(again, method), ...(recounted && { recounted }) } : method,
    audited: () => ({
      ...about,
      replies: derived.replies + read.replies,
      notes: [
        ...(found === undefined ? [] : [otherRules(what, method.detector)]),
        ...(isDeepStrictEqual(method.sameIntent ?? [], sameIntent(survey.questions)) ? [] : [otherIntents(what)]),
      ],
      checked: findings.checked,
      differences: findings.differences,
    }),
  }
}

function otherIntents(what: string): string {
  return `${what}: today's rules group the questions differently; the published groups were used.`
}

function otherRules(what: string, detector: string): string {
  return `${what} was counted by the rules ${detector}, and today's are ${DETECTOR}: the places of names are taken as frozen and everything else is derived; changes since the month before are compared only where today's rules find the same brands in both.`
}
