import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findMarker } from '../support/marker.ts'
import { svc } from '../support/process/svc.ts'
import { freshDatabase, freshFolder } from '../support/store/store.ts'

test('a simulated month from the first command to the page shows the password nowhere', async () => {
  const cwd = freshFolder()
  const database = await freshDatabase()
  const { password } = new URL(database)
  const env = { SVC_DATABASE: database }
  writeFileSync(join(cwd, 'categories.yaml'), 'categories:\n  - slug: crm\n    category: CRM software\n')
  const run = ['rankings', 'run', '--categories', 'categories.yaml', '--month', '2026-11', '--simulate', '--json']
  const ran = await svc(run, { cwd, env })
  expect({ code: ran.code, err: ran.code === 0 ? '' : ran.err }).toEqual({ code: 0, err: '' })
  const shown = JSON.parse((await svc(['rankings', 'show', 'crm', '--json'], { cwd, env })).out)
  expect(shown.ranking).toMatchObject({ slug: 'crm', simulated: true, version: 1 })
  const page = readFileSync(join(cwd, 'data/site/rankings/crm/index.html'), 'utf8')
  expect(page).toContain(`${shown.ranking.brands[0].mentions} of ${shown.ranking.answersCounted}`)
  expect(readdirSync(cwd).sort()).toEqual(['categories.yaml', 'data'])
  expect(ran.out + ran.err).not.toContain(password)
  expect(findMarker(cwd, password)).toEqual([])
})

test('the demo runs in a database of its own, and shows its address without the password', async () => {
  const cwd = freshFolder()
  const database = await freshDatabase()
  const { password } = new URL(database)
  const demo = ['demo', '--no-serve', '--database', database, '--dir', 'demo']
  const made = await svc(demo, { cwd })
  expect({ code: made.code, err: made.code === 0 ? '' : made.err }).toEqual({ code: 0, err: '' })
  expect(made.out).toContain('--database "$SVC_DATABASE"')
  expect(made.out + made.err).not.toContain(password)
  const again = await svc([...demo.slice(0, -1), 'another'], { cwd })
  expect(again).toMatchObject({ code: 2, out: '', err: expect.stringContaining('needs an empty store') })
}, 60_000)

test('a backup names the tool for it and writes nothing', async () => {
  const cwd = freshFolder()
  const database = await freshDatabase()
  const refused = await svc(['store', 'backup', 'copy.db', '--database', database], { cwd })
  expect(refused).toMatchObject({ code: 1, out: '' })
  expect(refused.err).toMatch(/^A store on PostgreSQL is backed up with pg_dump, .*docs\/running\.md.*\.\n$/)
  expect(readFileSync(new URL('../../docs/running.md', import.meta.url), 'utf8')).toContain(
    'pg_dump --format=custom --exclude-table-data=sealed_keys --exclude-table-data=wrapped_keys',
  )
  expect(readdirSync(cwd)).toEqual([])
})
