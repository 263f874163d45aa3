import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { buildKit } from '../../../pipeline/render/kit.ts'
import { openStore, type Store } from '../../../pipeline/store/driver/open.ts'
import { endReport, frozenReport, insertReport } from '../../../pipeline/store/report/reports.ts'
import { listReports, publicReport } from '../../../pipeline/store/report/views.ts'
import { madeReport } from '../../report/over-time/made.ts'
import { newReport } from '../../support/job.ts'
import { svc } from '../../support/process/svc.ts'
import { frozenReport as frozen } from '../../support/reports.ts'
import { folderWithStore, freshFolder } from '../../support/store/store.ts'

const SITE = 'https://site.example'
const DONE = 'd0ne0000000000000000aa'
const OPEN = 'open0000000000000000aa'

/** A store with a complete report that a customer paid and a free one that waits. */
async function shelf() {
  const cwd = freshFolder()
  const inStore = async <Result>(act: (db: Store) => Promise<Result>): Promise<Result> => {
    const db = await openStore(join(cwd, 'data', 'svc.db'), 0)
    return act(db).finally(() => db.destroy())
  }
  await inStore(async (db) => {
    await insertReport(db, newReport({ slug: DONE, funding: 'CREDITS', brand: 'Acme' }), 1_000)
    await endReport(db, DONE, { error: null, body: frozen({ slug: DONE }) }, 2_000)
    await insertReport(
      db,
      newReport({ slug: OPEN, simulated: true, brand: '\u001b[2JRidgeloom of a long name' }),
      3_000,
    )
  })
  const run = (...args: string[]) => svc(['report', ...args], { cwd, env: { SVC_SITE_URL: SITE } })
  return { cwd, inStore, run }
}

test('the list has every report, newest first, in the shape of the API and in 80 columns', async () => {
  const { inStore, run } = await shelf()
  const { reports } = JSON.parse((await run('list', '--json')).out)
  expect(reports).toEqual((await inStore((db) => listReports(db, undefined, SITE, { limit: 9 })))?.reports)
  expect(reports.map(({ slug }: { slug: string }) => slug)).toEqual([OPEN, DONE])
  const { out } = await run('list')
  expect(out).not.toContain('\u001b')
  const lines = out.trimEnd().split('\n')
  expect(lines[1]).toMatch(new RegExp(`^${OPEN} .*PENDING.*–.*Ridgel.*…  SIMULATED$`))
  expect(lines[2]).toMatch(new RegExp(`^${DONE} .*COMPLETE +41\\.7 +Acme$`))
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(80)
})

test('the list comes a page at a time, and says how to get the next', async () => {
  const { run } = await shelf()
  const first = await run('list', '--limit', '1')
  expect(first.out).toContain(OPEN)
  expect(first.out).not.toContain(DONE)
  expect(first.err).toBe(`There are more: --after ${OPEN} lists the next.\n`)
  expect(JSON.parse((await run('list', '--limit', '1', '--json')).out)).toMatchObject({ next: OPEN })
  const second = JSON.parse((await run('list', '--limit', '1', '--after', OPEN, '--json')).out)
  expect(second).toEqual({ reports: [expect.objectContaining({ slug: DONE })] })
  expect((await run('list', '--after', DONE)).out).toBe('There is no report after that one.\n')
  expect(await run('list', '--after', 'x')).toMatchObject({ code: 1, err: expect.stringContaining('No report has') })
})

test('one report is shown as the API gives it, as a summary and as CSV', async () => {
  const { inStore, run } = await shelf()
  const { report } = JSON.parse((await run('show', DONE, '--json')).out)
  expect(report).toEqual(await inStore((db) => publicReport(db, DONE, SITE)))
  expect((await run('show', DONE)).out).toContain('Score 41.7 of 100')
  expect((await run('show', DONE, '--csv')).out.split('\n')).toHaveLength(14)
})

test('a report that is not complete says how far it is', async () => {
  const { run } = await shelf()
  const shown = await run('show', OPEN)
  expect([shown.code, shown.err]).toEqual([0, ''])
  expect(shown.out).toContain('0 of 24 answers are stored so far.')
  expect(shown.out).toContain(`./svc report resume ${OPEN} --simulate`)
  expect(JSON.parse((await run('show', OPEN, '--json')).out).report).toMatchObject({ status: 'PENDING', engines: [] })
  const csv = await run('show', OPEN, '--csv')
  expect([csv.code, csv.out, csv.err]).toEqual([1, '', expect.stringContaining('The report is PENDING')])
})

test('the kit of any complete report is written; its own files are replaced and no others', async () => {
  const { cwd, inStore, run } = await shelf()
  writeFileSync(join(cwd, 'notes.md'), 'mine')
  writeFileSync(join(cwd, '02-named-instead.md'), 'old')
  const json = await run('kit', DONE, '--out', '.', '--json')
  const body = await inStore((db) => frozenReport(db, DONE))
  if (body === undefined) throw new Error('not frozen')
  const kit = buildKit(body)
  expect(JSON.parse(json.out)).toEqual({ kit })
  for (const { path, content } of kit.files) expect(readFileSync(join(cwd, path), 'utf8')).toBe(content)
  expect(readFileSync(join(cwd, 'notes.md'), 'utf8')).toBe('mine')
  const text = await run('kit', DONE, '--out', 'deep/er')
  expect(text.out).toBe(kit.files.map(({ path }) => `${join('deep/er', path)}\n`).join(''))
  expect(readdirSync(join(cwd, 'deep/er')).toSorted()).toEqual(kit.files.map(({ path }) => path))
})

test.each([
  ['show nowhere', 'No report has this slug'],
  ['kit nowhere --out kit', 'No report has this slug'],
  [`kit ${OPEN} --out kit`, 'The report is PENDING, so it has no kit'],
  [`kit ${DONE} --out data/svc.db`, 'The kit could not be written'],
  [`kit ${DONE} --out data/svc.db/kit`, 'The kit could not be written'],
  [`kit ${DONE} --out /proc/kit/deep`, 'The kit could not be written'],
])('%s gives one sentence and exit code 1', async (line, sentence) => {
  const { run } = await shelf()
  const { code, out, err } = await run(...line.split(' '))
  expect([code, out, err.trim().split('\n').length]).toEqual([1, '', 1])
  expect(err).toContain(sentence)
})

test.each(['', ' '])(
  'an empty folder name, given as "%s", is refused and not taken for the current folder',
  async (out) => {
    const { cwd, run } = await shelf()
    const before = readdirSync(cwd)
    const { code, err } = await run('kit', DONE, '--out', out)
    expect([code, err]).toEqual([2, expect.stringContaining('Name a folder.')])
    expect((await run('resume', DONE, '--kit', out)).code).toBe(2)
    expect(
      (await run('run', '--domain', 'a.example', '--category', 'c', '--description', 'd', '--kit', out)).code,
    ).toBe(2)
    expect(readdirSync(cwd)).toEqual(before)
  },
)

test('an empty store says how a report is made', async () => {
  const cwd = await folderWithStore()
  expect((await svc(['report', 'list'], { cwd })).out).toContain('./svc report run')
  expect(JSON.parse((await svc(['report', 'list', '--json'], { cwd })).out)).toEqual({ reports: [] })
})

test('two reports are compared in 80 columns and in the shape of the API, and those that can’t be are refused', async () => {
  const { inStore, run } = await shelf()
  const other = 'other000000000000000aa'
  await inStore(async (db) => {
    const product = { domain: 'acme.example', brand: 'Acme', aliases: [] }
    for (const [slug, day, questions] of [
      [other, '2026-10-20', 2],
      ['third000000000000000aa', '2026-11-20', 9],
    ] as const) {
      await insertReport(db, newReport({ slug, ...product }), 1_000)
      const body = madeReport(slug, day, ({ question }) => (question < questions ? ['Acme', 'Bolt'] : ['Bolt']))
      await endReport(db, slug, { error: null, body }, Date.parse(day))
    }
  })
  const { code, out } = await run('compare', 'third000000000000000aa', other)
  expect(code).toBe(0)
  expect(out).toMatch(/^Acme +12 of 60 +54 of 60 +\+70\.0 +\+\d\S* to \+\d\S* +up$/m)
  expect(out).toContain('1 of 2 brands compared moved.')
  expect(out).toMatch(/^2026-10-20 +QUICK +12 of 60 +20\.0 %/m)
  for (const line of out.split('\n')) expect(line.length).toBeLessThanOrEqual(80)
  const { comparison } = JSON.parse((await run('compare', other, 'third000000000000000aa', '--json')).out)
  expect(comparison).toMatchObject({ before: { slug: other }, history: [{ slug: other }, {}] })
  expect(await run('compare', other, 'x')).toMatchObject({ code: 1, err: expect.stringContaining('No report has') })
  expect(await run('compare', other, OPEN)).toMatchObject({ code: 1, err: expect.stringContaining('Only complete') })
})
