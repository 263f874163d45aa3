import type { EngineName } from '../contract/terms.ts'
import type { Mention, Refusal } from '../mentions/answer.ts'
import { oneSided } from './agreement.ts'
import type { CountedSurvey, JudgedAnswer } from './count.ts'
import type { Readings } from './readings.ts'

/**
 * A brand that a person should rule on: only one of two readers has it in this answer, or its reader left it out where it
 * stands. `sentence` is where it stands, at most 240 characters, the brand among them.
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
/** What is kept before the brand of a sentence that is longer. */
const BEFORE = 100
const sentences = new Intl.Segmenter('en', { granularity: 'sentence' })

/** What is in doubt in a counted survey, each brand once for an answer, in the order of the answers. */
export function doubtsIn(survey: CountedSurvey, readings: Readings): Doubt[] {
  const between = Map.groupBy(
    oneSided(
      survey,
      readings,
      survey.judged.map(({ read }) => read),
    ),
    ({ answer }) => answer,
  )
  return survey.judged.flatMap((judged) => {
    const apart = (between.get(judged.read) ?? []).map(({ mention, reader }) =>
      toDoubt(judged, mention, reader === 'first' ? 'only the first reader' : 'only the second reader'),
    )
    const left = judged.judgement.refused
      .filter(({ brand, reason }) => reason === 'doubt' && !apart.some((doubt) => doubt.brand === brand))
      .map((refusal) => toDoubt(judged, refusal, 'left out by its reader'))
    return [...apart, ...left]
  })
}

function toDoubt({ answer, read }: JudgedAnswer, { brand, start, end }: Mention | Refusal, why: Doubt['why']): Doubt {
  const { question, engine, run } = answer
  return { brand, why, question, engine, run, sentence: sentenceAround(read.text, start, end) }
}

/** The sentence of the line that holds this span, cut to what stands around it. */
function sentenceAround(text: string, start: number, end: number): string {
  const from = Math.max(text.lastIndexOf('\n', start - 1) + 1, start - LONGEST)
  const to = text.indexOf('\n', end)
  const line = text.slice(from, to < 0 ? end + LONGEST : Math.min(to, end + LONGEST))
  const { index = 0, segment = line } = sentences.segment(line).containing(start - from) ?? {}
  const at = start - from - index
  // A name may hold what ends a sentence, as "Yahoo! Mail" does.
  const sentence = line.slice(index, Math.max(index + segment.length, end - from))
  const cut = sentence.length > LONGEST ? Math.max(0, at - BEFORE) : 0
  return sentence.slice(cut, cut + LONGEST).trim()
}
