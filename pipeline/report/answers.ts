import { failureSentence } from '../contract/failures.ts'
import type { ReportAnswer, ReportQuestion } from '../contract/report.ts'
import { ENGINES } from '../contract/terms.ts'
import type { StoredAnswer } from '../store/survey/answers.ts'
import type { CountedMention } from '../survey/count.ts'

/** One answer as a report shows it; `mentions` are those of a counted one. */
export function toReportAnswer(
  answer: StoredAnswer,
  mentions: readonly CountedMention[],
  product: string,
): ReportAnswer {
  const { engine, run, kind } = answer
  const failed = kind === 'failed'
  return {
    engine,
    run,
    text: failed ? '' : answer.text,
    brands: mentions.map(({ brand, position }) => ({ name: brand, position, product: brand === product })),
    citations: kind === 'answered' ? [...answer.citations] : [],
    productNamed: mentions.some(({ brand }) => brand === product),
    position: mentions.find(({ brand }) => brand === product)?.position ?? null,
    failed,
    noAnswer: kind === 'noAnswer',
    grounded: kind === 'answered' && answer.grounded,
    model: failed ? null : answer.model,
    evidence: mentions.map(({ brand, start, end, rule }) => ({ brand, start, end, rule })),
    ...(failed && { error: failureSentence(answer.reason) }),
  }
}

/** The questions with their answers by engine and run, whatever the order of arrival; the caller's own come first. */
export function toQuestions(
  texts: readonly string[],
  seeded: number,
  answers: readonly { readonly question: number; readonly shown: ReportAnswer }[],
): ReportQuestion[] {
  return texts.map((text, index) => ({
    index,
    text,
    seeded: index < seeded,
    answers: answers
      .filter(({ question }) => question === index)
      .map(({ shown }) => shown)
      .sort((a, b) => ENGINES.indexOf(a.engine) - ENGINES.indexOf(b.engine) || a.run - b.run),
  }))
}

/** A counted answer with the index of its question. */
export interface CountedAnswer extends ReportAnswer {
  readonly question: number
}

/** The answers that every rate has as its denominator: neither failed nor without anything to score. */
export function countedAnswers(questions: readonly ReportQuestion[]): CountedAnswer[] {
  return questions.flatMap(({ index, answers }) =>
    answers.filter(({ failed, noAnswer }) => !failed && !noAnswer).map((answer) => ({ ...answer, question: index })),
  )
}
