import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { rateWords } from '../../templates/figures/brands.ts'
import { createFigures } from '../../templates/figures/figures.ts'
import { formatAnswer } from '../../templates/format-answer.ts'
import { createParts, folded, htmlViews } from '../../templates/parts.ts'
import type { Comparison } from '../contract/comparison/comparison.ts'
import {
  pointsInWords,
  pointsRange,
  sideInWords,
  whatElseChanged,
  whatMoved,
} from '../contract/comparison/comparison-words.ts'
import { dayName, momentName, shortMonthName } from '../contract/dates.ts'
import { engineNames } from '../contract/headline.ts'
import { methodNotes } from '../contract/method-words.ts'
import type { Report, ReportAnswer, ReportProgress } from '../contract/report.ts'
import { saidInWords } from '../contract/said/said-words.ts'
import { isCounted } from '../contract/terms.ts'
import { webAddress } from '../contract/texts.ts'
import { changeVerdict, counted, percent, percents, scoreRange } from '../contract/wording.ts'
import { type Credit, reportView } from './report-view.ts'

const TEMPLATES = join(import.meta.dirname, '../../templates')
const FOLDER = join(TEMPLATES, 'page')
/** The styles shared with the site, those of these pages, and those for printing. */
const STYLES = ['base', 'tables', 'parts', 'figures', 'grid', 'print', 'page', 'page-print'].map((name) =>
  join(TEMPLATES, `styles/${name}.css`),
)
const REFRESH_SECONDS = 30
/** The rows of a long table that are open; the others are one click away. */
const OPEN_ROWS = 10
/** The number of fixes that fit on two printed pages; page-print.css leaves out the others. */
const PRINTED_ACTIONS = 5

const templates = htmlViews(FOLDER)
const WORDS = {
  part: createParts(TEMPLATES),
  figures: createFigures(TEMPLATES),
  folded,
  formatted: (markdown: string) => formatAnswer([{ text: markdown }], new Set()),
  position: (average: number | null) => average?.toFixed(2) ?? '–',
  openRows: OPEN_ROWS,
  changeVerdict,
  printedActions: PRINTED_ACTIONS,
  counted,
  dayName,
  engineNames,
  isCounted,
  methodNotes,
  momentName,
  percent,
  percents,
  pointsInWords,
  pointsRange,
  rateWords,
  saidInWords,
  scoreRange,
  shortMonthName,
  sideInWords,
  webAddress,
  whatElseChanged,
  whatMoved,
}

interface PageExtras {
  readonly progress?: ReportProgress['progress']
  readonly credit?: Credit
  readonly since?: Comparison
}

/**
 * The page of a report as an HTML document that loads and runs nothing: the frozen report, or its failure; before its end a
 * page that reloads itself and shows the progress, if given. `credit` is where the report's credit is, and `since` its
 * comparison with the product's previous report.
 */
export function renderReportPage(report: Report, { progress, credit = 'none', since }: PageExtras = {}): string {
  const view = reportView(report, credit)
  if (report.status === 'PENDING' || report.status === 'RUNNING')
    return render('progress', { ...view, progress, refreshSeconds: REFRESH_SECONDS })
  /** The counted answers that name a wanted brand. */
  const naming = (wanted: (brand: ReportAnswer['brands'][number]) => boolean) =>
    view.scored.filter((answer) => answer.brands.some(wanted))
  return render('report', { ...view, since, sections: sectionsOf(report, view.kit, since), naming })
}

/** The page for an address without a report. */
export function renderMissingPage(): string {
  return render('missing', {})
}

/** The style of these pages as a source for Content-Security-Policy's `style-src`. */
export function pageStyleSource(): string {
  return `'sha256-${createHash('sha256').update(readStyle()).digest('base64')}'`
}

let style: string | undefined
function readStyle(): string {
  style ??= STYLES.map((file) => readFileSync(file, 'utf8')).join('\n')
  return style
}

function render(template: string, view: object): string {
  return templates.render(`./${template}`, { ...WORDS, ...view, style: readStyle() })
}

interface Section {
  /** Also the name of its template. */
  readonly id: string
  readonly title: string
  /** Whether it is on the two pages that are printed. */
  readonly summary?: boolean
}

/** The sections that have something to show. */
function sectionsOf(report: Report, kit: readonly unknown[], since: Comparison | undefined): Section[] {
  const all: (Section & { readonly rows: readonly unknown[] })[] = [
    { id: 'rivals', title: 'Among the brands named', rows: report.engines, summary: true },
    { id: 'engines', title: 'By engine', rows: report.engines, summary: true },
    ...(since ? [{ id: 'since', title: `Since ${dayName(since.before.completedAt)}`, rows: since.brands }] : []),
    { id: 'actions', title: 'What to do', rows: report.actionPlan, summary: true },
    { id: 'grid', title: 'By question', rows: report.questions, summary: true },
    { id: 'gaps', title: 'Cited for others, not for it', rows: report.engines },
    { id: 'sources', title: 'Sources by kind', rows: report.sources },
    { id: 'kit', title: 'The kit', rows: kit },
    { id: 'ledger', title: 'Failures and credit', rows: report.ledger, summary: true },
    { id: 'answers', title: 'Questions and answers', rows: report.questions },
  ]
  return all.filter(({ rows }) => rows.length > 0)
}
