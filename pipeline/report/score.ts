import type { Competitor, Report, ReportEngine } from '../contract/report.ts'
import type { Said } from '../contract/said/said.ts'
import type { LedgerRow } from '../contract/terms.ts'
import { ledgerNote } from '../contract/wording.ts'
import type { Brand } from '../mentions/answer.ts'
import type { ScoredCell } from '../statistics/cells.ts'
import { rateIntervals } from '../statistics/intervals.ts'
import { meanOfEngines } from '../statistics/score.ts'
import type { CountedAnswer as CountedMentions } from '../survey/count.ts'
import { averagePosition, byFrequency, rateBrands } from '../survey/rates.ts'
import type { CountedAnswer } from './answers.ts'

/**
 * The engines that ran, each with its rate; one without a counted answer has 0 of 0 and no intervals. `models` returns the
 * models that answered an engine's questions, one for each answer.
 */
export function rateEngines(
  ledger: readonly LedgerRow[],
  counted: readonly CountedAnswer[],
  models: (engine: LedgerRow['engine']) => readonly string[],
): ReportEngine[] {
  return ledger.filter(ran).map(({ engine }) => {
    const own = counted.filter((answer) => answer.engine === engine)
    const naming = own.filter((answer) => answer.productNamed)
    return {
      engine,
      model: byFrequency(models(engine))
        .map(({ name }) => name)
        .join(', '),
      runsMentioned: naming.length,
      runsTotal: own.length,
      promptsMentioned: new Set(naming.map(({ question }) => question)).size,
      promptsTotal: new Set(own.map(({ question }) => question)).size,
      averagePosition: averagePosition(naming.map(({ position }) => position)),
      ...(own.length > 0 && rateIntervals(own.map(toCell))),
    }
  })
}

/** The engines that did not run, each with the reason; they count neither for nor against the product. */
export function skippedEngines(ledger: readonly LedgerRow[]): { engine: LedgerRow['engine']; reason: string }[] {
  return ledger
    .filter((row) => !ran(row))
    .map((row) => ({ engine: row.engine, reason: ledgerNote(row) || 'not asked' }))
}

function ran({ counted, noAnswer }: LedgerRow): boolean {
  return counted + noAnswer > 0
}

/**
 * 100 x the mean rate of the engines with a counted answer, and its 95 % interval for other buyer questions, 0 to 100 with
 * one decimal; null without a counted answer.
 */
export function scoreEngines(counted: readonly CountedAnswer[]): Pick<Report, 'overallScore' | 'overallScoreInterval'> {
  const mean = meanOfEngines(counted.map(toCell))
  if (mean === null) return { overallScore: null, overallScoreInterval: null }
  const score = (rate: number) => Math.round(1_000 * rate) / 10
  const { low, high } = mean.interval
  return { overallScore: score(mean.rate), overallScoreInterval: { low: score(low), high: score(high) } }
}

/** The product's rate over all counted answers; empty if there are none. */
export function poolEngines(counted: readonly CountedAnswer[]): Pick<Report, 'pooled'> {
  if (counted.length === 0) return {}
  const mentions = counted.filter(({ productNamed }) => productNamed).length
  return { pooled: { mentions, answers: counted.length, ...rateIntervals(counted.map(toCell)) } }
}

function toCell(answer: CountedAnswer): ScoredCell {
  return { ...answer, named: answer.productNamed }
}

/** The brands named instead, the most frequent first; a share is of all counted answers. */
export function rankCompetitors(
  rivals: readonly Brand[],
  counted: readonly CountedMentions[],
  saidOf: (brand: string) => Said | undefined,
): Competitor[] {
  return rateBrands(rivals, counted)
    .filter(({ mentions }) => mentions > 0)
    .map(({ brand: { name, domain }, cells, mentions, averagePosition: position }) => {
      const said = saidOf(name)
      return {
        name,
        ...(domain !== null && { domain }),
        mentions,
        answers: cells.length,
        share: mentions / cells.length,
        averagePosition: position,
        ...rateIntervals(cells),
        ...(said && { said }),
      }
    })
}
