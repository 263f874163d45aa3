import type { Competitor, Report, ReportEngine } from '../contract/report.ts'
import type { LedgerRow } from '../contract/terms.ts'
import { ledgerNote } from '../contract/wording.ts'
import type { Brand } from '../mentions/answer.ts'
import { rateIntervals } from '../statistics/intervals.ts'
import { meanOfEngines } from '../statistics/score.ts'
import type { CountedAnswer as CountedMentions } from '../survey/count.ts'
import { averagePosition, rateBrands } from '../survey/rates.ts'
import type { CountedAnswer } from './answers.ts'

/**
 * The engines that ran, each with its rate; one that only ever had nothing to score stands as 0 of 0, without intervals.
 * `models` gives the models that answered an engine's questions, one for each answer.
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
      model: byFrequency(models(engine)).join(', '),
      runsMentioned: naming.length,
      runsTotal: own.length,
      promptsMentioned: new Set(naming.map(({ question }) => question)).size,
      promptsTotal: new Set(own.map(({ question }) => question)).size,
      averagePosition: averagePosition(naming.map(({ position }) => position)),
      ...(own.length > 0 && rateIntervals(own.map((answer) => ({ ...answer, named: answer.productNamed })))),
    }
  })
}

/** The engines that did not run, each with the reason: no answer of theirs says anything, neither for nor against. */
export function skippedEngines(ledger: readonly LedgerRow[]): { engine: LedgerRow['engine']; reason: string }[] {
  return ledger
    .filter((row) => !ran(row))
    .map((row) => ({ engine: row.engine, reason: ledgerNote(row) || 'not asked' }))
}

function ran({ counted, noAnswer }: LedgerRow): boolean {
  return counted + noAnswer > 0
}

/**
 * 100 x the mean of the rates of the engines with a counted answer, and its 95 % interval for other buyer questions, in
 * 0..100; all with one decimal, and null where no engine has one.
 */
export function scoreEngines(counted: readonly CountedAnswer[]): Pick<Report, 'overallScore' | 'overallScoreInterval'> {
  const mean = meanOfEngines(counted.map((answer) => ({ ...answer, named: answer.productNamed })))
  if (mean === null) return { overallScore: null, overallScoreInterval: null }
  const score = (rate: number) => Math.round(1_000 * rate) / 10
  const { low, high } = mean.interval
  return { overallScore: score(mean.rate), overallScoreInterval: { low: score(low), high: score(high) } }
}

/** Who was named instead, the most often named first; a share is of all counted answers. */
export function rankCompetitors(rivals: readonly Brand[], counted: readonly CountedMentions[]): Competitor[] {
  return rateBrands(rivals, counted)
    .filter(({ mentions }) => mentions > 0)
    .map(({ brand: { name, domain }, cells, mentions, averagePosition: position }) => ({
      name,
      ...(domain !== null && { domain }),
      mentions,
      answers: cells.length,
      share: mentions / cells.length,
      averagePosition: position,
      ...rateIntervals(cells),
    }))
}

function byFrequency(names: readonly string[]): string[] {
  const counts = [...Map.groupBy(names, (name) => name)].map(([name, all]) => ({ name, times: all.length }))
  return counts.sort((a, b) => b.times - a.times || (a.name < b.name ? -1 : 1)).map(({ name }) => name)
}
