import type { EngineName } from '../contract/terms.ts'
import type { Choice, Refusal } from '../mentions/answer.ts'
import { sentenceAt } from '../mentions/sentence.ts'
import { oneSided } from './agreement.ts'
import type { CountedSurvey, JudgedAnswer } from './count.ts'

/**
 * A brand that a person should rule on: only one of two readers found it in this answer, or the reader left it out although
 * it occurs there. `sentence` is an excerpt of at most 240 characters around the brand.
 */
export interface Doubt {
  readonly brand: string
  readonly why: 'only the first reader' | 'only the second reader' | 'left out by its reader'
  readonly question: number
  readonly engine: EngineName
  readonly run: number
  readonly sentence: string
}

const LONGEST = 240
/** Characters kept before the brand in a longer sentence. */
const BEFORE = 100

/** The doubts about a counted survey, at most one for each brand and answer, in the order of the answers. */
export function doubtsIn(survey: CountedSurvey): Doubt[] {
  const byAnswer = Map.groupBy(oneSided(survey.compared), ({ answer }) => answer)
  return survey.judged.flatMap((judged) => {
    const disputed = (byAnswer.get(judged.read) ?? []).map(({ choice, reader }) =>
      toDoubt(judged, choice, `only the ${reader} reader`),
    )
    const left = judged.judgement.refused
      .filter(({ brand, reason }) => reason === 'doubt' && !disputed.some((doubt) => doubt.brand === brand))
      .map((refusal) => toDoubt(judged, refusal, 'left out by its reader'))
    return [...disputed, ...left]
  })
}

function toDoubt({ answer, read }: JudgedAnswer, { brand, start, end }: Choice | Refusal, why: Doubt['why']): Doubt {
  const { question, engine, run } = answer
  return { brand, why, question, engine, run, sentence: sentenceAround(read.text, start, end) }
}

/** The sentence that holds this span, cut around it. */
function sentenceAround(text: string, start: number, end: number): string {
  const sentence = sentenceAt(text, { start, end }, LONGEST)
  const from = sentence.end - sentence.start > LONGEST ? Math.max(sentence.start, start - BEFORE) : sentence.start
  return text.slice(from, Math.min(sentence.end, from + LONGEST)).trim()
}
