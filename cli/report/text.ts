import { momentName } from '../../pipeline/contract/dates.ts'
import { inMarket } from '../../pipeline/contract/market/market-words.ts'
import { methodNotes } from '../../pipeline/contract/method-words.ts'
import type { Action, Report, ReportEngine } from '../../pipeline/contract/report.ts'
import { saidInWords, saidSentence } from '../../pipeline/contract/said/said-words.ts'
import { isCounted } from '../../pipeline/contract/terms.ts'
import { counted, notCounted, scoreRange } from '../../pipeline/contract/wording.ts'
import { COLUMNS, fitted, prose, width, wrapped } from '../terminal/columns.ts'
import { percent, plain, range, SIMULATED } from '../terminal/output.ts'

const BAR = 20
const RIVALS = 8
const SOURCES = 6
const FIXES = 3
const NAME = 26
const DOMAIN = 36

/** A finished report in 80 columns: the score, each engine, rivals, sources, and what to do first. */
export function reportText(report: Report): string {
  const parts = [
    headOf(report),
    scoreOf(report),
    enginesOf(report),
    ledgerOf(report),
    ...(report.answersCounted === 0 ? [] : [saidOf(report), rivalsOf(report), sourcesOf(report), fixesOf(report)]),
    footOf(report),
  ]
  return `${parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`
}

/** The first lines of every report. */
export function headOf(report: Omit<Report, 'url'>): string[] {
  const { completedAt, createdAt, simulated, plan, status } = report
  const at = completedAt === null ? `started ${momentName(createdAt)}` : momentName(completedAt)
  return [
    ...prose(`${report.brand} (${report.domain}), ${report.category}${inMarket(report)}`),
    `${plan} report, ${status}, ${at}`,
    ...(simulated ? [SIMULATED] : []),
  ]
}

function scoreOf(report: Report): string[] {
  const { status, error, overallScore, overallScoreInterval, engines, questions, answersCounted, brand } = report
  if (status === 'FAILED') return prose(`It failed: ${error ?? 'it did not finish.'}`)
  if (overallScore === null) return []
  const known = overallScoreInterval === null ? '' : ` (${scoreRange(overallScoreInterval)})`
  const rated = counted(engines.filter(({ runsTotal }) => runsTotal > 0).length, 'engine')
  const answered = questions.filter((question) => question.answers.some(isCounted)).length
  const answers = `${counted(answersCounted, 'counted answer')} to ${counted(answered, 'question')}`
  return prose(
    `Score ${overallScore.toFixed(1)} of 100${known}: how often ${rated} named ${brand} in ${answers}, each engine weighted equally.`,
  )
}

function enginesOf({ engines, enginesSkipped }: Report): string[] {
  if (engines.length + enginesSkipped.length === 0) return []
  const name = Math.max(...[...engines, ...enginesSkipped].map(({ engine }) => engine.length))
  const times = Math.max(0, ...engines.map((row) => ofTotal(row).length))
  const rows = [...engines, ...enginesSkipped].map((row) => {
    if ('reason' in row) return indented(row.engine.padEnd(name + 2), `skipped: ${row.reason}`)
    const begin = `${row.engine.padEnd(name)}  ${ofTotal(row).padStart(times)}  `
    return row.runsTotal === 0 ? [`${begin}nothing to score`] : [`${begin}${rateOf(row)}`]
  })
  const note = engines.some(({ interval }) => interval !== undefined)
  return [...rows.flat(), ...(note ? ['95 % intervals, for other buyer questions of this category.'] : [])]
}

function ofTotal({ runsMentioned, runsTotal }: ReportEngine): string {
  return `${runsMentioned} of ${runsTotal}`
}

function rateOf({ runsMentioned, runsTotal, interval }: ReportEngine): string {
  const rate = runsMentioned / runsTotal
  return `${bar(rate)}  ${percent(rate).padStart(7)}${interval === undefined ? '' : `  ${range(interval)}`}`
}

/** A rate in 0..1 as a bar, empty only for 0 and full only for 1. */
function bar(rate: number): string {
  const full = rate > 0 && rate < 1 ? Math.min(BAR - 1, Math.max(1, Math.round(rate * BAR))) : rate * BAR
  return '█'.repeat(full) + '░'.repeat(BAR - full)
}

/** The planned answers of each engine that are in no rate. */
function ledgerOf({ ledger }: Report): string[] {
  const rows = ledger.flatMap((row) => {
    // An engine that was skipped entirely is listed above, with its reason.
    const problems = notCounted(row.counted + row.noAnswer > 0 ? row : { ...row, skipped: 0 })
    return problems === '' ? [] : indented(`  ${row.engine}: `, `of ${row.planned} planned ${problems}`)
  })
  return rows.length === 0 ? [] : ['Counted nowhere, neither for nor against:', ...rows]
}

function saidOf({ brand, said }: Report): string[] {
  const sentence = saidSentence(said)
  return sentence === undefined ? [] : prose(`What answers say of ${brand}: ${sentence}`)
}

function rivalsOf({ competitors, answersCounted }: Report): string[] {
  const of = counted(answersCounted, 'counted answer')
  if (competitors.length === 0) return [`No other brand was named in ${of}.`]
  const rows = competitors.slice(0, RIVALS).flatMap(({ name, mentions, answers, share, interval, said }) => {
    const times = `${mentions} of ${answers}`.padStart(`${answersCounted} of ${answersCounted}`.length)
    const row = `  ${fitted(plain(name), NAME)}  ${times}  ${percent(share).padStart(7)}  ${range(interval)}`
    return [row, ...[saidInWords(said) ?? []].flat().map((words) => `    ${words}`)]
  })
  return [`Who else was named in ${of}:`, ...rows, ...more(competitors.length - RIVALS)]
}

function sourcesOf({ sources, answersCounted }: Report): string[] {
  const of = counted(answersCounted, 'counted answer')
  if (sources.length === 0) return [`No page was cited in ${of}.`]
  const rows = sources.slice(0, SOURCES).map(({ domain, answers, kind }) => {
    const times = `${answers} of ${answersCounted}`.padStart(`${answersCounted} of ${answersCounted}`.length)
    return `  ${fitted(plain(domain), DOMAIN)}  ${times}  ${kind}`
  })
  return [`Sources cited in ${of}:`, ...rows, ...more(sources.length - SOURCES)]
}

function more(count: number): string[] {
  return count > 0 ? [`  and ${count} more`] : []
}

function fixesOf({ actionPlan }: Report): string[] {
  if (actionPlan.length === 0) return []
  const rows = actionPlan.slice(0, FIXES).flatMap(fix)
  const rest = actionPlan.length - FIXES
  return ['Do first:', ...rows, ...(rest > 0 ? [`   and ${rest} more in the report`] : [])]
}

function fix({ title, why, effort, evidence }: Action, index: number): string[] {
  return [
    ...indented(`${index + 1}. `, title),
    ...indented('   ', `Effort ${effort}. ${why}`),
    ...evidence.flatMap((sentence) => indented('   - ', sentence)),
  ]
}

function footOf({ slug, url, status, method }: Report): string[] {
  return [
    ...(method === null ? [] : methodNotes(method).flatMap(prose)),
    `Every answer: ${url}`,
    '              (while ./svc serve runs)',
    ...(status === 'COMPLETE' ? [`Its kit:      ./svc report kit ${slug} --out kit`] : []),
  ]
}

/** Untrusted text, wrapped and indented behind a first column. */
function indented(begin: string, text: string): string[] {
  const room = COLUMNS - width(begin)
  return wrapped(plain(text), room).map((line, at) => (at === 0 ? begin : ' '.repeat(width(begin))) + line)
}
