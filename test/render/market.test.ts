import { expect, test } from 'vitest'
import { reportCsv } from '../../cli/report/csv.ts'
import { headOf } from '../../cli/report/text.ts'
import { buildKit } from '../../pipeline/render/kit.ts'
import { renderReportPage } from '../../pipeline/render/page.ts'
import { frozenReport } from '../support/reports.ts'

const german = frozenReport({ country: 'DE', language: 'de' })
const url = 'https://www.example/r/slug'
const seen = (html: string) => html.replaceAll(/<[^>]*>/g, '').replaceAll(/\s+/g, ' ')

test('a report of another market says so on its page, in its kit, its CSV and the terminal', () => {
  const html = renderReportPage({ ...german, url })
  expect(seen(html)).toContain('about CRM software in Germany, asked in German')
  expect(seen(html)).toContain('as from Germany, in German')
  expect(seen(html)).toContain('Country and language Germany, German')
  expect(html).toContain('<bdi lang="de">')
  expect(html).toContain('dir="auto" lang="de"')
  for (const { content } of buildKit(german).files)
    expect(content).toContain('in the category CRM software in Germany, asked in German.')
  expect(reportCsv({ ...german, url }).split('\n')[1]).toContain(',DE,de,')
  expect(headOf(german)[0]).toContain('CRM software in Germany, asked in German')
})

test('one of the United States in English reads as it did, and its CSV names both', () => {
  const report = frozenReport()
  const html = renderReportPage({ ...report, url })
  expect(seen(html)).not.toContain('asked in English')
  expect(html).not.toContain(' lang="en"><')
  for (const { content } of buildKit(report).files) expect(content).toContain('in the category CRM software.')
  expect(reportCsv({ ...report, url }).split('\n')[1]).toContain(',US,en,')
})
