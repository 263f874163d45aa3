import { daysOf, monthName } from './dates.ts'
import type { AskedTimes, Change, ChangeReason, ModelChange, RankedBrand, Ranking } from './ranking.ts'
import type { Interval, LedgerRow } from './terms.ts'
import { ENGINE_LABELS } from './words.ts'

/** A rate in 0..1 as whole percent; only exactly 0 and 1 read as 0 % and 100 %. */
export function percent(rate: number): string {
  if (rate > 0 && rate < 0.005) return '<1\u00a0%'
  if (rate < 1 && rate >= 0.995) return '>99\u00a0%'
  return `${Math.round(rate * 100)}\u00a0%`
}

/** An interval as `34–50 %`. */
export function percents({ low, high }: Interval): string {
  if (low === 0 && high === 1) return 'can’t say'
  return `${Math.round(low * 100)}–${Math.round(high * 100)}\u00a0%`
}

/** A score's interval, as `95 % interval 34.1 to 50.2`. */
export function scoreRange({ low, high }: Interval): string {
  if (low === 0 && high === 100) return 'its interval can’t be determined'
  return `95\u00a0% interval ${low.toFixed(1)} to ${high.toFixed(1)}`
}

/** `1 answer`, `2 answers`; `nouns` is the plural if it isn't the noun with an s, as in `2 searches`. */
export function counted(count: number, noun: string, nouns = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : nouns}`
}

/** Names with commas and an `and`, such as `Claude, Gemini and Grok`. */
export function listed(names: readonly string[]): string {
  return [names.slice(0, -1).join(', '), ...names.slice(-1)].filter(Boolean).join(' and ')
}

/** Why an answer isn't counted, or a caveat about a counted one. */
export function answerFlags(answer: {
  readonly failed: boolean
  readonly noAnswer: boolean
  readonly grounded: boolean
}): string[] {
  if (answer.failed) return ['call failed, counted nowhere']
  if (answer.noAnswer) return ['no answer to score']
  return answer.grounded ? [] : ['no web search']
}

/** Failures by kind, as `12 connection refused, 3 timeout`; empty without any. */
export function failuresInWords({ failures = [] }: Pick<LedgerRow, 'failures'>): string {
  return failures.map(({ count, words }) => `${count} ${words}`).join(', ')
}

/** The note beside a ledger row: its reason and its failures by kind. */
export function ledgerNote(row: Pick<LedgerRow, 'reason' | 'failures'>): string {
  return [row.reason, failuresInWords(row)].filter(Boolean).join('; ')
}

/** Which of an engine's planned answers are in no rate, as `2 failed (2 timeout), 1 not asked (budget)`; empty if all are. */
export function notCounted(row: LedgerRow): string {
  const { failed, noAnswer, skipped, reason } = row
  const kinds = failuresInWords(row)
  return [
    ...(failed > 0 ? [`${failed} failed${kinds && ` (${kinds})`}`] : []),
    ...(noAnswer > 0 ? [`${noAnswer} without an answer to score`] : []),
    ...(skipped > 0 ? [`${skipped} not asked${reason === undefined ? '' : ` (${reason})`}`] : []),
  ].join(', ')
}

/** A range of ranks, as `2` or `2–5`, or a dash without one. */
export function ranks(range: RankedBrand['rankRange']): string {
  if (range === undefined) return '–'
  const { from, to } = range
  return from === to ? String(from) : `${from}–${to}`
}

const NOT_COMPARED: Readonly<Record<ChangeReason, string>> = {
  MODEL_CHANGED: 'another model answered then',
  NOT_COUNTED_IN_BOTH: 'not counted both times',
  RULES_CHANGED: 'counted by other rules then',
  NOTHING_IN_COMMON: 'no question and engine in common',
}

/** A change in words: `up` or `down` only if a move is announced. */
export function changeVerdict({ moved, points, reason }: Change): string {
  if (moved === null || points === null) return NOT_COMPARED[reason ?? 'NOTHING_IN_COMMON']
  if (!moved) return 'too close to tell'
  return points > 0 ? 'up' : 'down'
}

/** The engines that a change leaves out, each with the reason. */
export function leftOutInWords(leftOut: Change['leftOut']): string {
  return leftOut.map(({ engine, reason }) => `${ENGINE_LABELS[engine]} (${NOT_COMPARED[reason]})`).join(', ')
}

/** Caveats about a ranking's changes: engines that changed or were left out, and the false discovery rate. */
export function changeNotes(
  ranking: Pick<Ranking, 'brands' | 'movesDecidedOver' | 'models' | 'canaries' | 'comparedWith'>,
): string[] {
  const { brands, movesDecidedOver } = ranking
  const leftOut = brands.find(({ change }) => (change?.leftOut.length ?? 0) > 0)?.change?.leftOut ?? []
  const { brands: among, rankings } = movesDecidedOver ?? { brands: 0, rankings: 0 }
  return [
    leftOut.length > 0 && `Changes leave out ${leftOutInWords(leftOut)}.`,
    ...engineNotes(ranking),
    among > 0 &&
      `Moves are decided over ${counted(among, 'brand')} of ${counted(rankings, 'ranking')} of the month together: at most 1 in 20 of those announced is expected to be false.`,
  ].filter((note) => note !== false)
}

/** New models, and changed answers to the canary questions. */
function engineNotes({ models = [], canaries = [], comparedWith }: EnginesBehind): string[] {
  const then = comparedWith === undefined ? 'the month before' : monthName(comparedWith.month)
  const otherwise = canaries.filter(({ changed }) => changed)
  const unchanged = `Of ${counted(canaries.length, 'engine')} asked both times, none answers the canary questions differently than in ${then}.`
  return [
    ...models.map((change) => modelInWords(change, then)),
    ...otherwise.map(({ engine, before, now, p }) => {
      const isRenamed = models.some((change) => change.engine === engine && change.before.length > 0)
      const figures = `(${counted(before, 'answer')} then, ${now} now; p = ${p})`
      const name = isRenamed ? '' : ', although its model has the same name'
      return `${ENGINE_LABELS[engine]} ${isRenamed ? 'also ' : ''}answers the canary questions differently than in ${then} ${figures}${name}: a change may come from the engine.`
    }),
    ...(canaries.length > 0 && otherwise.length === 0 ? [unchanged] : []),
  ]
}

type EnginesBehind = Pick<Ranking, 'models' | 'canaries' | 'comparedWith'>

function modelInWords({ engine, before, now }: ModelChange, then: string): string {
  const [label, names] = [ENGINE_LABELS[engine], before.map(({ model }) => model).join(', ')]
  const [only, ...others] = now
  if (only !== undefined && others.length === 0)
    return `${label} answered with ${names} in ${then} and answers with ${only.model} now.`
  const of = now.reduce((sum, { answers }) => sum + answers, 0)
  const shares = now.map(({ model, answers }) => `${model} gave ${answers}`).join(' and ')
  return `${label} changed its model within the month: ${shares} of ${of} answers${names === '' ? '' : `; in ${then} it was ${names}`}.`
}

interface AskedMonth {
  readonly month: string
  readonly asked?: AskedTimes | undefined
}

/** When a month's questions were asked; undefined if within the month. */
function timesLater({ month, asked }: AskedMonth): AskedTimes | undefined {
  return asked === undefined || asked.until.startsWith(month) ? undefined : asked
}

/** A sentence about when a month's questions were asked; undefined if within the month. */
export function askedLater(named: AskedMonth): string | undefined {
  const later = timesLater(named)
  return later && `Not asked within ${monthName(named.month)}, but ${daysOf(later.from, later.until)}.`
}

/** The same in short, as `asked on 14 November 2026`. */
export function askedLaterInShort(named: AskedMonth): string | undefined {
  const later = timesLater(named)
  return later && `asked ${daysOf(later.from, later.until)}`
}

/** The month's name, and when it was asked if not within it: `October 2026 (asked on 14 November 2026)`. */
export function monthAsked(named: AskedMonth): string {
  const later = askedLaterInShort(named)
  return `${monthName(named.month)}${later === undefined ? '' : ` (${later})`}`
}

/** A sentence about changed questions since the month compared with; undefined if none changed. */
export function changedQuestions({
  prompts,
  comparedWith,
}: Pick<Ranking, 'prompts' | 'comparedWith'>): string | undefined {
  if (comparedWith === undefined) return undefined
  const { month, newQuestions = 0, droppedQuestions = 0 } = comparedWith
  if (newQuestions + droppedQuestions === 0) return undefined
  const common = prompts.length - newQuestions
  const compared =
    common === 0 ? 'no change can be compared' : `changes compare the ${counted(common, 'question')} of both months`
  return `The questions changed since ${monthName(month)}: ${newQuestions} of ${prompts.length} are new and ${counted(droppedQuestions, 'earlier one')} no longer asked; ${compared}.`
}
