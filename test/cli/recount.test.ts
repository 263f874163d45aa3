import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runReport } from '../../pipeline/report/run.ts'
import { openStore } from '../../pipeline/store/driver/open.ts'
import { newestVersion } from '../../pipeline/store/ranking/rankings.ts'
import { makeRuling } from '../../pipeline/store/ranking/rulings.ts'
import { jobScope, queueReport } from '../support/job.ts'
import { ranMonth } from '../support/month.ts'
import { svc } from '../support/process/svc.ts'
import { replacedBodies } from '../support/reports.ts'
import { folderWithStore, freshFolder } from '../support/store/store.ts'
import { said, scriptedEngine } from '../support/vendors/scripted-engine.ts'

const CRM = { slug: 'crm', category: 'CRM software', questions: ['Which CRM is best?', 'Which CRM is cheap?'] }
const PENS = { slug: 'pens', category: 'fountain pens', questions: ['Which pen is best?'] }

/** A folder with two months of a category, one of another and a complete report, and `svc` in it. */
async function office() {
  const cwd = freshFolder()
  const db = await openStore(join(cwd, 'svc.db'), 0)
  const engine = () => scriptedEngine('OPENAI', () => said('1. **Ridgeloom** - good\n2. **Pacewell** - cheap'))
  await ranMonth(db, [CRM], { engines: [engine()], month: '2026-10' })
  await ranMonth(db, [CRM, PENS], { engines: [engine()] })
  const slug = await queueReport(db, { engines: ['OPENAI'] })
  await runReport(jobScope(db, { engines: [engine()] }), slug)
  onTestFinished(() => db.destroy())
  const ignore = (name: string) => makeRuling(db, 'crm', { kind: 'ignore', name }, () => ({ ends: [], makes: true }), 0)
  const run = (...args: string[]) => svc([...args, '--database', 'svc.db'], { cwd })
  const json = async (...args: string[]) => {
    const { code, out } = await run('answers', 'recount', ...args, '--json')
    expect(code).toBe(0)
    return JSON.parse(out)
  }
  return { db, run, json, ignore, slug }
}

test('says what would change and changes nothing, then publishes it, and then nothing changes', async () => {
  const { db, run, json, ignore, slug } = await office()
  expect(await json('--dry-run')).toEqual({ dryRun: true, counted: 4, changed: [] })
  expect((await run('answers', 'recount')).out).toBe("Today's rules and rulings change nothing in 4 of 4.\n")
  await ignore('Pacewell')

  const dry = await json('--dry-run')
  const ruling = { kind: 'ignore', name: 'Pacewell' }
  const shared = { simulated: false, detector: { from: expect.any(String), to: expect.any(String) }, rulings: [ruling] }
  const brands = (from: number) => [{ brand: 'Pacewell', product: false, from, to: 0, of: from }]
  const ranking = { ...shared, kind: 'ranking', slug: 'crm', version: { from: 1, to: 2 }, brands: brands(4) }
  expect(dry).toEqual({
    dryRun: true,
    counted: 4,
    changed: [
      { ...ranking, month: '2026-10', fields: ['top', 'brands', 'answers', 'method'] },
      { ...ranking, month: '2026-11', fields: ['top', 'brands', 'answers', 'method'] },
      {
        ...shared,
        kind: 'report',
        slug,
        overallScore: { from: 100, to: 100 },
        brands: brands(8),
        fields: ['competitors', 'questions', 'method'],
      },
    ],
  })
  const words = (await run('answers', 'recount', '--dry-run', 'crm', slug)).out
  expect(words).toContain('crm, 2026-11: version 1, which would be followed by version 2\n')
  expect(words).toMatch(/Pacewell +4 of 4 +-> +0 of 4\n/)
  expect(words).toContain('“Pacewell” is not counted')
  expect(words).toContain("\nToday's rules and rulings change 3 of 3.\n")
  expect(words).toContain('Nothing was written')
  expect(await newestVersion(db, 'crm', '2026-11')).toMatchObject({ version: 1 })
  expect(await replacedBodies(db, slug)).toEqual([])

  const { out } = await run('answers', 'recount')
  expect(out).toContain('crm, 2026-11: version 1, which is followed by version 2\n')
  expect(out).toContain('`./svc site build`')
  const shown = await run('rankings', 'show', 'crm')
  expect(shown.out).toContain('version 2')
  expect(shown.out).toMatch(/Counted again on .* UTC/)
  expect(await json()).toEqual({ dryRun: false, counted: 4, changed: [] })
})

test('counts what the slugs and the month name, and nothing else', async () => {
  const { json, ignore, slug } = await office()
  await ignore('Pacewell')
  const of = async (...args: string[]) => {
    const { counted, changed } = await json('--dry-run', ...args)
    return [counted, changed.map((each: { slug: string; month?: string }) => each.month ?? each.slug)]
  }
  expect(await of('crm')).toEqual([2, ['2026-10', '2026-11']])
  expect(await of(slug)).toEqual([1, [slug]])
  expect(await of('--month', '2026-11')).toEqual([2, ['2026-11']])
  expect(await of('pens', '--month', '2026-11')).toEqual([1, []])
})

test.each([
  ['nothing has this slug', ['nothing'], 'No ranking is published and no report is complete under nothing'],
  ['the category has no such month', ['pens', '--month', '2026-10'], 'No ranking of 2026-10 is published under pens'],
])('says so where %s', async (_, args, sentence) => {
  const { run } = await office()
  const { code, err } = await run('answers', 'recount', ...args)
  expect(code).toBe(1)
  expect(err).toContain(sentence)
})

test('an empty store has nothing to count', async () => {
  const { code, out } = await svc(['answers', 'recount'], { cwd: await folderWithStore() })
  expect({ code, out }).toEqual({ code: 0, out: 'Nothing is published and no report is complete.\n' })
})
