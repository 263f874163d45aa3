import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Comparison } from '../../pipeline/contract/comparison/comparison.ts'
import type { FrozenReport } from '../../pipeline/contract/report.ts'
import { renderReportPage } from '../../pipeline/render/page.ts'
import { compareReports } from '../../pipeline/report/over-time/compare.ts'
import { frozenReport } from '../support/reports.ts'
import { FORMATTED, faults } from './formatted.ts'
import { hostileText, rewrite } from './hostile.ts'
import { skeleton } from './markup.ts'

/** A file of the kit within a page, formatted or as it came. */
const KIT_FILE = /<(?:div class="answer formatted"|pre class="answer" dir="auto")>(.*?)<\/(?:div|pre)>\s*<\/details>/gs

/** A quote that is formatted. */
const QUOTE = /<blockquote class="formatted" dir="auto">(.*?)<\/blockquote>\s*<p class="quiet">/gs

/** A page without its formatted answers and quotes, which have only their own tags; an answer is also there as it came. */
function undressed(html: string): string {
  const answers = html.replace(FORMATTED, (_, formatted: string, verbatim: string) => {
    expect(faults(formatted)).toEqual([])
    return verbatim
  })
  return answers.replace(QUOTE, (_, formatted: string) => {
    expect(faults(formatted)).toEqual([])
    return '<blockquote dir="auto"><bdi></bdi></blockquote><p class="quiet">'
  })
}

/** The report beside an earlier one with other questions, models and spellings. */
function sinceEarlier(report: FrozenReport): Comparison {
  const questions = report.questions.map(({ text, answers, ...rest }, at) => ({
    ...{ ...rest, text: at === 0 ? `${text}?` : text },
    answers: answers.map((answer) =>
      answer.engine === 'OPENAI' ? { ...answer, model: `${answer.model}-old` } : answer,
    ),
  }))
  const earlier = {
    ...report,
    slug: 'earlier',
    completedAt: '2026-10-20T12:00:00.000Z',
    status: 'COMPLETE',
    questions,
  } as const
  const later = { ...report, status: 'COMPLETE' } as const
  const comparison = compareReports({ frozen: earlier, aliases: [] }, { frozen: later, aliases: [report.brand, 'x'] })
  if ('notComparable' in comparison) throw new Error(comparison.notComparable)
  const { before, after } = comparison
  const interval = { low: 0, high: 1 }
  return {
    ...comparison,
    history: [before, after].map((side) => ({ ...side, interval, intervalSameQuestions: interval, apart: false })),
  }
}

test('no outside text becomes markup', () => {
  const page = (report: FrozenReport) =>
    renderReportPage({ ...report, url: 'https://www.example/r/slug' }, { since: sinceEarlier(report) })
  const withoutKit = (html: string) => html.replaceAll(KIT_FILE, '</details>')
  for (const changed of [{}, { status: 'FAILED', error: 'why' } as const]) {
    const expected = skeleton(withoutKit(page(rewrite(frozenReport(changed), (text, index) => `${text}word${index}`))))
    fc.assert(
      fc.property(hostileText(), hostileText(), (before, after) => {
        // Evidence points into the answers' texts, so those keep their beginning.
        const html = page(rewrite(frozenReport(changed), (text, index) => `${text}${before}${index}${after}`))
        expect(html.isWellFormed()).toBe(true)
        expect(html).not.toMatch(/[^\P{Cc}\t\n\r]/u)
        expect(skeleton(withoutKit(undressed(html)))).toEqual(expected)
        for (const [, file = ''] of html.matchAll(KIT_FILE)) expect(faults(file)).toEqual([])
        for (const [, href = ''] of withoutKit(undressed(html)).matchAll(/href="([^"]*)"/g))
          expect(href).toMatch(/^(#[\w-]+$|https:\/\/[\w.]+\.example\/)/)
      }),
      { numRuns: 150 },
    )
  }
})
