import { expect, test } from 'vitest'
import { citationGaps } from '../../pipeline/render/gaps.ts'
import { frozenReport } from '../support/reports.ts'

test('finds the pages that are cited for rivals and never for the product, out of the answers that name only rivals', () => {
  const gaps = citationGaps(frozenReport())
  expect(gaps.answers).toBe(5)
  expect(gaps.channels.flatMap(({ pages }) => pages.map(({ url, answers }) => [url, answers]))).toEqual([
    ['https://forum.example/t/1', 2],
    ['https://forum.example/t/2', 1],
    ['https://magazine.example/best-crm', 1],
    ['https://reviews.example/other', 1],
    ['https://video.example/watch?v=1', 1],
  ])
})

test('ranks the domains of those pages by the answers that cite them, each answer once', () => {
  const { channels } = citationGaps(frozenReport())
  expect(
    channels.map(({ domain, kind, answers, engines, rivals }) => [domain, kind, answers, engines, rivals]),
  ).toEqual([
    ['forum.example', 'community', 3, ['OPENAI', 'ANTHROPIC'], ['Bolt', 'Crane']],
    ['magazine.example', 'editorial', 1, ['OPENAI'], ['Crane']],
    ['reviews.example', 'review', 1, ['OPENAI'], ['Bolt']],
    ['video.example', 'video', 1, ['OPENAI'], ['Bolt', 'Crane']],
  ])
})

test('counts an answer once for a domain of which it cites two pages', () => {
  const report = frozenReport()
  const answer = report.questions[2]?.answers[0]
  answer?.citations.push({ url: 'https://forum.example/t/3', domain: 'forum.example' })
  const [forum] = citationGaps(report).channels
  expect(forum).toMatchObject({ domain: 'forum.example', answers: 3 })
  expect(forum?.pages.map((page) => page.answers)).toEqual([2, 1, 1])
  expect(forum?.pages.at(-1)?.title).toBe('forum.example/t/3')
})

test('knows a page behind a redirect only by its domain', () => {
  const report = frozenReport()
  for (const [number, answer] of report.questions.flatMap((question) => question.answers).entries())
    answer.citations = [
      { url: `https://redirect.example/${number}`, title: 'blog.example', domain: 'blog.example' },
      { url: 'http://127.0.0.1/page', domain: null },
    ]
  expect(citationGaps(report).channels).toEqual([])

  for (const answer of report.questions.flatMap((question) => question.answers))
    if (answer.productNamed) answer.citations = []
  expect(citationGaps(report).channels).toMatchObject([
    { domain: 'blog.example', answers: 5, pages: [{ url: null, title: 'blog.example', answers: 5 }] },
  ])
})

test('takes neither a failed call nor an answer without anything to score into account', () => {
  const report = frozenReport()
  for (const answer of report.questions.flatMap((question) => question.answers))
    if (answer.failed || answer.noAnswer) {
      answer.brands = [{ name: 'Bolt', position: 1, product: false }]
      answer.citations = [{ url: 'https://forum.example/t/9', domain: 'forum.example' }]
    }
  expect(citationGaps(report)).toEqual(citationGaps(frozenReport()))
})

test('finds nothing where nothing was asked', () => {
  expect(citationGaps({ questions: [], sources: [] })).toEqual({ answers: 0, channels: [] })
})
