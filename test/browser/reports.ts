import type { FrozenReport } from '../../pipeline/contract/report.ts'
import { ENGINES } from '../../pipeline/contract/terms.ts'
import { pageStyleSource, renderMissingPage, renderReportPage } from '../../pipeline/render/page.ts'
import { rewrite } from '../render/hostile.ts'
import { frozenReport } from '../support/reports.ts'
import { type Served, SITE_URL } from './browser.ts'

const HOSTILE = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '"><svg onload=alert(1)>',
  "' onmouseover='alert(1)",
  '</title></style><script>alert(1)</script>',
  '\u202eturned round',
  `Unbroken${'x'.repeat(300)}`,
  '最好的是北极星🚀',
  'الأفضل هو',
  '\u0000\u001b[2J\ud800',
]

const shown = (report: FrozenReport) => renderReportPage({ ...report, url: `${SITE_URL}/r/slug` })
const nothing = { engines: [], competitors: [], sources: [], actionPlan: [], questions: [], ledger: [] }
const hostile = (changed: Partial<FrozenReport> = {}) =>
  rewrite(frozenReport({ simulated: true, ...changed }), (text, index) => `${text} ${HOSTILE[index % HOSTILE.length]}`)
const failed = {
  ...hostile({ status: 'FAILED', error: 'No engine gave an answer that could be counted.' }),
  url: `${SITE_URL}/r/slug`,
}
const running = { ...hostile(nothing), status: 'RUNNING', completedAt: null, url: `${SITE_URL}/r/slug` } as const

/** A DEEP report with long texts everywhere. */
function largest(): FrozenReport {
  const report = frozenReport()
  const [question, action, rival, engine] = [
    report.questions[0],
    report.actionPlan[0],
    report.competitors[0],
    report.engines[0],
  ]
  if (!question || !action || !rival || !engine) throw new Error('the report has one of each')
  const text =
    'Which of the leading products for CRM suits a company with offices in several countries and a sales team at home?'
  const times = <Item>(count: number, make: (index: number) => Item) =>
    Array.from({ length: count }, (_, at) => make(at))
  return {
    ...report,
    simulated: true,
    plan: 'DEEP',
    brand: 'Überlange Markenbezeichnung mit sehr vielen Wörtern GmbH & Co. KG aus dem Süden',
    category: 'برامج إدارة علاقات العملاء للشركات الصغيرة',
    engines: ENGINES.map((name) => ({
      ...engine,
      engine: name,
      model: 'a-model-2026-11-05-preview, another-model-2026',
    })),
    competitors: times(60, (at) => ({ ...rival, name: `Brand ${at}` })),
    actionPlan: times(16, () => ({ ...action, title: `Answer the question “${text}” on a page of your own` })),
    questions: times(20, (index) => ({
      ...question,
      ...{ index, text },
      answers: ENGINES.flatMap((name) =>
        question.answers.slice(0, 1).flatMap((one) => times(5, (run) => ({ ...one, engine: name, run }))),
      ),
    })),
    ledger: ENGINES.map((name) => ({
      ...{ engine: name, planned: 100, counted: 90, noAnswer: 5, failed: 5, skipped: 0 },
      failures: [{ kind: 'TIMEOUT', count: 5, words: 'timeout' }],
    })),
  }
}

/** A report's page in every state, by what it is. */
export const REPORTS: Readonly<Record<string, string>> = {
  complete: shown(frozenReport()),
  hostile: shown(hostile()),
  failed: renderReportPage(failed, { credit: 'returned' }),
  running: renderReportPage(running, { progress: { answersStored: 71, answersPlanned: 180 } }),
  missing: renderMissingPage(),
  largest: shown(largest()),
}

/** Gives them as `/r/<name>`. */
export const servedReports: Served = {
  policy: `default-src 'none'; style-src ${pageStyleSource()}; form-action 'none'; base-uri 'none'`,
  read: async (pathname) => {
    const body = REPORTS[pathname.replace('/r/', '')]
    return body === undefined ? undefined : { body, contentType: 'text/html; charset=utf-8' }
  },
}
