import type { EngineName, LedgerRow } from '../contract/terms.ts'
import type { ScribeVendor } from '../contract/words.ts'
import type { CallEstimate } from '../engines/engine.ts'
import { tokenCost } from '../engines/prices.ts'
import type { ScribeCall } from '../scribe/call.ts'
import { questionsCall } from '../scribe/questions.ts'
import { readableParts, readingCall } from '../scribe/readings.ts'
import { SCRIBE_MODELS, worstUsd } from '../scribe/scribe.ts'
import type { Store } from '../store/driver/open.ts'
import { countReadings } from '../store/survey/readings.ts'
import { sampleSize } from './sample.ts'
import { readerOf, SCRIBE_WIDTH } from './scribe.ts'

/** What an estimate needs of an engine; `width` is its concurrent calls. */
export interface EstimatedEngine {
  readonly name: EngineName
  readonly estimate: CallEstimate
  readonly width: number
  readonly spacingMs: number
}

/** What is left to do in a survey. */
export interface SurveyWork {
  calls(engine: EngineName): number
  /** Stored answers to read, in addition to those that the calls will bring. */
  readonly unread: number
  /** Questions that the scribe writes, in one call. */
  readonly questions: number
}

/** The calls of one scribe and their usual cost in USD. */
export interface ScribeEstimate {
  readonly model: string
  readonly calls: number
  readonly usd: number
}

/** The usual and the highest cost in USD and the usual time in s, scribes included; `calls` are only the engines'. */
export interface SurveyEstimate {
  readonly calls: number
  readonly usd: number
  readonly worstUsd: number
  readonly seconds: number
  readonly engines: readonly {
    readonly engine: EngineName
    readonly calls: number
    readonly usd: number
    readonly seconds: number
  }[]
  readonly scribes: readonly ScribeEstimate[]
}

/** The scribes' vendors, and the share of the answers that the second one reads. */
export interface ScribeChoice {
  readonly vendors: readonly ScribeVendor[]
  readonly secondShare: number
}

/**
 * A typical call: the instructions and seven answers of 3,000 characters with a dozen names each, eight of them choices with
 * a quote of 130 characters.
 */
const ANSWERS_A_CALL = 7
const TYPICAL = { input: 6_500, cached: 0, output: 4_900 }
const TYPICAL_SECONDS = 19
const TYPICAL_QUESTIONS = { input: 300, cached: 0, output: 400 }

/** The longest stored text, in bytes, which bounds its UTF-16 units, and the longest category name. */
const LONGEST_TEXT = 65_536
const LONGEST_CATEGORY = 'x'.repeat(200)
const LONGEST_SUBJECT = { category: LONGEST_CATEGORY, country: 'GS', language: 'nb' }
/** A text that a reply skips is sent once more. */
const ASKINGS = 2

/** Estimates what is left of these surveys: the engines work in parallel, and then the scribes one after the other. */
export function estimateSurveys(
  surveys: readonly SurveyWork[],
  engines: readonly EstimatedEngine[],
  { vendors, secondShare }: ScribeChoice,
): SurveyEstimate {
  const asking = engines.map(({ name, estimate, width, spacingMs }) => {
    const calls = sum(surveys.map((survey) => survey.calls(name)))
    const ms = Math.max((calls * estimate.typicalMs) / width, calls * spacingMs)
    return {
      engine: name,
      calls,
      usd: calls * estimate.typicalUsd,
      worstUsd: calls * estimate.worstUsd,
      seconds: Math.ceil(ms / 1_000),
    }
  })
  const answersOf = ({ calls, unread }: SurveyWork) => unread + sum(engines.map(({ name }) => calls(name)))
  const scribes = vendors.slice(0, 2).map((vendor, at) => {
    const answers = sum(surveys.map(answersOf).map((each) => (at === 0 ? each : sampleSize(each, secondShare))))
    const writing = at === 0 ? surveys.filter(({ questions }) => questions > 0) : []
    const calls = Math.ceil(answers / ANSWERS_A_CALL) + writing.length
    const price = (tokens: typeof TYPICAL) => tokenCost(vendor, SCRIBE_MODELS[vendor], tokens)
    return {
      model: SCRIBE_MODELS[vendor],
      calls,
      usd: (answers / ANSWERS_A_CALL) * price(TYPICAL) + writing.length * price(TYPICAL_QUESTIONS),
      worstUsd:
        answers * ASKINGS * longestUsd(vendor) +
        sum(writing.map(({ questions }) => worstUsd(vendor, questionsCall(LONGEST_SUBJECT, questions)))),
      seconds: Math.ceil((calls * TYPICAL_SECONDS) / SCRIBE_WIDTH),
    }
  })
  const all = [...asking, ...scribes]
  return {
    calls: sum(asking.map(({ calls }) => calls)),
    usd: sum(all.map(({ usd }) => usd)),
    worstUsd: sum(all.map((each) => each.worstUsd)),
    seconds: Math.max(0, ...asking.map(({ seconds }) => seconds)) + sum(scribes.map(({ seconds }) => seconds)),
    engines: asking.map(({ worstUsd: _, ...each }) => each),
    scribes: scribes.map(({ model, calls, usd }) => ({ model, calls, usd })),
  }
}

/** The counted answers of a survey that the first scribe has not read; 0 without a scribe. */
export async function unreadAnswers(
  db: Store,
  surveyId: string,
  ledger: readonly LedgerRow[],
  { vendors: [vendor] }: ScribeChoice,
): Promise<number> {
  if (vendor === undefined) return 0
  const counted = sum(ledger.map((row) => row.counted))
  const reader = readerOf({ scribe: { model: SCRIBE_MODELS[vendor] } })
  return Math.max(0, counted - (await countReadings(db, surveyId, reader)))
}

/** The maximum cost of reading the longest text once, in USD. */
function longestUsd(vendor: ScribeVendor): number {
  const call = (part: string): ScribeCall => readingCall(LONGEST_CATEGORY, [part]).call
  return sum(readableParts('x'.repeat(LONGEST_TEXT)).map((part) => worstUsd(vendor, call(part))))
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0)
}
