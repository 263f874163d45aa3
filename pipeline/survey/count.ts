import type { EngineName, Evidence, Method, Ruling } from '../contract/terms.ts'
import type { Brand, Judgement, KnownName, Product, ReadAnswer } from '../mentions/answer.ts'
import type { NamedSurvey } from '../mentions/count.ts'
import { DETECTOR, nameSurvey } from '../mentions/count.ts'
import { rulingsThatMatter } from '../mentions/rulings.ts'
import type { StoredAnswer } from '../store/survey/answers.ts'
import { agreementOf } from './agreement.ts'
import type { Readings } from './readings.ts'

/** What a survey is counted from. */
export interface CountedFrom {
  readonly questions: readonly string[]
  readonly answers: readonly StoredAnswer[]
  readonly readings: Readings
  /** A person's rulings on the category's names. */
  readonly rulings: readonly Ruling[]
  /** What was found in the answers before, where it isn't to be looked for again. */
  readonly found?: FoundNames
}

/** The same with what names are looked for; the same of it always gives the same counts. */
export interface SurveyToCount extends CountedFrom {
  readonly category: string
  /** Brands that the category is known to have. */
  readonly known: readonly KnownName[]
  /** The product that a report is about. */
  readonly product: Product | null
}

/** A brand that counts in an answer: where it first stands, by which rule, and its rank among the brands there from 1. */
export type CountedMention = Readonly<Evidence> & { readonly position: number }

/** What counting found in a survey's answers, as it was frozen. */
export interface FoundNames {
  readonly method: Method
  readonly brands: readonly Brand[]
  /** The mentions in the counted answer of a cell, in order. */
  mentionsOf(cell: {
    readonly question: number
    readonly engine: EngineName
    readonly run: number
  }): readonly CountedMention[]
}

/** A counted answer with what a reader read in it, and what counts. */
export interface JudgedAnswer {
  readonly answer: StoredAnswer & { readonly kind: 'answered' }
  readonly read: ReadAnswer
  readonly judgement: Judgement
}

/** A counted answer with the brands that count in it, in order of first appearance. */
export type CountedAnswer = JudgedAnswer['answer'] & { readonly mentions: readonly CountedMention[] }

/** A survey that was counted. */
export interface CountedSurvey {
  readonly brands: readonly Brand[]
  /** The counted answers, in their order. */
  readonly judged: readonly JudgedAnswer[]
  /** The same with what counts in each, as it was frozen where that is given. */
  readonly counted: readonly CountedAnswer[]
  /** What counts in an answer, in order of first appearance; nothing in one that isn't counted. */
  mentionsOf(answer: StoredAnswer): readonly CountedMention[]
  /** Judges an answer by the names of this survey. */
  judge(answer: ReadAnswer): Judgement
  readonly method: Method
}

/** Counts a survey: readings whose names were verified in the answers become brands and their mentions. */
export function countSurvey(survey: SurveyToCount): CountedSurvey {
  const { category, known, product, readings } = survey
  const answered = answeredWith(survey)
  const read = answered.map((each) => each.read)
  let all: NamedSurvey | undefined
  const { rulings, result } = rulingsThatMatter(survey.rulings, (some) => {
    const named = nameSurvey(read, { category, known, rulings: some, product })
    all ??= named
    const judgements = read.map((answer) => named.judge(answer))
    const seen = new Set(judgements.flatMap(({ mentions }) => mentions.map(({ brand }) => brand)))
    return {
      brands: named.brands.filter((brand) => seen.has(brand.name) || isKnown(brand, known)),
      judgements,
      agreement: agreementOf(named, readings, read, product),
    }
  })
  const named = all ?? nameSurvey(read, { category, known, rulings, product })
  const judged = answered.map((each, at) => ({ ...each, judgement: result.judgements[at] ?? NOTHING }))
  const byAnswer = new Map<StoredAnswer, readonly CountedMention[]>(
    judged.map((each) => [each.answer, each.judgement.mentions]),
  )
  const unread = read.filter(({ reading }) => reading === null).length
  const { found } = survey
  const mentionsOf = (answer: StoredAnswer) =>
    byAnswer.has(answer) ? (found?.mentionsOf(answer) ?? byAnswer.get(answer) ?? []) : []
  return {
    brands: found?.brands ?? result.brands,
    judged,
    counted: judged.map(({ answer }) => ({ ...answer, mentions: mentionsOf(answer) })),
    mentionsOf,
    judge: named.judge,
    method: found?.method ?? {
      detector: DETECTOR,
      namesBy: readings.reader !== null && unread === 0 ? 'model' : 'rules',
      reader: readings.reader,
      unverified: result.judgements.reduce((sum, { unverified }) => sum + unverified.length, 0),
      agreement: result.agreement,
      ...(readings.reader !== null && unread > 0 && { unread }),
      ...(rulings.length > 0 && { rulings }),
    },
  }
}

/** Whether the category is known to have it: such a brand stays in the list where nothing names it. */
function isKnown({ name, domain, spellings }: Brand, known: readonly KnownName[]): boolean {
  return known.some(
    (each) => each.name === name || spellings.includes(each.name) || (domain !== null && each.domain === domain),
  )
}

const NOTHING: Judgement = { mentions: [], refused: [], unverified: [] }

/** The counted answers with what was read in them. */
function answeredWith({ answers, questions, readings }: SurveyToCount): Pick<JudgedAnswer, 'answer' | 'read'>[] {
  return answers.flatMap((answer) => {
    if (answer.kind !== 'answered') return []
    const { text, citations } = answer
    const question = questions[answer.question] ?? ''
    return [{ answer, read: { text, question, citations, reading: readings.namesIn(text) } }]
  })
}
