import type { Competitor, FrozenReport, ReportAnswer } from '../../../pipeline/contract/report.ts'
import type { EngineName } from '../../../pipeline/contract/terms.ts'
import { frozenReport } from '../../support/reports.ts'

const DOMAINS: Readonly<Record<string, string>> = { Acme: 'acme.example', Bolt: 'bolt.example', Crane: 'crane.example' }

/** Who is named in an answer. */
export type Names = (at: { question: number; engine: EngineName; run: number }) => readonly string[]

/** A complete report on Acme in which each engine was asked each question `runs` times, and `names` says who is named. */
export function madeReport(
  slug: string,
  day: string,
  names: Names,
  made: {
    questions?: readonly string[]
    engines?: Partial<Record<EngineName, string>>
    runs?: number
    changed?: Partial<FrozenReport>
  } = {},
): FrozenReport {
  const { questions = TEN, engines = { OPENAI: 'one', GROK: 'one' }, runs = 3, changed = {} } = made
  const asked = questions.map((text, question) => ({
    index: question,
    text,
    seeded: false,
    answers: Object.entries(engines).flatMap(([name, model]) =>
      Array.from({ length: runs }, (_, run) => {
        const engine = name === 'OPENAI' || name === 'GROK' ? name : 'GEMINI'
        return answered(engine, run, model, names({ question, engine, run }))
      }),
    ),
  }))
  const answers = asked.flatMap((question) => question.answers)
  const rivals = [...new Set(answers.flatMap((answer) => answer.brands.map(({ name }) => name)))].filter(
    (name) => name !== 'Acme',
  )
  const { pooled: _, ...rest } = frozenReport({
    slug,
    createdAt: `${day}T11:45:00.000Z`,
    completedAt: `${day}T12:00:00.000Z`,
    questions: asked,
    competitors: rivals.map((name) => rival(name, answers)),
    answersCounted: answers.length,
  })
  return { ...rest, ...changed }
}

export const TEN = Array.from({ length: 10 }, (_, at) => `Which CRM is best for case ${at}?`)

function rival(name: string, answers: readonly ReportAnswer[]): Competitor {
  const mentions = answers.filter(({ brands }) => brands.some((brand) => brand.name === name)).length
  const interval = { low: 0, high: 1 }
  const domain = DOMAINS[name]
  return {
    name,
    ...(domain !== undefined && { domain }),
    ...{ mentions, answers: answers.length, share: mentions / answers.length, averagePosition: 1 },
    ...{ interval, intervalSameQuestions: interval },
  }
}

function answered(engine: EngineName, run: number, model: string, names: readonly string[]): ReportAnswer {
  const text = `Look at ${names.join(', ')}.`
  const position = names.indexOf('Acme') + 1
  return {
    ...{ engine, run, text, model, citations: [], failed: false, noAnswer: false, grounded: true },
    brands: names.map((name, index) => ({ name, position: index + 1, product: name === 'Acme' })),
    productNamed: position > 0,
    position: position > 0 ? position : null,
    evidence: names.map((brand) => ({
      ...{ brand, rule: 'read' },
      start: text.indexOf(brand),
      end: text.indexOf(brand) + brand.length,
    })),
  }
}
