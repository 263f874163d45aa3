import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createParts, htmlViews } from '../../templates/parts.ts'
import { momentName } from '../contract/dates.ts'
import type { Report, ReportAnswer, ReportFunding, ReportProgress } from '../contract/report.ts'
import type { EngineName } from '../contract/terms.ts'
import { isCounted } from '../contract/terms.ts'
import { counted, methodNotes, scoreRange } from '../contract/wording.ts'

const TEMPLATES = join(import.meta.dirname, '../../templates')
const FOLDER = join(TEMPLATES, 'page')
/** The style shared with the site, and that of these pages. */
const STYLES = [
  ...['base', 'parts', 'figures'].map((name) => join(TEMPLATES, `styles/${name}.css`)),
  join(FOLDER, 'page.css'),
]
const REFRESH_SECONDS = 30

/** Reads each template once, at its first use. */
const templates = htmlViews(FOLDER)
const part = createParts(TEMPLATES)

/** The wording of each funding. */
const FUNDINGS: Readonly<Record<ReportFunding, string>> = {
  CREDITS: 'paid with a credit',
  BYOK: 'on the customer’s own provider keys',
  FREE: 'started by the operator',
}

/**
 * The page of a report as an HTML document that loads and runs nothing: the frozen report, or its failure; before its end a
 * page that reloads itself and shows the progress, if given.
 */
export function renderReportPage(report: Report, progress?: ReportProgress['progress']): string {
  if (report.status === 'PENDING' || report.status === 'RUNNING')
    return render('progress', { ...shared(report), progress, refreshSeconds: REFRESH_SECONDS })
  return render('report', { ...shared(report), sections: sectionsOf(report) })
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
  return templates.render(`./${template}`, { ...view, style: readStyle() })
}

function shared(report: Report) {
  const scored = report.questions.flatMap(({ index, answers }) =>
    answers.filter(isCounted).map((answer) => ({ ...answer, question: index })),
  )
  return {
    report,
    funding: FUNDINGS[report.funding],
    ownCited: report.sources.some((source) => source.own),
    /** The counted answers, of all engines or of one, that name a wanted brand. */
    naming: (wanted: (brand: ReportAnswer['brands'][number]) => boolean, engine?: EngineName) =>
      scored.filter((answer) => (engine === undefined || answer.engine === engine) && answer.brands.some(wanted)),
    part,
    position: (average: number | null) => average?.toFixed(2) ?? '–',
    counted,
    isCounted,
    methodNotes,
    momentName,
    scoreRange,
  }
}

/** The non-empty sections; the id of each is its template's name. */
function sectionsOf(report: Report): [id: string, title: string][] {
  const all: [id: string, title: string, rows: readonly unknown[]][] = [
    ['engines', 'Named, by engine', report.engines],
    ['competitors', 'Who else is named', report.competitors],
    ['actions', 'What to do', report.actionPlan],
    ['sources', 'Sources cited', report.sources],
    ['ledger', 'Ledger of answers', report.ledger],
    ['answers', 'Questions and answers', report.questions],
  ]
  return all.filter(([, , rows]) => rows.length > 0).map(([id, title]) => [id, title])
}
