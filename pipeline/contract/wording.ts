import { daysOf, momentName, monthName } from './dates.ts'
import type { AskedTimes, Change, ChangeReason, ModelChange, RankedBrand, Ranking } from './ranking.ts'
import type { Agreement, Interval, LedgerRow, Method, Ruling } from './terms.ts'
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
  if (low === 0 && high === 100) return 'its interval can’t be said'
  return `95\u00a0% interval ${low.toFixed(1)} to ${high.toFixed(1)}`
}

/** `1 answer`, `2 answers`; `nouns` is an irregular plural, as in `2 searches`. */
export function counted(count: number, noun: string, nouns = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : nouns}`
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

/** A person's ruling, as a clause. */
export function rulingInWords(ruling: Ruling): string {
  switch (ruling.kind) {
    case 'merge':
      return `“${ruling.name}” counts as “${ruling.into}”`
    case 'split':
      return `“${ruling.name}” is a brand of its own`
    case 'alias':
      return `“${ruling.spelling}” is a spelling of “${ruling.name}”`
    case 'ignore':
      return `“${ruling.name}” is not counted`
  }
}

/** The method as sentences: the reader, how far two readers agree, questions of one intent, the rulings, and any recount. */
export function methodNotes(method: Method): string[] {
  const { agreement, rulings = [], recounted } = method
  return [
    `${whoRead(method)} Counted by code.`,
    ...(agreement === null ? [] : [agreementInWords(agreement)]),
    ...sameIntentInWords(method.sameIntent ?? []),
    ...rulings.map((ruling) => `By a person’s ruling ${rulingInWords(ruling)}.`),
    ...(recounted ? [`Counted again by newer rules on ${momentName(recounted.at)}.`] : []),
  ]
}

/** A sentence for each list of questions, numbered from 0, that ask for the same thing. */
export function sameIntentInWords(lists: readonly (readonly number[])[]): string[] {
  return lists.map((list) => {
    const numbers = list.map((question) => String(question + 1))
    const named = `${numbers.slice(0, -1).join(', ')} and ${numbers.at(-1)}`
    return `Questions ${named} ask for the same thing and count as one in the intervals.`
  })
}

function whoRead({ namesBy, reader, unverified, unread = 0 }: Method): string {
  if (unverified === undefined)
    return namesBy === 'model'
      ? 'A model proposed names for all answers together.'
      : 'No model read the answers: names come from rules.'
  if (reader === null)
    return 'No model read the answers: names come only from their layout, which misses those in running text.'
  const dropped = `; ${counted(unverified, 'name')} that code did not find there ${unverified === 1 ? 'is' : 'are'} not counted`
  const rest = `${counted(unread, 'answer')} that it did not read ${unread === 1 ? 'counts' : 'count'} only by layout.`
  return [
    `${reader.model} read the names in each answer${unverified > 0 ? dropped : ''}.`,
    ...(unread > 0 ? [rest] : []),
  ].join(' ')
}

function agreementInWords({ answers, pairs, both, f1, product }: Agreement): string {
  const onProduct =
    product === undefined
      ? ''
      : ` By either reading the product is named in ${product.pairs} of these answers, by both in ${product.both}.`
  return `A second model read ${counted(answers, 'answer')} too: of ${counted(pairs, 'mention')} that either found, both found ${both} (F1 ${(100 * f1).toFixed(1)}).${onProduct}`
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

/** Caveats about a ranking's changes, as sentences: engines that changed or were left out, and the false discovery rate. */
export function changeNotes(
  ranking: Pick<Ranking, 'brands' | 'movesDecidedOver' | 'models' | 'canaries' | 'comparedWith'>,
): string[] {
  const { brands, movesDecidedOver } = ranking
  const leftOut = brands.find(({ change }) => (change?.leftOut.length ?? 0) > 0)?.change?.leftOut ?? []
  const among = movesDecidedOver && movesDecidedOver.brands > 0 && movesDecidedOver
  return [
    ...(leftOut.length > 0 ? [`Changes leave out ${leftOutInWords(leftOut)}.`] : []),
    ...engineNotes(ranking),
    ...(among
      ? [
          `Moves are decided over ${counted(among.brands, 'brand')} of ${counted(among.rankings, 'ranking')} of the month together: at most 1 in 20 of those announced is expected to be false.`,
        ]
      : []),
  ]
}

/** What is known about the engines behind a ranking's changes: new models, and changed answers to the canary questions. */
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

/** A month, and when its questions were asked. */
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
  return later && `Not asked within ${named.month}, but from ${momentName(later.from)} to ${momentName(later.until)}.`
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

/** The normalised URL if it is http(s) and may be linked; otherwise undefined. */
export function webAddress(url: string): string | undefined {
  const parsed = URL.parse(url)
  return parsed?.protocol === 'https:' || parsed?.protocol === 'http:' ? parsed.href : undefined
}

/**
 * Invisible characters: controls except tabs and line ends, bidirectional embeddings, overrides and isolates,
 * zero-width characters except the two joiners that scripts and emoji need, tags, which can spell a text that only a
 * model reads, and the two noncharacters that no XML file may hold.
 */
const INVISIBLE =
  /[^\P{Cc}\t\n\r]|[\u200b\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff\ufffe\uffff]|[\u{e0000}-\u{e007f}]/gu

/** The text with U+FFFD for each UTF-16 unit of an invisible character, so that offsets stay valid. */
export function visible(text: string): string {
  return text.toWellFormed().replace(INVISIBLE, (found) => '\ufffd'.repeat(found.length))
}

/** A copy of a JSON value with `visible` applied to every string. */
export function visibleTexts<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value), (_, part: unknown) => (typeof part === 'string' ? visible(part) : part))
}

/** The text on one line, trimmed, without invisible characters other than the joiners that scripts and emoji need. */
export function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cf}--[\u200c\u200d]]/gv, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
}

/** The text, cut to at most `longest` characters. */
export function clipped(text: string, longest: number): string {
  const characters = [...text]
  if (characters.length <= longest) return text
  const kept = characters.slice(0, longest - 1).join('')
  return `${kept.trimEnd()}…`
}
