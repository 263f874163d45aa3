import { failureSentence } from '../contract/failures.ts'
import type { ReportAnswer, ReportQuestion } from '../contract/report.ts'
import { ENGINES, isCounted, type Method } from '../contract/terms.ts'
import { firstOfIntent } from '../statistics/intents.ts'
import type { StoredAnswer } from '../store/survey/answers.ts'
import type { CountedMention } from '../survey/count.ts'
import { countSearches } from '../survey/searches.ts'
import { shownAnswer } from '../survey/shown.ts'

/** An answer as a report shows it; `mentions` are empty unless it is counted. */
export function toReportAnswer(
  answer: StoredAnswer,
  mentions: readonly CountedMention[],
  product: string,
): ReportAnswer {
  const { engine, run } = answer
  const { text, failed, noAnswer, grounded, searches, model, citations, evidence } = shownAnswer(answer, mentions)
  const position = mentions.find(({ brand }) => brand === product)?.position ?? null
  return {
    engine,
    run,
    text,
    brands: mentions.map(({ brand, position: at }) => ({ name: brand, position: at, product: brand === product })),
    citations,
    productNamed: position !== null,
    position,
    failed,
    noAnswer,
    grounded,
    ...(searches !== undefined && { searches }),
    model,
    evidence,
    ...(answer.kind === 'failed' && { error: failureSentence(answer.reason) }),
  }
}

/** The questions with their answers sorted by engine and run; the caller's own come first. */
export function toQuestions(
  texts: readonly string[],
  seeded: number,
  answers: readonly { readonly question: number; readonly shown: ReportAnswer }[],
): ReportQuestion[] {
  return texts.map((text, index) => {
    const own = answers
      .filter(({ question }) => question === index)
      .map(({ shown }) => shown)
      .sort((a, b) => ENGINES.indexOf(a.engine) - ENGINES.indexOf(b.engine) || a.run - b.run)
    const searches = countSearches(own)
    return { index, text, seeded: index < seeded, answers: own, ...(searches && { searches }) }
  })
}

/** A counted answer with the index of its question, and of the first question that asks for the same thing. */
export interface CountedAnswer extends ReportAnswer {
  readonly question: number
  readonly intent: number
}

/** The counted answers of these questions; without a `method`, no two ask for the same thing. */
export function countedAnswers(
  questions: readonly ReportQuestion[],
  method: Pick<Method, 'sameIntent'> | null = null,
): CountedAnswer[] {
  const intent = firstOfIntent(method?.sameIntent ?? [])
  return questions.flatMap(({ index, answers }) =>
    answers.filter(isCounted).map((answer) => ({ ...answer, question: index, intent: intent(index) })),
  )
}
