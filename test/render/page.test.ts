import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { FrozenReport, Report } from '../../pipeline/contract/report.ts'
import { pageStyleSource, renderMissingPage, renderReportPage } from '../../pipeline/render/page.ts'
import { frozenReport } from '../support/reports.ts'
import { DRESSED, faults } from './dressed.ts'
import { hostileText, rewrite } from './hostile.ts'

/** A tag with its attributes; a quoted value may hold anything, `>` too. */
const TAG = /<(\/?[a-z!][^\s>]*)((?:"[^"]*"|[^">])*)>/gi

const shown = (changed: Partial<FrozenReport> = {}): Report => ({
  ...frozenReport(changed),
  url: 'https://www.example/r/slug',
})

/** A report before its end, as the store gives it. */
function unfinished(status: 'PENDING' | 'RUNNING'): Report {
  const nothing = { engines: [], enginesSkipped: [], competitors: [], sources: [], actionPlan: [], questions: [] }
  return shown({
    ...nothing,
    status,
    ledger: [],
    method: null,
    answersCounted: 0,
    overallScore: null,
    completedAt: null,
  })
}

/** A page without its dressed answers, each of which is the same as it came and has only its own tags. */
function undressed(html: string): string {
  return html.replace(DRESSED, (_, dressed: string, verbatim: string) => {
    expect(faults(dressed)).toEqual([])
    return verbatim
  })
}

/** What a reader sees of the body, with single spaces. */
function words(html: string): string {
  const body = html.slice(html.indexOf('<body>'))
  const plain = body.replace(TAG, (tag) => (/^<\/?(a|b|bdi|i|mark|time|span|strong)\b/.test(tag) ? '' : ' '))
  const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
  return plain.replace(/&(#?\w+);/g, (all, name: string) => named[name] ?? all).replace(/[ \n]+/g, ' ')
}

/** The markup of a page without texts: each tag with the names of its attributes, and what isn't from outside of their values. */
function skeleton(html: string): string[] {
  return [...html.matchAll(TAG)].map(([, tag = '', attributes = '']) => {
    const names = attributes
      .replace(/="[^"]*"/g, '')
      .trim()
      .split(/\s+/)
    return `${tag} ${names.join(' ')}`.trim()
  })
}

describe('the page of a complete report', () => {
  const html = renderReportPage(shown())
  const text = words(html)

  test('shows every number §2.5.1', () => {
    for (const expected of [
      'Overall score 41.7 of 100, 95\u00a0% interval 12.3 to 73.4',
      '3 questions, 10 answers counted',
      '20 November 2026, 11:45 UTC',
      '20 November 2026, 12:03 UTC',
      'QUICK, paid with a credit',
      'OPENAI 2 of 6 33\u00a0% 10–80\u00a0% for other questions 20–70\u00a0% for these questions again 2 of 3 1.50 model-1',
      'ANTHROPIC 2 of 4 50\u00a0%',
      'GEMINI (no key)',
      'Bolt bolt.example 7 of 10 70\u00a0% 10–80\u00a0% for other questions 20–70\u00a0% for these questions again 1.14',
      'Crane crane.example 2 of 10 20\u00a0%',
      'reviews.example review 4 of 10 4 ChatGPT (OpenAI), Claude',
      'acme.example the product’s own 2 of 10 2',
      'Acme is named in 0 of 4 counted answers to it, Bolt in 2 of 4.',
      'low effort',
      'ChatGPT (OpenAI) 6 6 0 0 0',
      'Claude 6 4 1 1 0',
      'Claude 6 4 1 1 0 1 timeout',
      'GEMINI 6 0 0 0 6 no key',
      'All 18 10 1 1 6',
      'Counted by code.',
    ])
      expect(text).toContain(expected)
  })

  test('says what a person ruled on the names, as text', () => {
    const rulings = [{ kind: 'ignore', name: '<b>Gmail</b>' } as const]
    const ruled = words(
      renderReportPage(
        shown({ method: { detector: '1', namesBy: 'rules', reader: null, unverified: 0, agreement: null, rulings } }),
      ),
    )
    expect(ruled).toContain('Counted by code. By a person’s ruling “<b>Gmail</b>” is not counted.')
    expect(text).not.toContain('ruling')
  })

  test('shows every question and every answer word for word, with what keeps it out of the counts', () => {
    for (const question of shown().questions) {
      expect(text).toContain(`Q${question.index + 1} ${question.text} `)
      for (const answer of question.answers) expect(text).toContain(answer.text)
    }
    expect(text).toContain('product named in 2 of 3 counted answers, 4 askings, a question of the customer’s')
    expect(text).toContain('product named in 0 of 4 counted answers, 4 askings Q3')
    expect(text).toContain('call failed, counted nowhere The engine did not answer in time.')
    expect(text).toContain('no answer to score I cannot help with that.')
  })

  test('marks every counted name, the product in a way of its own, and leads from each count to its answers', () => {
    const answers = shown().questions.flatMap((question) => question.answers)
    const inAnswers = html.slice(html.indexOf('<article'))
    const marks = [...inAnswers.matchAll(/<mark( class="product")?>\w+<\/mark>/g)]
    expect(marks).toHaveLength(answers.flatMap((answer) => answer.evidence).length)
    expect(marks.filter((mark) => mark[1] !== undefined)).toHaveLength(4)
    const traces = [...html.matchAll(/<a class="trace" href="#([^"]+)"/g)].map((match) => match[1] ?? '')
    expect(traces).toHaveLength(4 + 7 + 2)
    for (const id of traces) expect(html.split(` id="${id}"`)).toHaveLength(2)
  })

  test('says on demand by which rule each name counts', () => {
    expect(text).toContain('Named, in order: 1. Acme, 2. Bolt Acme, written “Acme”, counts because rule “name”.')
  })

  test('runs nothing, loads nothing, and links only to web pages and itself', () => {
    expect(html).not.toMatch(/<(script|iframe|img|object|embed|base|form|link)\b/i)
    expect(html.replace(/"[^"]*"/g, '""')).not.toMatch(/\s(on\w+|style|src|srcset|action)\s*=/i)
    expect(html).not.toMatch(/http-equiv/)
    expect(html).toContain('<meta name="robots" content="noindex">')
    for (const [, href = ''] of html.matchAll(/href="([^"]*)"/g))
      expect(href).toMatch(/^(#[\w-]+|https:\/\/[\w.]+\.example\/.*)$/)
  })

  test('has the one style that the policy allows', () => {
    const [, style = ''] = /<style>(.*?)<\/style>/s.exec(html) ?? []
    expect(style).toContain('body {')
    expect(pageStyleSource()).toBe(`'sha256-${createHash('sha256').update(style).digest('base64')}'`)
  })
})

test('an engine without a counted answer has no rate', () => {
  const none = { runsMentioned: 0, runsTotal: 0, promptsMentioned: 0, promptsTotal: 0, averagePosition: null }
  const text = words(renderReportPage(shown({ engines: [{ engine: 'AI_OVERVIEW', model: 'm', ...none }] })))
  expect(text).toContain('AI_OVERVIEW 0 of 0 nothing to score 0 of 0 – m')
})

test('says whether the product’s own site is among the sources', () => {
  expect(words(renderReportPage(shown()))).toContain('The product’s own site is among them.')
  const others = frozenReport().sources.filter((source) => !source.own)
  expect(words(renderReportPage(shown({ sources: others })))).toContain('The product’s own site is not among them.')
})

test('a simulated report says so, and only that §1.5', () => {
  expect(words(renderReportPage(shown({ simulated: true })))).toContain('Simulated data.')
  expect(words(renderReportPage({ ...unfinished('RUNNING'), simulated: true }))).toContain('Simulated data.')
  expect(renderReportPage(shown())).not.toMatch(/simulated data/i)
})

test('a report under way shows its progress on a page that reloads itself', () => {
  const html = renderReportPage(unfinished('RUNNING'), { answersStored: 71, answersPlanned: 180 })
  expect(html).toContain('<meta http-equiv="refresh" content="30">')
  expect(html).toContain('<progress value="71" max="180"')
  expect(words(html)).toContain('This report is running: the engines are being asked. 71 of 180 answers stored.')
})

test('a queued report says that it is queued', () => {
  const html = renderReportPage(unfinished('PENDING'))
  expect(html).toContain('<meta http-equiv="refresh" content="30">')
  expect(words(html)).toContain('This report is queued.')
})

test('a failed report says so and why, shows its results so far, and does not reload itself', () => {
  const error = 'No engine gave an answer that could be counted.'
  const nothing = { overallScore: null, engines: [], competitors: [], sources: [], actionPlan: [], answersCounted: 0 }
  const html = renderReportPage(shown({ ...nothing, status: 'FAILED', error }))
  expect(words(html)).toContain(`This report failed. ${error}`)
  expect(words(html)).toContain('Claude 6 4 1 1 0')
  expect(html).not.toMatch(/http-equiv|Overall score/)
  expect(words(renderReportPage(shown({ ...nothing, status: 'FAILED', error, questions: [], ledger: [] })))).toContain(
    error,
  )
})

test('an address without a report has a page that says so', () => {
  expect(words(renderMissingPage())).toContain('There is no such report')
})

test('no outside text becomes markup', () => {
  const page = (report: FrozenReport) => renderReportPage({ ...report, url: 'https://www.example/r/slug' })
  for (const changed of [{}, { status: 'FAILED', error: 'why' } as const]) {
    const expected = skeleton(page(rewrite(frozenReport(changed), (text, index) => `${text}word${index}`)))
    fc.assert(
      fc.property(hostileText(), hostileText(), (before, after) => {
        // Evidence points into the answers' texts, so those keep their beginning.
        const html = page(rewrite(frozenReport(changed), (text, index) => `${text}${before}${index}${after}`))
        expect(html.isWellFormed()).toBe(true)
        expect(html).not.toMatch(/[^\P{Cc}\t\n\r]/u)
        expect(skeleton(undressed(html))).toEqual(expected)
        for (const [, href = ''] of undressed(html).matchAll(/href="([^"]*)"/g))
          expect(href).toMatch(/^(#[\w-]+$|https:\/\/[\w.]+\.example\/)/)
      }),
      { numRuns: 150 },
    )
  }
})

test('an answer that is in no count is behind none', () => {
  const report = shown()
  const traces = (of: Report) => [...renderReportPage(of).matchAll(/class="trace" href="[^"]*"/g)].map(String)
  const before = traces(report)
  for (const answer of report.questions.flatMap((question) => question.answers))
    if (answer.failed || answer.noAnswer) answer.brands = [{ name: 'Acme', position: 1, product: true }]
  expect(traces(report)).toEqual(before)
})

test('what may not be linked is shown as text', () => {
  const report = shown()
  const answer = report.questions[0]?.answers[0]
  if (answer !== undefined)
    answer.citations = [
      { url: 'javascript:alert(3)', title: 'Click me', domain: null },
      { url: 'data:text/html,<script>alert(4)</script>', domain: null },
      { url: 'https://a.example/b c', domain: 'a.example' },
    ]
  const html = renderReportPage(report)
  expect(html).not.toMatch(/href="(javascript|data):/i)
  expect(html).toContain('href="https://a.example/b%20c"')
  expect(words(html)).toContain('Click me (javascript:alert(3)) no domain')
  expect(words(html)).toContain('data:text/html,<script>alert(4)</script> no domain')
})
