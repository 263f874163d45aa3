import type { Evidence, Method, Ruling } from '../contract/terms.ts'
import type { Brand, Judgement, KnownName, Product, ReadAnswer } from '../mentions/answer.ts'
import { DETECTOR, nameSurvey } from '../mentions/count.ts'
import { rulingsThatMatter } from '../mentions/rulings.ts'
import { firstOfIntent, sameIntent } from '../statistics/intents.ts'
import type { StoredAnswer } from '../store/survey/answers.ts'
import { agreementOf, type ComparedAnswer, comparedAnswers } from './agreement.ts'
import type { Readings } from './readings.ts'

/** What a survey is counted from. */
export interface CountedFrom {
  readonly questions: readonly string[]
  readonly answers: readonly StoredAnswer[]
  readonly readings: Readings
  /** Human rulings on the category's names. */
  readonly rulings: readonly Ruling[]
  /** The frozen groups of questions that ask for the same thing; without them, the questions are grouped anew. */
  readonly sameIntent?: Method['sameIntent']
  /** Names found earlier, which replace a new search. */
  readonly found?: FoundNames
}

/** What a survey is counted from, and the names to look for; equal input always gives equal counts. */
export interface SurveyToCount extends CountedFrom {
  readonly category: string
  readonly known: readonly KnownName[]
  /** The product that a report is about. */
  readonly product: Product | null
}

/** A brand that counts in an answer: its first place, the rule that found it, and its rank among the answer's brands from 1. */
export type CountedMention = Readonly<Evidence> & { readonly position: number }

/** The names found in a survey's answers, as frozen. */
export interface FoundNames {
  readonly method: Method
  readonly brands: readonly Brand[]
  /** The mentions in a cell's counted answer, in order. */
  mentionsOf(cell: Pick<StoredAnswer, 'question' | 'engine' | 'run'>): readonly CountedMention[]
}

/** A counted answer with its reading, and what counts in it. */
export interface JudgedAnswer {
  readonly answer: StoredAnswer & { readonly kind: 'answered' }
  readonly read: ReadAnswer
  readonly judgement: Judgement
}

/** A counted answer with the brands that count in it, in order of first appearance. */
export type CountedAnswer = JudgedAnswer['answer'] & {
  readonly mentions: readonly CountedMention[]
  /** The first question that asks for the same thing as the answer's. */
  readonly intent: number
}

/** A survey after counting. */
export interface CountedSurvey {
  readonly brands: readonly Brand[]
  /** The counted answers, in the order given. */
  readonly judged: readonly JudgedAnswer[]
  /** The counted answers with their mentions, the frozen ones if `found` is given. */
  readonly counted: readonly CountedAnswer[]
  /** The brands that count in an answer, in order of first appearance; none unless it is counted. */
  mentionsOf(answer: StoredAnswer): readonly CountedMention[]
  /** The answers that two readers read. */
  readonly compared: readonly ComparedAnswer[]
  readonly method: Method
}

/** Counts a survey: the names in readings that are verified in the answers become brands and their mentions. */
export function countSurvey(survey: SurveyToCount): CountedSurvey {
  const { category, known, product, readings, found } = survey
  const answered = answeredWith(survey)
  const read = answered.map((each) => each.read)
  let compared: readonly ComparedAnswer[] | undefined
  const { rulings, result } = rulingsThatMatter(survey.rulings, (some) => {
    const given = { category, known, rulings: some, product }
    const named = nameSurvey(read, given)
    const comparedNow = comparedAnswers(read, readings, given)
    compared ??= comparedNow
    const judgements = read.map((answer) => named.judge(answer))
    const seen = new Set(judgements.flatMap(({ mentions }) => mentions.map(({ brand }) => brand)))
    return {
      brands: named.brands.filter((brand) => seen.has(brand.name) || isKnown(brand, known)),
      judgements,
      agreement: agreementOf(comparedNow, product),
    }
  })
  const judged = answered.map((each, at) => ({ ...each, judgement: result.judgements[at] ?? NOTHING }))
  const mentions = new Map<StoredAnswer, readonly CountedMention[]>(
    judged.map(({ answer, judgement }) => [answer, found?.mentionsOf(answer) ?? judgement.mentions]),
  )
  const mentionsOf = (answer: StoredAnswer) => mentions.get(answer) ?? []
  const unread = read.filter(({ reading }) => reading === null).length
  const same = survey.sameIntent ?? sameIntent(survey.questions)
  const intent = firstOfIntent(same)
  return {
    brands: found?.brands ?? result.brands,
    judged,
    counted: judged.map(({ answer }) => ({ ...answer, mentions: mentionsOf(answer), intent: intent(answer.question) })),
    mentionsOf,
    compared: compared ?? [],
    method: found?.method ?? {
      detector: DETECTOR,
      namesBy: readings.reader !== null && unread === 0 ? 'model' : 'rules',
      reader: readings.reader,
      unverified: result.judgements.reduce((sum, { unverified }) => sum + unverified.length, 0),
      ...quotesIn(result.judgements),
      agreement: result.agreement,
      ...(readings.reader !== null && unread > 0 && { unread }),
      ...(same.length > 0 && { sameIntent: same }),
      ...(rulings.length > 0 && { rulings }),
    },
  }
}

/** How many quotes the reader gave and how many are kept; nothing if it gave none. */
function quotesIn(judgements: readonly Judgement[]): Pick<Method, 'quotes'> {
  const given = judgements.reduce((sum, { quotesGiven }) => sum + quotesGiven, 0)
  const kept = judgements.flatMap(({ mentions }) => mentions.filter(({ quote }) => quote !== undefined)).length
  return given === 0 ? {} : { quotes: { given, kept } }
}

/** Whether it is a known brand of the category, which stays listed even if no answer names it. */
function isKnown({ name, domain, spellings }: Brand, known: readonly KnownName[]): boolean {
  return known.some(
    (each) => each.name === name || spellings.includes(each.name) || (domain !== null && each.domain === domain),
  )
}

const NOTHING: Judgement = { mentions: [], refused: [], unverified: [], quotesGiven: 0 }

/** The counted answers with their readings. */
function answeredWith({ answers, questions, readings }: SurveyToCount): Pick<JudgedAnswer, 'answer' | 'read'>[] {
  return answers.flatMap((answer) => {
    if (answer.kind !== 'answered') return []
    const { text, citations } = answer
    const question = questions[answer.question] ?? ''
    return [{ answer, read: { text, question, citations, reading: readings.namesIn(text) } }]
  })
}
