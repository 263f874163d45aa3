import { createHash } from 'node:crypto'
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from 'hyparquet'
import { expect, test } from 'vitest'
import { createParquet } from '../../cli/export/parquet.ts'
import { TABLES } from '../../pipeline/export/tables.ts'
import { openStore } from '../../pipeline/store/driver/open.ts'
import { endReport, insertReport } from '../../pipeline/store/report/reports.ts'
import { newReport } from '../support/job.ts'
import { startSvc, svc } from '../support/process/svc.ts'
import { frozenRanking, publish } from '../support/rankings.ts'
import { frozenReport } from '../support/reports.ts'
import { freezeEarlier } from '../support/store/earlier.ts'
import { folderWithStore, freshFolder } from '../support/store/store.ts'

const NAMES = Object.keys(TABLES)
const REPORT = frozenReport().slug
const EVIL = ['=1+1', '+1', '-1', '@a', '\t=1', ' =1', '\u001b=1']

/** A folder with a store: two months of a ranking, the later one in two versions, another ranking, and a complete report. */
async function shelf() {
  const cwd = freshFolder()
  const db = await openStore(join(cwd, 'data', 'svc.db'), 0)
  await publish(db, frozenRanking())
  await publish(db, frozenRanking({ month: '2026-11' }))
  await publish(db, frozenRanking({ month: '2026-11', version: 2, checkedAt: '2026-11-03T08:30:00.000Z' }))
  await publish(db, frozenRanking({ slug: 'pens', category: 'pens', simulated: true, month: '2026-11' }))
  await insertReport(db, newReport({ slug: REPORT, brand: 'Acme', funding: 'CREDITS' }), 0)
  await endReport(db, REPORT, { error: null, body: frozenReport() }, 0)
  await insertReport(db, newReport({ slug: 'waiting' }), 0)
  await db.destroy()
  const run = (...args: string[]) => svc(['export', ...args], { cwd })
  const csv = (table: string, dir = 'out') => records(readFileSync(join(cwd, dir, `${table}.csv`), 'utf8'))
  const parquet = async (table: string) =>
    parquetReadObjects({ file: await asyncBufferFromFile(join(cwd, 'out', `${table}.parquet`)) })
  return { cwd, run, csv, parquet }
}

/** The records of a CSV file, by its header; each is one line. */
function records(text: string): Record<string, string>[] {
  const lines = text.trimEnd().split('\n').map(cells)
  const [head = [], ...rows] = lines
  return rows.map((row) => {
    expect(row).toHaveLength(head.length)
    return Object.fromEntries(head.map((name, at) => [name, row[at] ?? '']))
  })
}

function cells(line: string): string[] {
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    ([, quoted, bare = '']) => quoted?.replaceAll('""', '"') ?? bare,
  )
}

/** A value as CSV has it. */
function asCsv(value: unknown): string {
  if (value instanceof Date) return value.toISOString().replace(/\.\d+/, '')
  return value === null ? '' : String(value)
}

test('the newest version of every month is exported, and no report; the JSON says which files', async () => {
  const { cwd, run, csv } = await shelf()
  const { code, out, err } = await run('--csv', 'out', '--json')
  expect(code).toBe(0)
  expect(JSON.parse(out)).toEqual({
    export: {
      ...{ dir: 'out', format: 'csv', simulated: true },
      tables: NAMES.map((name) => ({ name, file: `${name}.csv`, rows: csv(name).length })),
    },
  })
  expect(err).toBe('SIMULATED: made-up answers in 1 of 3 surveys; nothing may be concluded from them.\n')
  expect(readdirSync(join(cwd, 'out')).sort()).toEqual(
    [...NAMES.map((name) => `${name}.csv`), 'datapackage.json'].sort(),
  )
  const surveys = (table: string) => [
    ...new Set(csv(table).map((row) => `${row.survey} v${row.version} ${row.simulated}`)),
  ]
  for (const table of NAMES)
    expect(surveys(table)).toEqual([
      'rankings/crm-software/2026-10 v1 false',
      'rankings/crm-software/2026-11 v2 false',
      'rankings/pens/2026-11 v1 true',
    ])
  expect(csv('answers')[0]).toMatchObject({ checkedAt: '2026-10-02T08:30:00Z', state: 'counted', grounded: 'true' })
})

test.each([
  [['crm-software'], ['rankings/crm-software/2026-10', 'rankings/crm-software/2026-11']],
  [['--month', '2026-10'], ['rankings/crm-software/2026-10']],
  [[REPORT], [`reports/${REPORT}`]],
  [
    ['pens', REPORT],
    ['rankings/pens/2026-11', `reports/${REPORT}`],
  ],
  [
    ['pens', '--reports'],
    ['rankings/pens/2026-11', `reports/${REPORT}`],
  ],
  [
    ['--month', '2026-10', '--reports'],
    ['rankings/crm-software/2026-10', `reports/${REPORT}`],
  ],
])('%j exports %j', async (args, surveys) => {
  const { run, csv } = await shelf()
  expect(await run(...args, '--csv', 'out')).toMatchObject({ code: 0 })
  expect([...new Set(csv('ledger').map(({ survey }) => survey))]).toEqual(surveys)
})

test('Parquet has the same rows as CSV, with types, and nothing where there is nothing', async () => {
  const { run, csv, parquet } = await shelf()
  await run('--csv', 'out', '--reports')
  await run('--parquet', 'out', '--reports')
  for (const name of NAMES) {
    const typed = await parquet(name)
    expect(typed.length).toBeGreaterThan(0)
    expect(typed.map((row) => Object.entries(row).map(([column, value]) => [column, asCsv(value)]))).toEqual(
      csv(name).map(Object.entries),
    )
  }
  const [answer] = await parquet('answers')
  expect(answer).toMatchObject({
    version: 1,
    question: 0,
    simulated: false,
    checkedAt: new Date('2026-10-02T08:30:00Z'),
  })
  expect((await parquet('brands'))[0]).toMatchObject({ mentions: 3, answers: 3, share: 1, low: 0.1, changeFrom: null })
})

test.each(EVIL)('%j is no formula in a cell of CSV, and stands in Parquet as it came', async (evil) => {
  const { cwd, run, csv, parquet } = await shelf()
  const [answer] = frozenRanking().answers
  const [brand] = frozenRanking().brands
  if (answer === undefined || brand === undefined) throw new Error('no answer')
  const evidence = [{ brand: evil, start: 0, end: evil.length, rule: evil }]
  const citations = [{ url: evil, title: evil, domain: evil }]
  const db = await openStore(join(cwd, 'data', 'svc.db'), 0)
  await publish(
    db,
    frozenRanking({
      ...{ slug: 'evil', category: evil, prompts: [evil] },
      answers: [{ ...answer, text: evil, model: evil, brands: [evil], evidence, citations }],
      brands: [{ ...brand, name: evil, domain: evil }],
    }),
  )
  await db.destroy()
  await run('evil', '--csv', 'out')
  await run('evil', '--parquet', 'out')
  const texts = {
    answers: ['category', 'questionText', 'model', 'text'],
    mentions: ['category', 'brand', 'domain', 'spelling', 'rule'],
    sources: ['category', 'url', 'title', 'domain'],
    brands: ['category', 'brand', 'domain'],
  }
  for (const [table, columns] of Object.entries(texts)) {
    const [row] = csv(table)
    const [typed] = await parquet(table)
    for (const column of columns) {
      expect([table, column, row?.[column]]).toEqual([table, column, expect.stringMatching(/^'[=+\-@]/)])
      expect([table, column, typed?.[column]]).toEqual([table, column, evil])
    }
  }
})

test('a negative number is a number in CSV', async () => {
  const { cwd, run, csv } = await shelf()
  const change = { from: 0.5, to: 0.2, points: -0.3, interval: { low: -0.5, high: -0.1 }, moved: true, leftOut: [] }
  const db = await openStore(join(cwd, 'data', 'svc.db'), 0)
  const brands = frozenRanking().brands.map((brand) => ({ ...brand, change }))
  await publish(db, frozenRanking({ slug: 'moved', brands }))
  await db.destroy()
  await run('moved', '--csv', 'out')
  expect(csv('brands')[0]).toMatchObject({ changePoints: '-0.3', changeLow: '-0.5', changeHigh: '-0.1', moved: 'true' })
})

test('the CSV keeps to what Looker Studio takes: UTF-8 without a mark, a header of plain names, a row a line, no file too large', async () => {
  const { cwd, run } = await shelf()
  const db = await openStore(join(cwd, 'data', 'svc.db'), 0)
  const [answer, ...others] = frozenRanking().answers
  if (answer === undefined) throw new Error('no answer')
  const text = 'Acme, “first”:\r\n- "quick", 便利\u2028and\u0085more\n'
  await publish(db, frozenRanking({ slug: 'odd', answers: [{ ...answer, text }, ...others] }))
  await db.destroy()
  await run('--csv', 'out', '--reports')
  for (const name of NAMES) {
    const bytes = readFileSync(join(cwd, 'out', `${name}.csv`))
    expect(bytes.subarray(0, 3).toString('hex')).not.toBe('efbbbf')
    const lines = new TextDecoder('utf-8', { fatal: true })
      .decode(bytes)
      .trimEnd()
      .split(/[\r\n\u0085\u2028\u2029]/)
    const [head = [], ...rows] = lines.map(cells)
    for (const column of head) expect(column).toMatch(/^[A-Za-z_]\w{0,127}$/)
    expect(new Set(head).size).toBe(head.length)
    for (const row of rows) expect(row).toHaveLength(head.length)
    expect(bytes.length).toBeLessThan(100_000_000)
  }
})

test('the written schema lists the columns of each file in their order, their types, and what leads where', async () => {
  const { cwd, run, csv } = await shelf()
  await run('--csv', 'out')
  const { resources } = JSON.parse(readFileSync(join(cwd, 'out', 'datapackage.json'), 'utf8'))
  expect(resources.map(({ path }: { path: string }) => path)).toEqual(NAMES.map((name) => `${name}.csv`))
  for (const { name, schema, encoding } of resources) {
    expect(encoding).toBe('utf-8')
    const fields: { name: string; type: string; constraints?: object }[] = schema.fields
    expect(fields.map((field) => field.name)).toEqual(Object.keys(csv(name)[0] ?? {}))
    for (const row of csv(name))
      for (const { name: column, type, constraints } of fields) {
        const value = row[column] ?? ''
        if (value === '') expect([name, column, constraints]).toEqual([name, column, undefined])
        else expect([name, column, value]).toEqual([name, column, expect.stringMatching(FORMS[type] ?? /none/)])
      }
  }
  const { foreignKeys } = resources.find(({ name }: { name: string }) => name === 'mentions').schema
  const answer = ['survey', 'question', 'engine', 'run']
  expect(foreignKeys[0]).toEqual({ fields: answer, reference: { resource: 'answers', fields: answer } })
  await run('--parquet', 'out')
  const parquet = JSON.parse(readFileSync(join(cwd, 'out', 'datapackage.json'), 'utf8'))
  expect(parquet.resources[0]).toMatchObject({ path: 'answers.parquet', format: 'parquet' })
})

/** What the Table Schema standard takes for each type. */
const FORMS: Readonly<Record<string, RegExp>> = {
  string: /./,
  integer: /^-?\d+$/,
  number: /^-?\d+(\.\d+)?(e-?\d+)?$/,
  boolean: /^(true|false)$/,
  datetime: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/,
}

test('a Parquet file has a row group for each part of its text, and one without rows has its columns', async () => {
  const path = join(freshFolder(), 'a.parquet')
  const columns = {
    text: ['string', 'a text'],
    at: ['integer', 'n', 'none'],
  } as const
  const rows = Array.from({ length: 10 }, (_, at) => ({ text: 'ten letter', at: at % 2 === 0 ? at : null }))
  const file = await createParquet(path, columns, 30)
  for (const row of rows) await file.append([row])
  await file.close()
  const buffer = await asyncBufferFromFile(path)
  expect((await parquetMetadataAsync(buffer)).row_groups.map((group) => Number(group.num_rows))).toEqual([3, 3, 3, 1])
  expect(await parquetReadObjects({ file: buffer })).toEqual(rows)
  await (await createParquet(path, columns)).close()
  const { schema, num_rows } = await parquetMetadataAsync(await asyncBufferFromFile(path))
  expect(schema.slice(1)).toMatchObject([
    { name: 'text', repetition_type: 'REQUIRED' },
    { name: 'at', repetition_type: 'OPTIONAL' },
  ])
  expect(Number(num_rows)).toBe(0)
})

test('an export replaces the files of an earlier one and nothing else, with the same bytes for the same store', async () => {
  const { cwd, run } = await shelf()
  mkdirSync(join(cwd, 'out'))
  writeFileSync(join(cwd, 'out', 'notes.txt'), 'mine')
  const digests = () =>
    readdirSync(join(cwd, 'out')).map((name) => [
      name,
      createHash('sha256')
        .update(readFileSync(join(cwd, 'out', name)))
        .digest('hex'),
    ])
  for (const format of ['--csv', '--parquet']) await run(format, 'out', '--reports')
  const first = digests()
  for (const format of ['--csv', '--parquet']) await run(format, 'out', '--reports')
  expect(digests()).toEqual(first)
  expect(first).toHaveLength(2 * NAMES.length + 2)
  expect(readFileSync(join(cwd, 'out', 'notes.txt'), 'utf8')).toBe('mine')
})

test('an export that fails half-way leaves the earlier one as it was', async () => {
  const { cwd, run } = await shelf()
  await run('--csv', 'out')
  const before = readFileSync(join(cwd, 'out', 'answers.csv'), 'utf8')
  const db = await openStore(join(cwd, 'data', 'svc.db'), 0)
  await db.updateTable('rankings').set({ body: '{' }).where('slug', '=', 'pens').execute()
  await db.destroy()
  const failed = await run('--csv', 'out')
  expect(failed.code).toBe(1)
  expect(readFileSync(join(cwd, 'out', 'answers.csv'), 'utf8')).toBe(before)
  expect(readdirSync(join(cwd, 'out')).filter((name) => name.endsWith('.part'))).toEqual([])
})

test('a killed export leaves the earlier tables whole, and the next one removes what it left', async () => {
  const { cwd, run } = await shelf()
  const out = join(cwd, 'out')
  const here = () => readdirSync(out)
  const parts = () => here().filter((name) => name.endsWith('.part'))
  await run('--csv', 'out')
  const before = here().map((name) => [name, readFileSync(join(out, name), 'utf8')])
  const db = await openStore(join(cwd, 'data', 'svc.db'), 0)
  const [answer] = frozenRanking().answers
  if (answer === undefined) throw new Error('no answer')
  const answers = Array.from({ length: 4_000 }, (_, run) => ({ ...answer, run, text: answer.text.padEnd(2_000, '.') }))
  for (const month of ['2026-05', '2026-06', '2026-07', '2026-08', '2026-09'])
    await publish(db, frozenRanking({ slug: 'large', month, answers }))
  await db.destroy()
  const { child, ended } = startSvc(['export', '--csv', 'out'], { cwd })
  await expect.poll(parts, { interval: 2, timeout: 20_000 }).not.toEqual([])
  child.kill('SIGKILL')
  await ended
  expect(parts().length).toBeGreaterThan(0)
  for (const [name = '', text] of before) expect(readFileSync(join(out, name), 'utf8')).toBe(text)

  // These are another export's under way, as this process is, and somebody's own.
  const others = [`answers.parquet.${process.pid}.part`, 'notes.1.part', 'answers.csv.part']
  for (const name of others) writeFileSync(join(out, name), 'mine')
  expect(await run('--csv', 'out')).toMatchObject({ code: 0 })
  expect(parts().toSorted()).toEqual(others.toSorted())
  expect(records(readFileSync(join(out, 'answers.csv'), 'utf8')).length).toBeGreaterThan(5 * answers.length)
}, 60_000)

test('what an earlier version froze is exported, with nothing where it did not say', async () => {
  const cwd = freshFolder()
  const db = await openStore(join(cwd, 'data', 'svc.db'), 0)
  await freezeEarlier(db)
  await db.destroy()
  expect(await svc(['export', '--csv', 'out', '--reports'], { cwd })).toMatchObject({ code: 0, err: '' })
  const [acme] = records(readFileSync(join(cwd, 'out', 'brands.csv'), 'utf8'))
  expect(acme).toMatchObject({ brand: 'Acme', mentions: '3', answers: '3', rankFrom: '', changePoints: '0.5' })
})

test('the store is only read', async () => {
  const { cwd, run } = await shelf()
  const file = join(cwd, 'data', 'svc.db')
  const before = readFileSync(file)
  chmodSync(file, 0o400)
  expect(await run('--csv', 'out')).toMatchObject({ code: 0 })
  expect(readFileSync(file).equals(before)).toBe(true)
})

test.each([
  ['neither format', [], 2, 'Give --parquet DIR or --csv DIR.'],
  ['both formats', ['--csv', 'a', '--parquet', 'b'], 2, 'cannot be used with'],
  ['an empty folder', ['--csv', ''], 2, 'Name a folder.'],
  ['an unknown slug', ['pens', 'pencils', '--csv', 'out'], 1, 'Nothing is published under pencils, and no report'],
  ['a report that waits', ['waiting', '--csv', 'out'], 1, 'no report of that name is complete'],
  [
    'a month without the category',
    ['pens', '--month', '2026-10', '--csv', 'out'],
    1,
    'Nothing is published for 2026-10 under pens,',
  ],
  [
    'a month without any',
    ['--month', '2026-09', '--csv', 'out'],
    1,
    'Nothing is published for 2026-09 that could be exported',
  ],
  ['a folder that is a file', ['--csv', 'data/svc.db'], 1, 'The export could not be written; choose a writable folder'],
])('%s is one sentence and an exit code, and nothing is written', async (_, args, code, sentence) => {
  const { cwd, run } = await shelf()
  const ended = await run(...args)
  expect(ended).toMatchObject({ code, out: '', err: expect.stringContaining(sentence) })
  expect(ended.err.trim().split('\n')).toHaveLength(1)
  expect(readdirSync(cwd)).toEqual(['data'])
})

test('a store without anything published, and none at all, are a sentence each', async () => {
  const empty = await svc(['export', '--csv', 'out'], { cwd: await folderWithStore() })
  expect(empty).toMatchObject({ code: 1, err: expect.stringContaining('`./svc rankings run` publishes a month') })
  const cwd = freshFolder()
  const none = await svc(['export', '--csv', 'out'], { cwd })
  expect(none).toMatchObject({ code: 1, err: 'There is no store yet; check SVC_DATABASE or --database.\n' })
  expect(readdirSync(cwd)).toEqual([])
  writeFileSync(join(cwd, 'other.db'), '')
  expect(await svc(['export', '--csv', 'out', '--database', 'other.db'], { cwd })).toEqual({ ...none, out: '' })
})
