import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freshFolder } from '../support/store.ts'
import { startSvc, svc } from '../support/svc.ts'
import { startVendorServer } from '../support/vendor-server.ts'

const RUN = ['rankings', 'run', '--categories', 'categories.yaml', '--month', '2026-11', '--no-site']

function folderWith(yaml: string): string {
  const cwd = freshFolder()
  writeFileSync(join(cwd, 'categories.yaml'), yaml)
  return cwd
}

const TWO_QUESTIONS = `categories:
  - slug: shoes
    category: trail shoes
    questions: [Which trail shoes are best?, Which trail shoes are cheap?]
`

test('a simulated month from the first command to the page, the API shape and the CSV', async () => {
  const cwd = folderWith('categories:\n  - slug: crm\n    category: CRM software\n')
  const run = await svc([...RUN.slice(0, -1), '--simulate', '--json'], { cwd })
  expect({ code: run.code, err: run.code === 0 ? '' : run.err }).toEqual({ code: 0, err: '' })
  expect(JSON.parse(run.out)).toMatchObject({
    month: '2026-11',
    simulated: true,
    calls: 180,
    unknown: 0,
    cost: { usd: 0 },
    stopped: null,
    categories: [{ slug: 'crm' }],
  })
  expect(existsSync(join(cwd, 'data/site/rankings/crm/index.html'))).toBe(true)

  const shown = JSON.parse((await svc(['rankings', 'show', 'crm', '--json'], { cwd })).out)
  expect(shown.ranking).toMatchObject({ slug: 'crm', simulated: true, version: 1 })
  const text = await svc(['rankings', 'show', 'crm'], { cwd })
  expect(text.out).toContain('SIMULATED')
  const [first] = shown.ranking.brands
  expect(text.out).toContain(`${first.name}`)
  expect(text.out).toContain(`${first.mentions} of ${shown.ranking.answersCounted}`)
  const page = readFileSync(join(cwd, 'data/site/rankings/crm/index.html'), 'utf8').replaceAll(/<[^>]*>/g, ' ')
  for (const { name, mentions } of shown.ranking.brands) {
    expect(page).toContain(name.replaceAll('&', '&amp;').replaceAll("'", '&#39;'))
    expect(page).toContain(`${mentions} of ${shown.ranking.answersCounted}`)
  }
  const csv = await svc(['rankings', 'show', 'crm', '--csv'], { cwd })
  expect(csv.out.split('\n')[0]).toBe(
    'slug,month,simulated,tie,brand,domain,mentions,answers,low,high,lowSameQuestions,highSameQuestions,averagePosition,changeFrom,changeTo,moved',
  )
  expect(csv.out.trim().split('\n')).toHaveLength(shown.ranking.brands.length + 1)
  const list = JSON.parse((await svc(['rankings', 'list', '--json'], { cwd })).out)
  expect(list.rankings).toMatchObject([{ slug: 'crm', month: '2026-11', answers: shown.ranking.answersCounted }])
})

test('a dry run says calls, cost and time, and asks nothing', async () => {
  const cwd = folderWith(TWO_QUESTIONS)
  const server = await startVendorServer()
  const dry = await svc([...RUN, '--dry-run', '--json'], { cwd, env: server.env })
  expect(JSON.parse(dry.out)).toMatchObject({ calls: 36, stopped: null, categories: [{ slug: 'shoes' }] })
  expect(JSON.parse(dry.out).cost.usd).toBeGreaterThan(0.1)
  expect((await svc([...RUN, '--dry-run'], { cwd, env: server.env })).out).toMatch(
    /36 calls, usually \$0\.\d+ and at most/,
  )
  expect(server.requests).toHaveLength(0)
  await server.close()
})

test('engines without a key are named on standard error and skipped', async () => {
  const cwd = folderWith(TWO_QUESTIONS)
  const run = await svc([...RUN, '--json'], { cwd })
  expect(run.code).toBe(0)
  expect(run.err).toContain('XAI_API_KEY')
  const [category] = JSON.parse(run.out).categories
  expect(category.ledger).toHaveLength(6)
  for (const row of category.ledger) expect(row).toMatchObject({ planned: 6, skipped: 6, reason: 'no key was given' })
})

test('out of budget it exits 1 and says what is partial', async () => {
  const cwd = folderWith(TWO_QUESTIONS)
  const server = await startVendorServer()
  const args = [...RUN, '--engines', 'GROK', '--budget', '0.30', '--runs', '20']
  const env = { ...server.env, XAI_API_KEY: server.env.XAI_API_KEY ?? '' }
  const run = await svc(args, { cwd, env })
  expect(run.code).toBe(1)
  expect(run.out).toMatch(/PARTIAL: \d+ of 40 planned answers counted so far; not published/)
  expect(run.out).toContain('Stopped by the budget')
  await server.close()
})

test('Ctrl-C waits for the calls under way, says how to go on and exits 130', async () => {
  const cwd = folderWith(TWO_QUESTIONS)
  const server = await startVendorServer({ latencyMs: 100 })
  const { child, ended, says } = startSvc([...RUN, '--runs', '50', '--json'], { cwd, env: server.env })
  await new Promise<void>((resolve) => {
    const look = () => (server.requests.length > 20 ? resolve() : setImmediate(look))
    look()
  })
  child.kill('SIGINT')
  await says('Stopping')
  const { code, out } = await ended
  expect(code).toBe(130)
  expect(JSON.parse(out)).toMatchObject({ stopped: 'interrupted' })
  const again = await svc([...RUN, '--runs', '1', '--dry-run', '--json'], { cwd, env: server.env })
  const stored = JSON.parse(again.out).categories[0].ledger
  const counted = stored.reduce((sum: number, row: { counted: number }) => sum + row.counted, 0)
  expect(counted).toBe(server.requests.filter(({ engine }) => engine !== 'SCRIBE').length)
  await server.close()
})

test.each([
  ['no file', ['rankings', 'run', '--categories', 'none.yaml'], 2, 'cannot be read'],
  ['an unknown category', [...RUN, '--category', 'pens'], 2, 'not in the categories file'],
  ['an unknown ranking', ['rankings', 'show', 'pens'], 1, 'No such ranking'],
  ['an unknown command', ['ranking'], 2, 'Did you mean'],
  ['a wrong flag', [...RUN, '--runs', 'many'], 2, 'whole number'],
])('%s is one sentence and an exit code', async (_name, args, code, sentence) => {
  const cwd = folderWith(TWO_QUESTIONS)
  const plain = await svc(args, { cwd })
  expect(plain.code).toBe(code)
  expect(plain.out).toBe('')
  expect(plain.err.trim().split('\n')).toHaveLength(1)
  expect(plain.err).toContain(sentence)
  const json = await svc([...args, '--json'], { cwd })
  expect(json.code).toBe(code)
  expect(JSON.parse(json.out)).toEqual({ error: expect.stringContaining(sentence) })
})

test('a wrong setting is refused by name and its value is never shown', async () => {
  const cwd = folderWith(TWO_QUESTIONS)
  const marker = 'sk-marker with a blank'
  const run = await svc(RUN, { cwd, env: { OPENAI_API_KEY: marker } })
  expect(run.code).toBe(2)
  expect(run.err).toContain('OPENAI_API_KEY')
  expect(run.err).not.toContain('marker')
})

test('settings come from a .env file too, and the environment wins', async () => {
  const cwd = folderWith(TWO_QUESTIONS)
  writeFileSync(join(cwd, '.env'), 'SVC_SIMULATE=1\nSVC_DATABASE=from-file.db\n')
  const run = await svc([...RUN, '--json'], { cwd, env: { SVC_DATABASE: 'from-environment.db' } })
  expect(JSON.parse(run.out).simulated).toBe(true)
  expect([existsSync(join(cwd, 'from-environment.db')), existsSync(join(cwd, 'from-file.db'))]).toEqual([true, false])
})
