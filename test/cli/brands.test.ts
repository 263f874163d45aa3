import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Ruling } from '../../pipeline/contract/terms.ts'
import { openStore } from '../../pipeline/store/driver/open.ts'
import { heldRulings, makeRuling } from '../../pipeline/store/ranking/rulings.ts'
import { svc } from '../support/process/svc.ts'
import { frozenRanking, publish } from '../support/rankings.ts'
import { freshFolder } from '../support/store/store.ts'

const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
const QUESTIONS = ['Which CRM is best?', 'Which CRM is cheap?']

/** A folder whose store has a published category and these rulings, `svc` in it, and the rulings that hold in its store. */
async function office(rulings: readonly Ruling[] = []) {
  const cwd = freshFolder()
  const db = await openStore(join(cwd, 'svc.db'), 0)
  onTestFinished(() => db.destroy())
  await publish(db, frozenRanking())
  for (const [at, ruling] of rulings.entries())
    await makeRuling(db, 'crm-software', ruling, () => ({ ends: [], makes: true }), at)
  const run = (...args: string[]) => svc(['brands', ...args, '--database', 'svc.db'], { cwd })
  const list = async () => JSON.parse((await run('list', 'crm-software', '--json')).out)
  const held = async () => (await heldRulings(db, 'crm-software')).map(({ ruling }) => ruling)
  return { run, list, held }
}

test('rulings are made, listed with their time, and replaced by later ones on the same name', async () => {
  const { run, list } = await office()
  expect((await run('list', 'crm-software')).out).toBe('There are no rulings on the names of crm-software.\n')
  const merged = await run('merge', 'crm-software', 'Bolt', 'Acme')
  expect(merged).toMatchObject({ code: 0, out: expect.stringContaining('“Bolt” counts as “Acme”') })
  expect(merged.err).toContain('`./svc answers recount --dry-run crm-software`')
  const aliased = await run('alias', 'crm-software', 'Acme', 'first choice', '--json')
  expect(JSON.parse(aliased.out)).toEqual({
    rulings: [
      { kind: 'merge', name: 'Bolt', into: 'Acme', madeAt: TIME },
      { kind: 'alias', name: 'Acme', spelling: 'first choice', madeAt: TIME },
    ],
  })
  await run('ignore', 'crm-software', 'first choice')
  await run('split', 'crm-software', 'BOLT')
  await run('split', 'crm-software', 'BOLT')
  expect(await list()).toEqual({
    rulings: [
      { kind: 'ignore', name: 'first choice', madeAt: TIME },
      { kind: 'split', name: 'BOLT', madeAt: TIME },
    ],
  })
  const { out } = await run('list', 'crm-software')
  expect(out).toContain('ignore  “first choice” is not counted')
  expect(out).toContain('split   “BOLT” is a brand of its own')
})

test('a name that no answer contains can still be ignored, with a warning', async () => {
  const { run, list } = await office()
  const { code, err } = await run('ignore', 'crm-software', 'Bollt')
  expect(code).toBe(0)
  expect(err).toContain('No published answer of crm-software contains “Bollt”')
  expect((await run('merge', 'crm-software', 'bolt', 'Acme')).err).not.toContain('contains')
  expect((await list()).rulings).toHaveLength(2)
})

test.each([
  ['a category that is not known', ['list', 'pens'], 1, 'No ranking was ever run for a category with this slug'],
  ['a ruling on one that is not known', ['ignore', 'pens', 'Ink'], 1, 'No ranking was ever run'],
  ['a merge of a name that no answer holds', ['merge', 'crm-software', 'Bollt', 'Acme'], 1, 'contains “Bollt”;'],
  ['a merge of two such names', ['merge', 'crm-software', 'Bollt', 'Acne'], 1, 'contains “Bollt” or “Acne”;'],
  ['a spelling that no answer holds', ['alias', 'crm-software', 'Acme', 'Akme'], 1, 'contains “Akme”;'],
  [
    'two spellings of one name',
    ['merge', 'crm-software', 'ACME', 'acme'],
    1,
    'already counted as spellings of one name',
  ],
  ['a name without a letter', ['ignore', 'crm-software', '***'], 2, 'needs a letter or a digit'],
  ['a name that is too long', ['ignore', 'crm-software', 'x'.repeat(81)], 2, 'one line of 1 to 80 characters'],
  ['a name that is left out', ['merge', 'crm-software', 'Bolt'], 2, "missing required argument 'into'"],
])('refuses %s in one sentence', async (_, args, code, sentence) => {
  const { run, held } = await office()
  const refused = await run(...args, '--json')
  expect(refused.code).toBe(code)
  expect(JSON.parse(refused.out).error).toContain(sentence)
  expect(refused.err.trim().split('\n')).toHaveLength(1)
  expect(await held()).toEqual([])
})

test('refuses a ruling that contradicts an existing one, and says how to end that one', async () => {
  const before: Ruling[] = [
    { kind: 'merge', name: 'Bolt', into: 'Acme' },
    { kind: 'alias', name: 'Bolt', spelling: 'first choice' },
    { kind: 'ignore', name: 'Startups' },
    { kind: 'ignore', name: "Bolt's desk" },
  ]
  const { run, held } = await office(before)
  const circle = await run('merge', 'crm-software', 'Acme', 'first choice')
  expect(circle.code).toBe(1)
  expect(circle.err).toBe(
    '“Bolt” counts as “Acme” by an existing ruling, which this one contradicts; end that one first with `./svc brands split crm-software Bolt`.\n',
  )
  expect((await run('merge', 'crm-software', 'Bolt', "Bolt's desk")).err).toContain(
    "`./svc brands split crm-software 'Bolt'\\''s desk'`.",
  )
  expect((await run('merge', 'crm-software', 'Acme', 'startups')).err).toContain(
    '“Startups” is not counted by an existing ruling',
  )
  expect(await held()).toEqual(before)
})

test('the next ranking follows the rulings, and says so', async () => {
  const cwd = freshFolder()
  const categories = { categories: [{ slug: 'crm', category: 'CRM software', questions: QUESTIONS }] }
  await writeFile(join(cwd, 'categories.yaml'), JSON.stringify(categories))
  const run = async (...args: string[]) => {
    const ended = await svc([...args, '--database', 'svc.db'], { cwd })
    expect(ended.code).toBe(0)
    return ended.out
  }
  const month = async (name: string) =>
    run(...['rankings', 'run', '--categories', 'categories.yaml', '--simulate', '--no-site', '--month', name])
  const show = async () => JSON.parse(await run('rankings', 'show', 'crm', '--json')).ranking
  await month('2026-10')
  expect(await run('brands', 'doubts', 'crm')).toMatch(/^SIMULATED: these answers are made up/)
  expect(JSON.parse(await run('brands', 'doubts', 'crm', '--json'))).toMatchObject({
    month: '2026-10',
    simulated: true,
  })
  const [first, second] = (await show()).brands
  await run('brands', 'ignore', 'crm', first.name)
  await month('2026-11')
  const ranking = await show()
  expect(ranking.brands.map(({ name }: { name: string }) => name)).not.toContain(first.name)
  expect(ranking.brands.map(({ name }: { name: string }) => name)).toContain(second.name)
  expect(ranking.method.rulings).toEqual([{ kind: 'ignore', name: first.name }])
  expect(await run('rankings', 'show', 'crm')).toContain(`By a person’s ruling “${first.name}” is not counted.\n`)
})
