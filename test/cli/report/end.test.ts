import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { FrozenReport } from '../../../pipeline/contract/report.ts'
import { reportSummary } from '../../../pipeline/render/kit.ts'
import { openStore } from '../../../pipeline/store/driver/open.ts'
import { endReport, insertReport } from '../../../pipeline/store/report/reports.ts'
import { newReport } from '../../support/job.ts'
import { svc } from '../../support/process/svc.ts'
import { frozenReport } from '../../support/reports.ts'
import { freshFolder } from '../../support/store/store.ts'

const SLUG = 'd0ne0000000000000000aa'

/** A store with a complete report, and `report resume` of it, which only shows what has ended. */
async function shelf(changed: Partial<FrozenReport> = {}) {
  const cwd = freshFolder()
  const db = await openStore(join(cwd, 'data', 'svc.db'), 0)
  await insertReport(db, newReport({ slug: SLUG }), 0)
  await endReport(db, SLUG, { error: null, body: frozenReport({ slug: SLUG, ...changed }) }, 0)
  await insertReport(db, newReport({ slug: 'failed' }), 0)
  await endReport(db, 'failed', { error: 'No engine answered.', body: null }, 0)
  await db.destroy()
  return { cwd, resume: (...args: string[]) => svc(['report', 'resume', ...args], { cwd }) }
}

test.each([
  ['0', 0, 'not below the threshold of 0.0 %'],
  ['0.4', 0, 'not below the threshold of 40.0 %'],
  ['.401', 1, 'below the threshold of 40.1 %'],
  ['1', 1, 'below the threshold of 100.0 %'],
])('4 of 10 against a bound of %s exits with %d, and says both', async (bound, code, verdict) => {
  const { resume } = await shelf()
  const ended = await resume(SLUG, '--fail-under', bound, '--json')
  expect(ended.code).toBe(code)
  expect(JSON.parse(ended.out).report.slug).toBe(SLUG)
  expect(ended.err).toBe(
    `Acme is named in 4 of 10 counted answers, 40.0 % (95 % for other questions: 10.0–80.0 %): ${verdict}.\n`,
  )
})

test('without a bound nothing is said of one, and simulated answers say so', async () => {
  const { resume } = await shelf({ simulated: true })
  expect(await resume(SLUG)).toMatchObject({ code: 0, err: '' })
  expect((await resume(SLUG, '--fail-under', '0.1')).err).toMatch(/^SIMULATED: Acme is named in 4 of 10 /)
})

test('a report frozen before rates were pooled is held against the bound by its counts', async () => {
  const { cwd, resume } = await shelf()
  const db = await openStore(join(cwd, 'data', 'svc.db'), 0)
  const { pooled: _, ...earlier } = frozenReport({ slug: SLUG })
  await db
    .updateTable('reports')
    .set({ body: JSON.stringify(earlier) })
    .where('slug', '=', SLUG)
    .execute()
  await db.destroy()
  const ended = await resume(SLUG, '--fail-under', '0.5', '--summary', 'summary.md')
  expect(ended).toMatchObject({
    code: 1,
    err: 'Acme is named in 4 of 10 counted answers, 40.0 %: below the threshold of 50.0 %.\n',
  })
  expect(readFileSync(join(cwd, 'summary.md'), 'utf8')).toContain('| ChatGPT (OpenAI) | 2 of 6 |')
})

test('a report that failed fails whatever the bound, and has no summary', async () => {
  const { cwd, resume } = await shelf()
  const ended = await resume('failed', '--fail-under', '0', '--summary', 'summary.md')
  expect(ended).toMatchObject({ code: 1, err: 'The report failed: No engine answered. Start another one.\n' })
  expect(() => readFileSync(join(cwd, 'summary.md'))).toThrow()
})

test('the summary is added to its file: n of m, the intervals, the date, and the engines that did not run', async () => {
  const { cwd, resume } = await shelf()
  await resume(SLUG, '--summary', 'summary.md')
  await resume(SLUG, '--summary', 'summary.md', '--fail-under', '0.5')
  const text = readFileSync(join(cwd, 'summary.md'), 'utf8')
  expect(text.match(/^# Acme is named in 4 of 10 counted answers$/gm)).toHaveLength(2)
  expect(text.match(/^Acme is named in 4 of 10 .* below the threshold of 50\.0 %\.$/gm)).toHaveLength(1)
  expect(text).toContain(
    'Snapshot of 20 November 2026, 12:03 UTC, completedAt 2026-11-20T12:03:04.567Z: 10 of 18 planned',
  )
  expect(text).toContain('| All together | 4 of 10 | 40 % | 10–80 % | 20–70 % |')
  expect(text).toContain('| Gemini | did not run: no key | – | – | – |')
})

test('what a report says of itself is no markup in the summary', () => {
  const text = reportSummary(frozenReport({ brand: '<b>|x|</b>', category: '[a](javascript:b)' }), '<i>**under**')
  expect(text).toContain('\\<b\\>\\|x\\|\\</b\\>')
  expect(text).toContain('\\[a\\](javascript:b)')
  expect(text).toContain('\\<i\\>\\*\\*under\\*\\*')
})

test.each([
  ['a bound that is no share', ['--fail-under', '20'], 2, 'Give a share from 0 to 1, such as 0.2.'],
  [
    'a summary that cannot be written',
    ['--summary', 'folder'],
    1,
    'The summary could not be written; `./svc report resume',
  ],
])('%s is one sentence', async (_, args, code, sentence) => {
  const { cwd, resume } = await shelf()
  mkdirSync(join(cwd, 'folder'))
  expect(await resume(SLUG, ...args)).toMatchObject({ code, err: expect.stringContaining(sentence) })
})
