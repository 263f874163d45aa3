import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { buildKit } from '../../../pipeline/render/kit.ts'
import { createAccount, deleteAccount } from '../../../pipeline/store/accounts/accounts.ts'
import { openStore, type Store } from '../../../pipeline/store/driver/open.ts'
import { frozenReport } from '../../../pipeline/store/report/reports.ts'
import { listReports, publicReport } from '../../../pipeline/store/report/views.ts'
import { countUnknownCells } from '../../../pipeline/store/survey/recovery.ts'
import { createWorker } from '../../../pipeline/worker.ts'
import { aMinutePasses } from '../../support/a-minute.ts'
import { jobScope, queued, queueReport } from '../../support/job.ts'
import { startSvc, svc } from '../../support/process/svc.ts'
import { testQueue } from '../../support/store/queue.ts'
import { freshFolder } from '../../support/store/store.ts'
import { said, scriptedEngine } from '../../support/vendors/scripted-engine.ts'
import { startVendorServer } from '../../support/vendors/vendor-server.ts'

const SITE = 'http://127.0.0.1:8080'
const ACME = ['--domain', 'acme.example', '--category', 'CRM software', '--description', 'A CRM for small teams.']
const RUN = ['report', 'run', ...ACME, '--plan', 'QUICK']

/** A folder, its store as it is opened now, and a vendor server with the settings of a process that asks it. */
async function office(latencyMs = 0) {
  const cwd = freshFolder()
  const server = await startVendorServer({ latencyMs })
  onTestFinished(() => server.close())
  const inStore = async <Result>(act: (db: Store) => Promise<Result>): Promise<Result> => {
    const db = await openStore(join(cwd, 'data', 'svc.db'), 0)
    return act(db).finally(() => db.destroy())
  }
  const asked = () => server.requests.filter(({ engine }) => engine !== 'SCRIBE')
  const slug = () =>
    inStore(async (db) => (await listReports(db, undefined, SITE, { limit: 1 }))?.reports[0]?.slug ?? 'none')
  return { cwd, env: server.env, server, inStore, asked, reached: server.reached, slug }
}

test('a report from the first command to its kit, on the environment’s keys, with its price shown first', async () => {
  const { cwd, env, server, inStore, asked } = await office()
  await inStore((db) => createAccount(db, { email: 'ada@agency.example', verified: false }, 0))
  const options = ['--alias', 'Acme Desk', '--question', 'Which CRM for florists?', '--account', 'Ada@agency.example']
  const run = await svc([...RUN, ...options, '--kit', 'kit', '--json'], { cwd, env })
  expect({ code: run.code, err: run.code === 0 ? '' : run.err }).toEqual({ code: 0, err: '' })
  const { report } = JSON.parse(run.out)
  expect(report).toMatchObject({ status: 'COMPLETE', funding: 'FREE', brand: 'Acme', domain: 'acme.example' })
  expect(report.questions[0]).toMatchObject({ text: 'Which CRM for florists?', seeded: true })
  expect(run.err).toMatch(/24 calls to 3 engines, usually \$0\.\d+ and at most \$\d/)
  expect(run.err.indexOf('24 calls')).toBeLessThan(run.err.indexOf(`Report ${report.slug}`))
  expect(run.err).toMatch(/Z OPENAI: 8 of 8 cells in /)
  expect(run.err).toMatch(/Spent \$0\.\d+/)
  expect(asked()).toHaveLength(24)
  expect(new Set(asked().map(({ key }) => key)).size).toBe(3)

  await inStore(async (db) => {
    expect(report).toEqual(JSON.parse(JSON.stringify(await publicReport(db, report.slug, SITE))))
    const [account] = await db.selectFrom('reports').select(['account_id', 'aliases']).execute()
    expect(account?.aliases).toBe('["Acme Desk"]')
    const listed = await listReports(db, account?.account_id ?? '', SITE, { limit: 2 })
    expect(listed?.reports.map(({ slug }) => slug)).toEqual([report.slug])
    const frozen = await frozenReport(db, report.slug)
    if (frozen === undefined) throw new Error('not frozen')
    for (const { path, content } of buildKit(frozen).files)
      expect(readFileSync(join(cwd, 'kit', path), 'utf8')).toBe(content)
  })
  const output = run.out + run.err
  for (const [name, value] of Object.entries(server.env)) if (name.endsWith('_KEY')) expect(output).not.toContain(value)
})

test('a dry run says calls, cost and time, and neither asks nor writes', async () => {
  const { cwd, env, server } = await office()
  const dry = await svc([...RUN, '--dry-run', '--json'], { cwd, env })
  expect(JSON.parse(dry.out)).toMatchObject({ plan: 'QUICK', simulated: false, calls: 24, seconds: expect.any(Number) })
  expect(JSON.parse(dry.out).cost.usd).toBeGreaterThan(0.01)
  const text = await svc([...RUN, '--dry-run'], { cwd, env })
  expect(text.out).toMatch(/QUICK: 24 calls to 3 engines, usually \$0\.\d+ and at most .* Nothing was asked\./)
  expect([server.requests, existsSync(join(cwd, 'data'))]).toEqual([[], false])
})

test('out of budget it exits 1, and a larger budget continues without asking anything twice', async () => {
  const { cwd, env, asked, slug, inStore } = await office()
  const first = await svc([...RUN, '--budget', '0.15', '--json'], { cwd, env })
  expect(first.code).toBe(1)
  expect(JSON.parse(first.out).report).toMatchObject({ status: 'RUNNING', slug: await slug() })
  expect(first.err).toContain(
    `Stopped by the budget; nothing stored is asked again. Continue with a larger --budget: ./svc`,
  )
  expect(first.err).toContain(`./svc report resume ${await slug()}`)
  const before = asked().length
  expect(before).toBeLessThan(24)

  const second = await svc(['report', 'resume', await slug(), '--json'], { cwd, env })
  expect(second.code).toBe(0)
  expect(second.err).toContain(`${24 - before} calls to`)
  expect(JSON.parse(second.out).report).toMatchObject({ status: 'COMPLETE' })
  expect(asked()).toHaveLength(24)
  const cells = await inStore((db) => db.selectFrom('cells').select('attempt').execute())
  expect(cells.map(({ attempt }) => attempt)).toEqual(Array(24).fill(1))
})

test('a budget without room for the first question asks nothing and leaves the questions to the scribe', async () => {
  const { cwd, env, server, slug, inStore } = await office()
  expect((await svc([...RUN, '--budget', '0'], { cwd, env })).code).toBe(1)
  expect(server.requests).toEqual([])
  expect(await inStore((db) => db.selectFrom('surveys').selectAll().execute())).toEqual([])
  expect((await svc(['report', 'resume', await slug()], { cwd, env })).code).toBe(0)
  expect(server.requests[0]?.engine).toBe('SCRIBE')
})

test('Ctrl-C waits for the calls under way, exits 130 and says how to resume', async () => {
  const { cwd, env, asked, reached, slug } = await office(100)
  const slow = { ...env, SVC_CONCURRENCY_OPENAI: '1', SVC_CONCURRENCY_ANTHROPIC: '1', SVC_CONCURRENCY_GEMINI: '1' }
  const { child, ended, says } = startSvc(RUN, { cwd, env: slow })
  await reached(4)
  child.kill('SIGINT')
  await says('Stopping')
  const { code, out, err } = await ended
  expect([code, out]).toEqual([130, ''])
  expect(err).toContain(`Interrupted; nothing stored is asked again. Continue: ./svc report resume ${await slug()}`)
  const open = await svc(['report', 'show', await slug()], { cwd })
  expect([open.code, open.out]).toEqual([0, expect.stringMatching(/RUNNING[\s\S]*\d+ of 24 answers are stored/)])
  expect((await svc(['report', 'resume', await slug()], { cwd, env })).code).toBe(0)
  expect(asked()).toHaveLength(24)
})

test('a second Ctrl-C cuts off the calls under way and says what they may cost, and resume says how many there were', async () => {
  const { cwd, env, server, asked, reached, slug } = await office()
  for (const engine of ['OPENAI', 'ANTHROPIC', 'GEMINI'] as const) server.always(engine, () => 'hang')
  const narrow = { ...env, SVC_CONCURRENCY_OPENAI: '1', SVC_CONCURRENCY_ANTHROPIC: '1', SVC_CONCURRENCY_GEMINI: '1' }
  const { child, ended, says } = startSvc(RUN, { cwd, env: narrow })
  await says('if it is stopped, continue it with')
  await reached(3)
  child.kill('SIGINT')
  await says('Stopping')
  child.kill('SIGINT')
  const cut = await ended
  expect(cut.code).toBe(130)
  expect(cut.err).toMatch(/Spent \$0\.0\d+ and up to \$0\.[1-9]\d+ for calls that were cut off\.\n/)

  for (const engine of ['OPENAI', 'ANTHROPIC', 'GEMINI'] as const) server.always(engine, () => undefined)
  const resumed = await svc(['report', 'resume', await slug()], { cwd, env })
  expect(resumed.code).toBe(0)
  expect(resumed.err).toContain('3 calls were under way when an earlier run was cut off')
  expect(resumed.err).toMatch(/Spent \$0\.\d+\.\n/)
  expect(asked()).toHaveLength(24 + 3)
})

test('the command for resuming can be pasted, whatever its paths contain', async () => {
  const { cwd, env } = await office()
  const args = ['--database', "Ada's data/$HOME.db", '--kit', 'my kit', '--summary', 'it’s $1.md', '--budget', '0']
  const { code, err } = await svc([...RUN, ...args], { cwd, env })
  const command = /Continue with a larger --budget: (\.\/svc .*)\n/.exec(err)?.[1] ?? ''
  const words = execFileSync('sh', ['-c', `printf '%s\\n' ${command}`], { encoding: 'utf8' })
    .trimEnd()
    .split('\n')
  expect([code, words.slice(0, 3), words.slice(4)]).toEqual([
    1,
    ['./svc', 'report', 'resume'],
    ['--database', "Ada's data/$HOME.db", '--kit', 'my kit', '--summary', 'it’s $1.md'],
  ])
  const plain = await svc([...RUN, '--database', 'data/svc.db', '--budget', '0'], { cwd, env })
  expect(plain.err).toMatch(/resume \S+ --database data\/svc\.db\n/)
})

test('a killed report loses nothing, no worker picks it up, and resume continues once its lease is free', async () => {
  const { cwd, env, server, asked, reached, slug, inStore } = await office(20)
  const { child, ended } = startSvc(RUN, { cwd, env: { ...env, SVC_CONCURRENCY_OPENAI: '1' } })
  await reached(6)
  child.kill('SIGKILL')
  await ended
  await server.idle()
  const resume = ['report', 'resume', await slug()]
  const held = await svc(resume, { cwd, env })
  expect([held.code, held.out, held.err]).toEqual([
    1,
    '',
    expect.stringContaining('Another process is running this report'),
  ])

  const lost = await inStore(async (db) => {
    await aMinutePasses(db, join(cwd, 'data', 'svc.db'))
    const engine = scriptedEngine('OPENAI', () => said('Take Acme.'))
    const log = { fault: (_event: string, fault: unknown) => expect(fault).toBeUndefined() }
    const options = { queue: testQueue(db), workers: 1, sendMail: async () => {}, log }
    await createWorker(jobScope(db, { engines: [engine] }), options).untilEmpty()
    expect([engine.asked, await queued(db)]).toEqual([[], []])
    return countUnknownCells(db, `report/${resume.at(-1)}`)
  })
  const resumed = await svc([...resume, '--json'], { cwd, env })
  expect([resumed.code, JSON.parse(resumed.out).report.answersCounted]).toEqual([0, 24])
  const [, counted = '0'] = /(\d+) calls? (?:was|were) under way/.exec(resumed.err) ?? []
  expect(Number(counted)).toBe(lost)
  expect(asked().length).toBeLessThanOrEqual(24 + lost)
})

test('an engine that was skipped is asked once it has a key', async () => {
  const { cwd, env, asked, slug } = await office()
  const { GEMINI_API_KEY: _, ...without } = env
  const first = await svc([...RUN, '--budget', '0.1'], { cwd, env: without })
  expect(first.err).toContain('GEMINI is skipped: it has no key; set GEMINI_API_KEY to ask it.')
  const second = await svc(['report', 'resume', await slug(), '--json'], { cwd, env })
  expect(JSON.parse(second.out).report).toMatchObject({ status: 'COMPLETE', enginesSkipped: [] })
  expect(asked().filter(({ engine }) => engine === 'GEMINI')).toHaveLength(8)
})

test('a report that failed exits 1 and says why, whenever it is shown', async () => {
  const { cwd, env, server, slug } = await office()
  for (const engine of ['OPENAI', 'ANTHROPIC', 'GEMINI'] as const) server.always(engine, () => 'bad-key')
  const failed = await svc(RUN, { cwd, env })
  expect(failed.code).toBe(1)
  expect(failed.err).toContain('The report failed: No engine gave an answer that could be counted.')
  expect(failed.out).toMatch(/FAILED[\s\S]*OPENAI +skipped: provider rejected the key/)
  expect(failed.out).not.toContain('0 of 0')
  expect((await svc(['report', 'resume', await slug()], { cwd, env })).code).toBe(1)
})

test('a kit that cannot be written leaves the report as it is, and says how to try again', async () => {
  const cwd = freshFolder()
  mkdirSync(join(cwd, 'taken', '02-named-instead.md'), { recursive: true })
  const run = await svc([...RUN, '--simulate', '--kit', 'taken', '--json'], { cwd })
  expect([run.code, JSON.parse(run.out).report.status]).toEqual([1, 'COMPLETE'])
  expect(run.err).toMatch(/The kit could not be written.*\.\/svc report kit \S+ --out DIR/)
})

test('a folder that can’t hold a kit is reported before anything is paid', async () => {
  const { cwd, env, server, slug, inStore } = await office()
  writeFileSync(join(cwd, 'taken'), 'a file')
  for (const kit of ['taken', 'taken/kit']) {
    const refused = await svc([...RUN, '--kit', kit], { cwd, env })
    expect([refused.code, refused.out]).toEqual([1, ''])
    expect(refused.err).toContain('No kit can be written there')
  }
  await inStore((db) => queueReport(db))
  const resumed = await svc(['report', 'resume', await slug(), '--kit', 'taken'], { cwd, env })
  expect([resumed.code, resumed.err]).toEqual([1, expect.stringContaining('No kit can be written')])
  expect(await inStore(async (db) => (await listReports(db, undefined, SITE, { limit: 9 }))?.reports.length)).toBe(1)
  expect(server.requests).toEqual([])
})

test('a report whose account is deleted while it runs says so', async () => {
  const { cwd, env, server, inStore, reached } = await office(200)
  await inStore((db) => createAccount(db, { email: 'ada@agency.example', verified: false }, 0))
  const ended = svc([...RUN, '--account', 'ada@agency.example'], { cwd, env })
  await reached(1)
  await inStore((db) => deleteAccount(db, 'ada@agency.example', 1))
  const { code, out, err } = await ended
  expect([code, out]).toEqual([1, ''])
  expect(err).toContain('The report was deleted with its account while it ran')
  await server.idle()
})

test('a question that is given twice is asked once, and another one is written', async () => {
  const cwd = freshFolder()
  const twice = ['--question', 'Which CRM for florists?', 'which CRM  for florists']
  const run = await svc([...RUN, '--simulate', ...twice, '--json'], { cwd })
  expect(run.err).toContain('A --question was given more than once')
  const questions: { text: string; seeded: boolean }[] = JSON.parse(run.out).report.questions
  expect(questions.map(({ seeded }) => seeded)).toEqual([true, false, false, false])
  expect(questions.filter(({ text }) => /florists/i.test(text))).toHaveLength(1)
})

test.each([
  ['no domain', ['--domain', 'acme', ...ACME.slice(2)], 'The --domain is not a host name'],
  [
    'a category that names the product',
    [...ACME, '--category', 'Acme alternatives'],
    'The --category names the product',
  ],
  [
    'one that names an alias',
    [...ACME, '--alias', 'Zenbook', '--category', 'Zenbook rivals'],
    'names the product or one of its --alias',
  ],
  ['a question that names the product', [...ACME, '--question', 'Is Acme good?'], 'A --question names the product'],
  ['too many questions', [...ACME, '--question', 'A?', 'B?', 'C?', 'D?', 'E?', '--plan', 'QUICK'], 'QUICK plan asks 4'],
  ['an engine outside the plan', [...ACME, '--plan', 'QUICK', '--engines', 'GROK'], 'OPENAI, ANTHROPIC, GEMINI and no'],
  ['a brand without a letter', [...ACME, '--brand', '®'], 'The --brand has no letter'],
  ['an alias without a letter', [...ACME, '--alias', 'Ace', '®'], 'An --alias has no letter'],
  ['a plan that there is not', [...ACME, '--plan', 'HUGE'], 'QUICK, FULL, DEEP'],
])('%s is refused in one sentence before anything is written', async (_name, args, sentence) => {
  const cwd = freshFolder()
  const refused = await svc(['report', 'run', ...args, '--simulate'], { cwd })
  expect([refused.code, refused.out, refused.err.trim().split('\n').length]).toEqual([2, '', 1])
  expect(refused.err).toContain(sentence)
  expect(existsSync(join(cwd, 'data'))).toBe(false)
})

test('without a key, or for an unknown account, nothing is begun', async () => {
  const cwd = freshFolder()
  const keyless = await svc(RUN, { cwd })
  expect([keyless.code, keyless.err]).toEqual([1, expect.stringContaining('None of these engines has a key')])
  expect(existsSync(join(cwd, 'data'))).toBe(false)
  const nobody = await svc([...RUN, '--simulate', '--account', 'bob@agency.example'], { cwd })
  expect([nobody.code, nobody.err]).toEqual([1, expect.stringContaining('No account has this address')])
  expect(JSON.parse((await svc(['report', 'list', '--json'], { cwd })).out)).toEqual({ reports: [] })
  const dry = await svc([...RUN, '--simulate', '--account', 'bob@agency.example', '--dry-run'], { cwd })
  expect([dry.code, dry.out, dry.err]).toEqual([1, '', nobody.err])
  const storeless = freshFolder()
  const early = await svc([...RUN, '--simulate', '--account', 'bob@agency.example', '--dry-run'], { cwd: storeless })
  expect([early.code, early.err, existsSync(join(storeless, 'data'))]).toEqual([1, nobody.err, false])
})

test('resume continues only reports that this process may run, and says what else to do', async () => {
  const { cwd, env, inStore } = await office()
  await inStore(async (db) => {
    await queueReport(db, { slug: 'paid', funding: 'CREDITS' })
    await queueReport(db, { slug: 'made-up', simulated: true })
    await queueReport(db, { slug: 'real' })
  })
  const resume = async (...args: string[]) => {
    const { code, out, err } = await svc(['report', 'resume', ...args], { cwd, env })
    return [code, out, err.trim()]
  }
  expect(await resume('nowhere')).toEqual([1, '', expect.stringContaining('No report has this slug')])
  expect(await resume('paid')).toEqual([1, '', expect.stringContaining('on the queue')])
  expect(await resume('made-up')).toEqual([2, '', expect.stringContaining('add --simulate')])
  expect(await resume('real', '--simulate')).toEqual([2, '', expect.stringContaining('leave --simulate')])
  expect((await resume('made-up', '--simulate'))[0]).toBe(0)
  expect((await resume('made-up'))[0]).toBe(0)
})

test('questions of the caller that ask for the same thing are named, also in the report', async () => {
  const cwd = freshFolder()
  const twice = [
    '--question',
    'Which CRM is best for small teams?',
    '--question',
    'What is the best CRM for a small team?',
  ]
  const sentence = 'Questions 1 and 2 ask for the same thing and count as one in the intervals.'
  expect((await svc([...RUN, ...twice, '--simulate', '--dry-run'], { cwd })).err).toContain(`${sentence}\n`)
  const run = await svc([...RUN, ...twice, '--simulate'], { cwd })
  expect(run.err).toContain(`${sentence}\n`)
  expect(run.out.replaceAll('\n', ' ')).toContain(sentence)
})
