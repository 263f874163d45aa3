import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { FrozenReport, Report } from '../../pipeline/contract/report.ts'
import { buildKit } from '../../pipeline/render/kit.ts'
import { pageStyleSource, renderMissingPage, renderReportPage } from '../../pipeline/render/page.ts'
import type { Credit } from '../../pipeline/render/report-view.ts'
import { frozenReport } from '../support/reports.ts'
import { words } from './markup.ts'

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

describe('the page of a complete report', () => {
  const html = renderReportPage(shown())
  const text = words(html)

  test('shows every number §2.5.1', () => {
    for (const expected of [
      'Acme is named in 4 of 10 answers about CRM software (40\u00a0%; 10–80\u00a0% for other questions, 20–70\u00a0% for these questions again)',
      'Overall score 41.7 of 100, 95\u00a0% interval 12.3 to 73.4 for other questions:',
      'the 2 engines with a counted answer, each weighted equally, 100 × (2/6 + 2/4) ÷ 2.',
      '2 of 3 engines asked 3 questions put to ChatGPT (OpenAI) and Claude',
      '10 answers counted',
      '20 November 2026, 11:45 UTC',
      '20 November 2026, 12:03 UTC',
      'Quick: 4 questions, 2 times to each of 3 engines, paid with a credit',
      'ChatGPT (OpenAI) 2 of 6 33\u00a0%; 10–80\u00a0% for other questions; 20–70\u00a0% for these questions again',
      '2 of 3 1.50 model-1',
      'Claude 2 of 4 50\u00a0%',
      'Not asked, and counted nowhere: Gemini (no key).',
      'Bolt bolt.example 7 of 10 70\u00a0%; 10–80\u00a0% for other questions; 20–70\u00a0% for these questions again 1.14',
      'Crane crane.example 2 of 10 20\u00a0%',
      'Reviews cited in 4 of 10 answers Domain Cited in Citations By reviews.example 4 of 10 4 ChatGPT (OpenAI) and Claude',
      'The product’s own site cited in 2 of 10 answers',
      '5 of 10 counted answers name another brand and not Acme.',
      'forum.example community, by ChatGPT (OpenAI) and Claude 3 of 5 Bolt, Crane A page of forum.example, 2 of 5',
      'Acme is named in 0 of 4 counted answers to it, Bolt in 2 of 4.',
      'low effort',
      'Claude: of 6 planned, 1 failed (1 timeout), 1 without an answer to score.',
      'Gemini: of 6 planned, 6 not asked (no key).',
      'ChatGPT (OpenAI) 6 6 0 0 0',
      'Claude 6 4 1 1 0 1 timeout',
      'Gemini 6 0 0 0 6 no key',
      'All 18 10 1 1 6',
      'Counted by code.',
    ])
      expect(text).toContain(expected)
  })

  test('leads with the figure in which the product stands among the others', () => {
    const rows = [...html.matchAll(/<tr( class="own")?>\s*<th scope="row" class="name" title="(\w+)"/g)]
    expect(rows.map(([, own, name]) => [name, own !== undefined])).toEqual([
      ['Bolt', false],
      ['Acme', true],
      ['Crane', false],
    ])
    const order = [...html.matchAll(/<h2 id="(\w+)">/g)].map(([, id]) => id)
    expect(order).toEqual('rivals engines actions grid gaps sources kit ledger answers about'.split(' '))
  })

  test('has a square for every run, linked to its answer', () => {
    const squares = [...html.matchAll(/<a href="#([^"]+)"><title>(.*?)<\/title>/g)].map(([, id, title]) => [id, title])
    expect(squares).toHaveLength(12)
    expect(squares).toContainEqual(['q0-OPENAI-r0', 'Q1, ChatGPT (OpenAI), run 1: named'])
    expect(squares).toContainEqual(['q1-ANTHROPIC-r1', 'Q2, Claude, run 2: failed'])
    for (const [id] of squares) expect(html.split(` id="${id}"`)).toHaveLength(2)
    expect(text).toContain('2 not asked')
  })

  test('calls the engines and the plan as readers know them', () => {
    expect(text.slice(0, text.indexOf('Every answer as it came'))).not.toMatch(/OPENAI|ANTHROPIC|GEMINI|QUICK/)
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
    expect(text).toContain('product named in 2 of 3 counted answers, 4 runs, a question of the customer’s')
    expect(text).toContain('product named in 0 of 4 counted answers, 4 runs Q3')
    expect(text).toContain('call failed, counted nowhere The engine did not answer in time.')
    expect(text).toContain('no answer to score I cannot help with that.')
  })

  test('shows what answers say of the product, with a linked quote of each stance, and of rivals', () => {
    expect(text).toContain(
      'What answers say of Acme: Recommended in 2 of 4, advised against in 1 of 4: a language model’s judgement of 4 answers that name it.',
    )
    expect(text).toContain(
      'By a language model’s judgement recommended in 5 of 6, advised against in 0 of 6 answers that name it.',
    )
    const quotes = [...html.matchAll(/<blockquote dir="auto"><bdi>(.*?)<\/bdi>.*?<a href="#([^"]*)">(.*?)<\/a>/gs)]
    expect(quotes.map(([, quote, id, where]) => [quote, id, where])).toEqual([
      ['Pick Acme for a small team.', 'q0-OPENAI-r0', 'ChatGPT (OpenAI), Q1, run 1'],
      ['Avoid Acme if you grow.', 'q1-ANTHROPIC-r0', 'Claude, Q2, run 1'],
      ['Acme is the one to start with.', 'q0-ANTHROPIC-r0', 'Claude, Q1, run 1'],
    ])
    for (const [, , id] of quotes) expect(html).toContain(`<article class="answer" id="${id}"`)
    const { said: _, ...without } = shown()
    expect(renderReportPage({ ...without, competitors: [] })).not.toMatch(/<blockquote|model’s judgement/)
  })

  test('shows the searches behind each answer, and for each question how many answers share one', () => {
    expect(text).toContain('Looked for: “best CRM for small teams”, “CRM reviews”')
    expect(text).toContain(
      'out of the 2 counted answers whose engine reports its searches. best CRM for small teams ChatGPT (OpenAI), Claude 2 of 2 CRM reviews ChatGPT (OpenAI) 1 of 2',
    )
    expect(text.match(/Looked for:/g)).toHaveLength(2)
    expect(html.match(/<h4>What the engines looked for<\/h4>/g)).toHaveLength(1)
    const many = Array.from({ length: 7 }, (_, at) => `crm ${at}`)
    const [question] = shown().questions
    if (question === undefined) throw new TypeError('no question')
    const searches = many.map((query) => ({ query, answers: 1, of: 2, engines: ['GEMINI' as const] }))
    expect(words(renderReportPage(shown({ questions: [{ ...question, searches }] })))).toContain(
      'crm 4 Gemini 1 of 2 2 more searches crm 5 Gemini 1 of 2',
    )
  })

  test('marks every counted name, the product differently, and links each count to its answers', () => {
    const answers = shown().questions.flatMap((question) => question.answers)
    const inAnswers = html.slice(html.indexOf('<article'))
    const marks = [...inAnswers.matchAll(/<mark( class="product")?>\w+<\/mark>/g)]
    expect(marks).toHaveLength(answers.flatMap((answer) => answer.evidence).length)
    expect(marks.filter((mark) => mark[1] !== undefined)).toHaveLength(4)
    const traces = [...html.matchAll(/<a class="trace" href="#([^"]+)"/g)].map((match) => match[1] ?? '')
    expect(traces).toHaveLength(7 + 2)
    for (const id of traces) expect(html.split(` id="${id}"`)).toHaveLength(2)
  })

  test('says on demand by which rule each name counts', () => {
    expect(text).toContain(
      'Named, in order: 1.&nbsp;Acme, 2.&nbsp;Bolt Acme, written “Acme”, counts because rule “name”.',
    )
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
  expect(text).toContain('Google AI Overview 0 of 0 nothing to score 0 of 0 – m')
})

test('says whether the product’s own site is among the sources', () => {
  expect(words(renderReportPage(shown()))).toContain('The product’s own site is among them.')
  const others = frozenReport().sources.filter((source) => !source.own)
  expect(words(renderReportPage(shown({ sources: others })))).toContain('The product’s own site is not among them.')
})

test('only a simulated report says that it is simulated §1.5', () => {
  expect(words(renderReportPage(shown({ simulated: true })))).toContain('Simulated data.')
  expect(words(renderReportPage({ ...unfinished('RUNNING'), simulated: true }))).toContain('Simulated data.')
  expect(renderReportPage(shown())).not.toMatch(/simulated data/i)
})

test('a report under way shows its progress on a page that reloads itself', () => {
  const html = renderReportPage(unfinished('RUNNING'), { progress: { answersStored: 71, answersPlanned: 180 } })
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

test('the page says what became of the credit, and never that one was spent if none was', () => {
  const said = (changed: Partial<FrozenReport>, credit?: Credit) =>
    words(renderReportPage(shown(changed), credit && { credit }))
  const failed = { status: 'FAILED', error: 'why' } as const
  expect(said({}, 'spent')).toContain('One credit was spent on it.')
  expect(said(failed, 'returned')).toContain('This report failed. why Its credit is back in the balance.')
  expect(said(failed, 'held')).toContain('why Its credit is held until the operator has looked at it.')
  expect(said({ funding: 'BYOK' })).toContain('provider keys; no credit was spent.')
  expect(said({ funding: 'FREE' })).toContain('The operator started it; no credit was spent.')
})

test('the kit is on the page of a paid report that is complete, and on no other', () => {
  const html = renderReportPage(shown())
  const { files } = buildKit(frozenReport())
  for (const { path, content } of files) {
    expect(html).toContain(`<a href="https://www.example/r/slug/kit/${path}" download>`)
    for (const [, sentence = ''] of content.matchAll(/^(?:# |- First task: )(.*)$/gm))
      expect(words(html)).toContain(sentence)
  }
  expect(renderReportPage(shown({ funding: 'BYOK' }))).toContain('id="kit"')
  for (const other of [shown({ funding: 'FREE' }), shown({ status: 'FAILED', error: 'why' }), unfinished('RUNNING')])
    expect(renderReportPage(other)).not.toMatch(/id="kit"|\/kit\//)
})

test('a report of all the plan’s engines isn’t called partial', () => {
  const [first, second] = frozenReport().engines
  if (first === undefined || second === undefined) throw new Error('two engines ran')
  const whole = words(renderReportPage(shown({ engines: [first, second, { ...first, engine: 'GEMINI' }] })))
  expect(whole).not.toContain('engines asked')
})

test('a report frozen without the pooled rate counts it from its answers, and claims no interval', () => {
  const { pooled: _, ...earlier } = shown()
  const text = words(renderReportPage(earlier))
  expect(text).toContain('Acme is named in 4 of 10 answers about CRM software 2 of 3 engines asked')
})

test('printed, a page has its address and its date at the foot', () => {
  const [, foot = ''] =
    /<div class="print-foot" aria-hidden="true">(.*?)<\/div>/s.exec(renderReportPage(shown({ simulated: true }))) ?? []
  expect(foot).toContain('https://www.example/r/slug')
  expect(foot).toContain('20 November 2026, 12:03 UTC')
  expect(foot).toContain('Simulated data.')
})

test('an address without a report has a page that says so', () => {
  expect(words(renderMissingPage())).toContain('There is no such report')
})

test('an answer that is in no count is linked from none', () => {
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
