import type { CanaryChange } from '../../contract/ranking.ts'
import { ENGINES, type EngineName } from '../../contract/terms.ts'
import { discoveryThreshold } from '../../statistics/false-discovery.ts'
import { separation } from '../../statistics/separation.ts'
import type { Store } from '../../store/driver/open.ts'
import { readAnswers, type StoredAnswer } from '../../store/survey/answers.ts'
import { canarySurvey } from '../../store/survey/canaries.ts'
import { FALSE_DISCOVERY_RATE } from '../../survey/changes.ts'
import { CANARIES } from './questions.ts'

/** How each engine's answers to the canary questions changed between two months; undefined if no engine answered in both. */
export async function canaryChanges(
  db: Store,
  earlier: string | undefined,
  month: string,
): Promise<CanaryChange[] | undefined> {
  if (earlier === undefined) return undefined
  return compareCanaries(await readAnswers(db, canarySurvey(earlier)), await readAnswers(db, canarySurvey(month)))
}

/**
 * Tests for each engine whether its answers from two months lie further apart than those from one month, with the false
 * discovery rate over the engines held at 5 %. Undefined if no engine answered in both.
 */
export function compareCanaries(
  before: readonly StoredAnswer[],
  now: readonly StoredAnswer[],
): CanaryChange[] | undefined {
  const tested = ENGINES.flatMap((engine) => {
    const [then, since] = [answered(before, engine), answered(now, engine)]
    if (then.length === 0 || since.length === 0) return []
    const p = separation(CANARIES.map((_, question) => distancesOf(question, then, since)))
    return [{ engine, before: then.length, now: since.length, p: p && Number(p.toPrecision(4)) }]
  })
  const threshold = discoveryThreshold(
    tested.flatMap(({ p }) => p ?? []),
    FALSE_DISCOVERY_RATE,
  )
  if (tested.length === 0) return undefined
  return tested.map((each) => ({ ...each, changed: each.p === null ? null : each.p <= threshold }))
}

type Answered = Extract<StoredAnswer, { kind: 'answered' }>

function answered(answers: readonly StoredAnswer[], engine: EngineName): Answered[] {
  return answers.filter((answer) => answer.kind === 'answered').filter((answer) => answer.engine === engine)
}

/** The distances between the answers to a question, the earlier ones first. */
function distancesOf(question: number, before: readonly Answered[], now: readonly Answered[]) {
  const own = (answers: readonly Answered[]) => answers.filter((answer) => answer.question === question)
  const words = [...own(before), ...own(now)].map(({ text }) => wordsOf(text))
  return { distances: words.map((a) => words.map((b) => distance(a, b))), earlier: own(before).length }
}

function wordsOf(text: string): Set<string> {
  return new Set(
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu),
  )
}

/** The share of all words that only one of the two has (P. Jaccard, 1901). */
function distance(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const both = [...a].filter((word) => b.has(word)).length
  const either = a.size + b.size - both
  return either === 0 ? 0 : 1 - both / either
}
