import type { CallsEstimate } from '../ask/estimate.ts'
import { tokenCost } from '../engines/prices.ts'
import type { ScribeCall, ScribeVendor } from '../scribe/call.ts'
import { questionsCall } from '../scribe/questions.ts'
import { readableParts, readingCall } from '../scribe/readings.ts'
import { SCRIBE_MODELS, worstUsd } from '../scribe/scribe.ts'
import { sampleSize } from './sample.ts'
import { SCRIBE_WIDTH } from './scribe.ts'

/** What the scribes do for a survey: answers to read, and questions to write in one call, if any. */
export interface ScribeWork {
  readonly answers: number
  readonly questions: number
}

/** What one scribe usually does, in calls and USD; the worst case is in the sum alone. */
export interface ScribeEstimate {
  readonly model: string
  readonly calls: number
  readonly usd: number
}

/** A survey's calls, its scribes' too; `calls` and `engines` are those of engines. */
export interface SurveyEstimate extends CallsEstimate {
  readonly scribes: readonly ScribeEstimate[]
}

/** Who writes and reads: the vendors of the scribes, and the share of the answers that the second one reads. */
export interface ScribeChoice {
  readonly vendors: readonly ScribeVendor[]
  readonly secondShare: number
}

/** An ordinary call: seven answers of 3,000 characters, a dozen names in each, and the instructions. */
const ANSWERS_A_CALL = 7
const TYPICAL = { input: 6_200, cached: 0, output: 2_000 }
const TYPICAL_SECONDS = 8
const TYPICAL_QUESTIONS = { input: 300, cached: 0, output: 400 }

/** The longest text that is stored, in bytes and so in UTF-16 units, and the longest name of a category. */
const LONGEST_TEXT = 65_536
const LONGEST_CATEGORY = 'x'.repeat(200)
/** A text that a reply passes over is asked for once more. */
const ASKINGS = 2

/** Adds what the scribes do for these surveys to what their engines do; they come last, one after the other. */
export function withScribes(
  estimate: CallsEstimate,
  work: readonly ScribeWork[],
  { vendors, secondShare }: ScribeChoice,
): SurveyEstimate {
  const scribes = vendors.slice(0, 2).map((vendor, at) => {
    const answers = sum(work.map((each) => (at === 0 ? each.answers : sampleSize(each.answers, secondShare))))
    const writing = at === 0 ? work.filter(({ questions }) => questions > 0) : []
    const calls = Math.ceil(answers / ANSWERS_A_CALL) + writing.length
    const price = (tokens: typeof TYPICAL) => tokenCost(vendor, SCRIBE_MODELS[vendor], tokens)
    return {
      model: SCRIBE_MODELS[vendor],
      calls,
      usd: (answers / ANSWERS_A_CALL) * price(TYPICAL) + writing.length * price(TYPICAL_QUESTIONS),
      worstUsd:
        answers * ASKINGS * longestUsd(vendor) +
        sum(writing.map(({ questions }) => worstUsd(vendor, questionsCall(LONGEST_CATEGORY, questions)))),
      seconds: Math.ceil((calls * TYPICAL_SECONDS) / SCRIBE_WIDTH),
    }
  })
  return {
    ...estimate,
    usd: estimate.usd + sum(scribes.map(({ usd }) => usd)),
    worstUsd: estimate.worstUsd + sum(scribes.map((each) => each.worstUsd)),
    seconds: estimate.seconds + sum(scribes.map(({ seconds }) => seconds)),
    scribes: scribes.map(({ model, calls, usd }) => ({ model, calls, usd })),
  }
}

/** What one reading of the longest text costs at most, in as many calls as it takes. */
function longestUsd(vendor: ScribeVendor): number {
  const call = (part: string): ScribeCall => readingCall(LONGEST_CATEGORY, [part]).call
  return sum(readableParts('x'.repeat(LONGEST_TEXT)).map((part) => worstUsd(vendor, call(part))))
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0)
}
