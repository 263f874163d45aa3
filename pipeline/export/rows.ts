import { marketOf } from '../contract/market/market.ts'
import type { FrozenRanking, RankingAnswer } from '../contract/ranking.ts'
import type { FrozenReport } from '../contract/report.ts'
import type { LedgerRow } from '../contract/terms.ts'
import { rankedBrandRows, reportBrandRows } from './brand-rows.ts'
import type { SurveyValues } from './columns.ts'
import type { SurveyRows } from './tables.ts'

/** An answer of a ranking or a report; `named` are the brands counted in it, by first appearance. */
type Answer = Omit<RankingAnswer, 'brands'> & { readonly questionText: string; readonly named: readonly string[] }

/** The rows of a published ranking, by table. */
export function rankingRows(ranking: FrozenRanking): SurveyRows {
  const { slug, month, version, category, simulated, asked } = ranking
  const survey: SurveyValues = {
    survey: `rankings/${slug}/${month}`,
    surveyKind: 'ranking',
    ...{ slug, month, version, category, ...marketOf(ranking), simulated },
    checkedAt: new Date(ranking.checkedAt),
    askedFrom: asked ? new Date(asked.from) : null,
    askedUntil: asked ? new Date(asked.until) : null,
  }
  const answers = ranking.answers.map(({ brands: named, ...answer }) => ({
    ...answer,
    named,
    questionText: ranking.prompts[answer.question] ?? '',
  }))
  return {
    ...answerRows(survey, answers, rankedBrandRows(survey, ranking), new Map()),
    ledger: ledgerRows(survey, ranking.ledger),
  }
}

/** The rows of a complete report, by table. */
export function reportRows(report: FrozenReport): SurveyRows {
  const { slug, category, simulated } = report
  const survey: SurveyValues = {
    survey: `reports/${slug}`,
    surveyKind: 'report',
    ...{ slug, month: null, version: null, category, ...marketOf(report), simulated },
    checkedAt: new Date(report.completedAt ?? report.createdAt),
    ...{ askedFrom: null, askedUntil: null },
  }
  const answers = report.questions.flatMap(({ index: question, text: questionText, answers: own }) =>
    own.map((answer) => ({ ...answer, question, questionText, named: answer.brands.map(({ name }) => name) })),
  )
  const kinds = new Map(report.sources.map(({ domain, kind }) => [domain, kind]))
  return {
    ...answerRows(survey, answers, reportBrandRows(survey, report), kinds),
    ledger: ledgerRows(survey, report.ledger),
  }
}

/** The rows of all tables but the ledger; `kinds` has the kind of each cited domain, where known. */
function answerRows(
  survey: SurveyValues,
  answers: readonly Answer[],
  brands: SurveyRows['brands'],
  kinds: ReadonlyMap<string, string>,
): Omit<SurveyRows, 'ledger'> {
  const byName = new Map(brands.map((row) => [row.brand, row]))
  return {
    answers: answers.map((answer) => ({
      ...keyOf(survey, answer),
      questionText: answer.questionText,
      model: answer.model,
      state: answer.failed ? 'failed' : answer.noAnswer ? 'noAnswer' : 'counted',
      grounded: answer.grounded,
      text: orNull(answer.text),
    })),
    mentions: answers.flatMap((answer) =>
      answer.evidence.map(({ brand, start, end, rule, stance = null, quote }) => ({
        ...keyOf(survey, answer),
        brand,
        domain: byName.get(brand)?.domain ?? null,
        product: byName.get(brand)?.product ?? false,
        position: answer.named.indexOf(brand) + 1,
        spelling: answer.text.slice(start, end),
        ...{ spanStart: start, spanEnd: end, rule, stance },
        quote: quote === undefined ? null : answer.text.slice(quote.start, quote.end),
      })),
    ),
    sources: answers.flatMap((answer) =>
      answer.citations.map(({ url, title = '', domain }, citation) => ({
        ...keyOf(survey, answer),
        citation,
        url,
        title: orNull(title),
        domain,
        kind: (domain === null ? undefined : kinds.get(domain)) ?? null,
      })),
    ),
    brands,
  }
}

function keyOf(survey: SurveyValues, { question, engine, run }: Answer) {
  return { ...survey, question, engine, run }
}

function ledgerRows(survey: SurveyValues, ledger: readonly LedgerRow[]): SurveyRows['ledger'] {
  return ledger.map(({ engine, planned, counted, noAnswer, failed, skipped, reason = null }) => ({
    ...survey,
    ...{ engine, planned, counted, noAnswer, failed, skipped, reason },
  }))
}

/** CSV can't tell an empty text from none, so neither does Parquet. */
function orNull(text: string): string | null {
  return text === '' ? null : text
}
