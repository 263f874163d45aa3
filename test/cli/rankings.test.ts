import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { monthName } from '../../pipeline/contract/dates.ts'
import { SIGNING_KEY } from '../support/bundles.ts'
import { startSvc, svc } from '../support/process/svc.ts'
import { folderWithStore, freshFolder } from '../support/store/store.ts'
import { startVendorServer } from '../support/vendors/vendor-server.ts'

const RUN = ['rankings', 'run', '--categories', 'categories.yaml', '--no-site']
/** The present month, and those before and after it. */
const [BEFORE = '', PRESENT = '', AFTER = ''] = [-1, 0, 1].map((months) => {
  const today = new Date()
  return new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + months, 1)).toISOString().slice(0, 7)
})

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

test('questions that ask for the same thing are named before a month, when it begins, and where it is shown', async () => {
  const cwd = folderWith(TWO_QUESTIONS.replace('are cheap?', 'are cheap?, What are the best trail shoes?'))
  const sentence = 'Questions 1 and 3 ask for the same thing and count as one in the intervals.'
  const run = [...RUN, '--simulate', '--engines', 'GROK']
  expect((await svc([...run, '--dry-run'], { cwd })).out).toContain(`\nshoes: ${sentence}\n`)
  const json = JSON.parse((await svc([...run, '--dry-run', '--json'], { cwd })).out)
  expect(json.categories[0].sameIntent).toEqual([[0, 2]])
  expect((await svc(run, { cwd })).err).toContain(`shoes: ${sentence}\n`)
  expect((await svc(run, { cwd })).err).not.toContain('same thing')
  expect((await svc(['rankings', 'show', 'shoes'], { cwd })).out.replaceAll('\n', ' ')).toContain(sentence)
  const { ranking } = JSON.parse((await svc(['rankings', 'show', 'shoes', '--json'], { cwd })).out)
  expect(ranking.method.sameIntent).toEqual([[0, 2]])
})

test('a simulated month from the first command to the page, the API shape and the CSV', async () => {
  const cwd = folderWith('categories:\n  - slug: crm\n    category: CRM software\n')
  const env = { SVC_SIGNING_KEY: SIGNING_KEY }
  const run = await svc([...RUN.slice(0, -1), '--month', BEFORE, '--simulate', '--json'], { cwd, env })
  expect({ code: run.code, err: run.code === 0 ? '' : run.err }).toEqual({ code: 0, err: '' })
  expect(JSON.parse(run.out)).toMatchObject({
    month: BEFORE,
    simulated: true,
    calls: 180,
    unknown: 0,
    cost: { usd: 0 },
    stopped: null,
    categories: [{ slug: 'crm' }],
  })
  expect(existsSync(join(cwd, 'data/site/rankings/crm/index.html'))).toBe(true)

  const hashes = JSON.parse(readFileSync(join(cwd, `data/site/questions/${BEFORE}.json`), 'utf8'))
  const bundle = `data/site/rankings/crm/${BEFORE}/bundle.jsonl.gz`
  const key = readFileSync(join(cwd, 'data/site/signing-key.txt'), 'utf8').trim()
  const verified = JSON.parse((await svc(['verify', bundle, '--key', key, '--json'], { cwd })).out)
  expect(verified).toMatchObject({ same: true, slug: 'crm', month: BEFORE, simulated: true })
  const { sha256, publishedAt, firstReply } = verified.questions
  expect(hashes).toMatchObject({ month: BEFORE, questions: [{ slug: 'crm', sha256, publishedAt }] })
  expect(publishedAt < firstReply).toBe(true)

  const shown = JSON.parse((await svc(['rankings', 'show', 'crm', '--json'], { cwd })).out)
  expect(shown.ranking).toMatchObject({ slug: 'crm', simulated: true, version: 1 })
  const text = await svc(['rankings', 'show', 'crm'], { cwd })
  expect(text.out).toContain(`Not asked within ${monthName(BEFORE)}, but `)
  expect(text.out).toContain('SIMULATED')
  const [first] = shown.ranking.brands
  expect(text.out).toContain(`${first.name}`)
  expect(text.out).toContain(`${first.mentions} of ${shown.ranking.answersCounted}`)
  const page = readFileSync(join(cwd, 'data/site/rankings/crm/index.html'), 'utf8').replaceAll(/<[^>]*>/g, ' ')
  expect(page).toContain(`Not asked within ${monthName(BEFORE)}, but `)
  for (const { name, mentions } of shown.ranking.brands) {
    expect(page).toContain(name.replaceAll('&', '&amp;').replaceAll("'", '&#39;'))
    expect(page).toContain(`${mentions}/${shown.ranking.answersCounted}`)
  }
  const said = shown.ranking.brands[0].said
  expect(said.answers).toBeGreaterThan(0)
  expect(text.out).toContain(`recommended in ${said.recommended} of ${said.answers}, advised against in `)
  const csv = await svc(['rankings', 'show', 'crm', '--csv'], { cwd })
  expect(csv.out.split('\n')[1]).toContain(
    `,${[said.recommended, said.mentioned, said.advisedAgainst, said.answers].join(',')},`,
  )
  expect(csv.out.split('\n')[0]).toBe(
    'slug,country,language,month,askedFrom,askedUntil,simulated,rankFrom,rankTo,brand,domain,mentions,answers,low,high,lowSameQuestions,highSameQuestions,averagePosition,recommended,mentioned,advisedAgainst,stanceAnswers,changeFrom,changeTo,changePoints,changeLow,changeHigh,moved,changeReason',
  )
  expect(csv.out.trim().split('\n')).toHaveLength(shown.ranking.brands.length + 1)
  const list = JSON.parse((await svc(['rankings', 'list', '--json'], { cwd })).out)
  expect(list.rankings).toMatchObject([{ slug: 'crm', month: BEFORE, answers: shown.ranking.answersCounted }])
}, 60_000)

test('a bundle that can’t be written gives a sentence, and the month and the site are still published', async () => {
  const cwd = folderWith(TWO_QUESTIONS)
  mkdirSync(join(cwd, 'data'))
  writeFileSync(join(cwd, 'data/bundles'), '')
  const args = [...RUN.slice(0, -1), '--month', BEFORE, '--simulate', '--engines', 'OPENAI', '--runs', '1', '--json']
  const run = await svc(args, { cwd, env: { SVC_SIGNING_KEY: SIGNING_KEY } })
  expect(run.code).toBe(1)
  expect(run.err).toContain('shoes: its bundle was not written. The bundle could not be written; check its folder')
  expect(JSON.parse(run.out).categories).toMatchObject([{ slug: 'shoes', published: 1 }])
  expect(existsSync(join(cwd, 'data/site/rankings/shoes/index.html'))).toBe(true)
}, 60_000)

test('a month that has nothing to ask is not idle while its site is missing', async () => {
  const cwd = folderWith(TWO_QUESTIONS)
  const run = [...RUN, '--simulate', '--engines', 'GROK']
  expect((await svc(run, { cwd })).code).toBe(0)
  // Here none can be built.
  mkdirSync(join(cwd, 'data/site'))
  writeFileSync(join(cwd, 'data/site/thesis.doc'), 'mine')
  const again = await svc(
    run.filter((each) => each !== '--no-site'),
    { cwd },
  )
  expect(again).toMatchObject({ code: 1, err: expect.stringContaining('is not a site published by svc') })
  expect((await svc(run, { cwd })).code).toBe(0)
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
  expect(readdirSync(cwd)).toEqual(['categories.yaml'])
  await server.close()
})

test('without any key nothing can be counted: exit 1, the cause of each engine, and its row of the ledger', async () => {
  const cwd = folderWith(TWO_QUESTIONS)
  const run = await svc([...RUN, '--json'], { cwd })
  const { categories, error } = JSON.parse(run.out)
  expect(run.code).toBe(1)
  expect(run.err).toContain('XAI_API_KEY')
  expect(run.err).toContain(error)
  expect(error).toBe(
    `Nothing could be counted in ${PRESENT} (OPENAI, ANTHROPIC, PERPLEXITY, GEMINI, GROK, AI_OVERVIEW: no key was given); fix that and run it again.`,
  )
  expect(categories[0].ledger).toHaveLength(6)
  for (const row of categories[0].ledger)
    expect(row).toMatchObject({ planned: 6, skipped: 6, reason: 'no key was given' })
})

test('a dry run names the engines that would be skipped, and why', async () => {
  const cwd = folderWith(TWO_QUESTIONS)
  const { code, out } = await svc([...RUN, '--dry-run', '--engines', 'OPENAI,GROK'], {
    cwd,
    env: { OPENAI_API_KEY: 'sk-only-this-one' },
  })
  expect(code).toBe(0)
  expect(out).toContain('GROK is skipped: it has no key; set XAI_API_KEY to ask it.')
  expect(out).not.toContain('OPENAI is skipped')
})

test('with a rejected key and an unreachable vendor nothing is counted, and each cause is given', async () => {
  const cwd = folderWith(TWO_QUESTIONS)
  const server = await startVendorServer()
  server.always('OPENAI', () => 'bad-key')
  const env = { ...server.env, XAI_BASE_URL: 'http://127.0.0.1:1/v1' }
  const run = await svc([...RUN, '--engines', 'OPENAI,GROK', '--runs', '1', '--json'], { cwd, env })
  expect(run.code).toBe(1)
  expect(JSON.parse(run.out).error).toMatch(/\(OPENAI: provider rejected the key; GROK: .+\)/)
  await server.close()
}, 30_000)

test('a future month is refused, and so is a past one without --backfill', async () => {
  const cwd = folderWith(TWO_QUESTIONS)
  const env = { OPENAI_API_KEY: 'sk-never-used-here' }
  const run = (...flags: string[]) => svc([...RUN, '--dry-run', ...flags], { cwd, env })
  const later = await run('--month', AFTER, '--backfill')
  expect([later.code, later.err]).toEqual([2, expect.stringContaining(`${AFTER} has not begun`)])
  expect((await run('--month', AFTER, '--simulate')).code).toBe(2)
  const over = await run('--month', BEFORE)
  expect([over.code, over.err]).toEqual([2, expect.stringContaining('--backfill')])
  expect((await run('--month', BEFORE, '--backfill')).code).toBe(0)
  expect((await run('--month', PRESENT)).code).toBe(0)
  expect((await run('--month', BEFORE, '--simulate')).code).toBe(0)
})

test('--canaries asks five further questions three times, and is refused for simulated engines', async () => {
  const cwd = folderWith(TWO_QUESTIONS)
  const server = await startVendorServer()
  const args = [...RUN, '--engines', 'GROK', '--runs', '1', '--canaries', '--json']
  const dry = await svc([...args, '--dry-run'], { cwd, env: server.env })
  const run = await svc(args, { cwd, env: server.env })
  expect([dry, run].map(({ code, out }) => [code, JSON.parse(out).calls])).toEqual([
    [0, 17],
    [0, 17],
  ])
  const simulated = await svc([...args, '--simulate', '--database', 'other.db'], { cwd })
  expect([simulated.code, simulated.out]).toEqual([2, expect.stringContaining('leave out --canaries')])
  await server.close()
}, 30_000)

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

test('Ctrl-C waits for the calls under way, says how to resume and exits 130', async () => {
  const cwd = folderWith(TWO_QUESTIONS)
  const server = await startVendorServer({ latencyMs: 100 })
  const { child, ended, says } = startSvc([...RUN, '--runs', '50', '--json'], { cwd, env: server.env })
  await server.reached(20)
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
  ['an unknown command', ['ranking'], 2, 'Did you mean'],
  ['a wrong flag', [...RUN, '--runs', 'many'], 2, 'whole number'],
])('%s gives one sentence and an exit code', async (_name, args, code, sentence) => {
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

test('all faults of the categories file are reported at once, a line each', async () => {
  const cwd = folderWith('categories:\n  - slug: CRM\n  - category: pens\n')
  const run = await svc([...RUN, '--json'], { cwd })
  expect(run.code).toBe(2)
  expect(run.err).toMatch(/^The categories file has errors\.\nLine 2, .+\nLine 2, .+\nLine 3, .+\n$/)
  expect(JSON.parse(run.out).error).toBe(run.err.trim())
})

test('an unknown ranking gives one sentence', async () => {
  const ended = await svc(['rankings', 'show', 'pens'], { cwd: await folderWithStore() })
  expect(ended).toMatchObject({ code: 1, out: '', err: expect.stringMatching(/^No such ranking is published;.*\n$/) })
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

test('a .env file may begin with a byte order mark, and is refused in UTF-16', async () => {
  const cwd = folderWith(TWO_QUESTIONS)
  const loud = '\ufeffSVC_LOG=loud\n'
  const sentences = []
  for (const encoding of ['utf8', 'utf16le'] as const) {
    writeFileSync(join(cwd, '.env'), loud, encoding)
    sentences.push((await svc(['rankings', 'list'], { cwd })).err)
  }
  expect(sentences).toEqual([
    'SVC_LOG must be info, debug, warn or silent; change it in the environment or in .env.\n',
    'The .env file in this folder is UTF-16, or not text; save it as UTF-8.\n',
  ])
})
