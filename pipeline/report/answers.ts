import type { ReportAnswer, ReportQuestion } from '../contract/report.ts'
import { ENGINES } from '../contract/terms.ts'
import type { StoredAnswer } from '../store/answers.ts'
import type { CountedMention } from '../survey/count.ts'

/** Why a call failed, by the reason that its cell keeps. */
const FAILURES: Readonly<Record<string, string>> = {
  RATE_LIMITED: 'The provider kept limiting the rate of calls.',
  OVERLOADED: 'The provider was overloaded.',
  SERVER: 'The provider had a fault of its own.',
  NETWORK: 'The provider could not be reached.',
  TIMEOUT: 'The provider did not answer in time.',
  BAD_REQUEST: 'The provider did not accept the question.',
  EMPTY: 'The provider sent an empty reply, twice.',
  UNFINISHED: 'The provider never finished its reply.',
  UNREADABLE: 'The provider sent a reply that could not be read.',
}

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
    ...(failed && { error: FAILURES[answer.reason] ?? 'The call failed.' }),
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
