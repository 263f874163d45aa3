import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { svc } from '../../support/process/svc.ts'
import { freshFolder } from '../../support/store/store.ts'
import { startVendorServer } from '../../support/vendors/vendor-server.ts'

const RUN = ['rankings', 'run', '--categories', 'categories.yaml', '--engines', 'OPENAI,GROK', '--runs', '1']
const YAML = 'categories:\n  - slug: shoes\n    category: trail shoes\n    questions: [Which trail shoes are best?]\n'
const OPERATOR = { SVC_OPERATOR_MAIL: 'ops@svc.example' }

function office(): { cwd: string; mails(): string[] } {
  const cwd = freshFolder()
  writeFileSync(join(cwd, 'categories.yaml'), YAML)
  const dir = join(cwd, 'data/mail')
  const mails = () =>
    (existsSync(dir) ? readdirSync(dir) : [])
      .filter((name) => name.endsWith('.eml'))
      .map((name) => readFileSync(join(dir, name), 'utf8').replaceAll('=\r\n', ''))
  return { cwd, mails }
}

test('the log of a run has dated lines and a summary, and a run that had nothing to do leaves no trace', async () => {
  const { cwd, mails } = office()
  const server = await startVendorServer()
  const env = { ...server.env, ...OPERATOR }
  const first = await svc(RUN, { cwd, env })
  expect(first.code).toBe(0)
  const lines = first.err.trimEnd().split('\n')
  for (const line of lines) expect(line).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ /)
  expect(lines.map((line) => line.slice(21)).sort()).toEqual([
    expect.stringMatching(/^\d{4}-\d\d: 2 calls, \$0\.\d+; published shoes version 1$/),
    expect.stringMatching(/^GROK: 1 of 1 cells in \d+ s$/),
    expect.stringMatching(/^OPENAI: 1 of 1 cells in \d+ s$/),
    'asking OPENAI 1, GROK 1',
    expect.stringMatching(/^building the site: 1 of 1 in \d+ s$/),
    expect.stringMatching(/^counting and publishing: 1 of 1 in \d+ s$/),
    expect.stringMatching(/^preparing questions: 1 of 1 in \d+ s$/),
    expect.stringMatching(/^publishing question hashes: 1 of 1 in \d+ s$/),
    expect.stringMatching(/^reading names: 1 of 1 in \d+ s$/),
  ])
  expect(lines.at(-1)).toContain('2 calls')

  const asked = server.requests.length
  const page = join(cwd, 'data/site/rankings/shoes/index.html')
  const built = statSync(page).ino
  expect(await svc(RUN, { cwd, env })).toEqual({ code: 0, out: '', err: '' })
  expect([server.requests.length, statSync(page).ino]).toEqual([asked, built])
  const json = JSON.parse((await svc([...RUN, '--json'], { cwd, env })).out)
  expect(json).toMatchObject({
    calls: 0,
    cost: { usd: 0, atMostUsd: 0 },
    categories: [{ slug: 'shoes', published: 1, reason: 'nothing came in since the last version' }],
  })
  writeFileSync(join(cwd, 'categories.yaml'), YAML.replace('best', 'light'))
  const kept = await svc(RUN, { cwd, env })
  expect(kept).toMatchObject({ code: 0, out: '' })
  expect(kept.err).toMatch(
    /^\S+Z shoes: \d{4}-\d\d was begun with other questions than the file has now, and keeps them\.\n$/,
  )
  expect([server.requests.length, statSync(page).ino]).toEqual([asked, built])
  expect(mails()).toEqual([])
  await server.close()
}, 60_000)

test('a run that fails mails its summary to the operator, and one that is refused its sentence', async () => {
  const { cwd, mails } = office()
  const run = await svc([...RUN, '--no-site'], { cwd, env: OPERATOR })
  expect(run.code).toBe(1)
  const [mail = '', ...others] = mails()
  expect(others).toEqual([])
  expect(mail).toContain('To: ops@svc.example')
  expect(mail).toMatch(/Subject: svc: the rankings of \d{4}-\d\d failed/)
  expect(mail).toMatch(/0 calls, \$0\.00; published nothing; not published shoes \(no engine gave an answer/)
  expect(mail).toContain('Nothing could be counted in ')
  const refused = await svc([...RUN, '--month', '2001-01'], { cwd, env: OPERATOR })
  expect(refused.code).toBe(2)
  expect(mails().some((each) => each.includes('The month 2001-01 is over'))).toBe(true)
})

test('the operator is told what is wrong with the store, not of a fault in svc', async () => {
  const { cwd, mails } = office()
  writeFileSync(join(cwd, 'svc.db'), 'no database')
  const env = { ...OPERATOR, SVC_DATABASE: 'svc.db', SVC_MAIL_DIR: 'data/mail' }
  expect((await svc(RUN, { cwd, env })).code).toBe(1)
  expect(mails()).toEqual([expect.stringContaining("The store can't be opened")])
})

test('the operator can be told of a run that was cut off', async () => {
  const { cwd, mails } = office()
  expect(await svc(['rankings', 'alert', '--json'], { cwd, env: OPERATOR })).toMatchObject({ code: 0, err: '' })
  expect(mails()).toEqual([expect.stringContaining('ended without reporting why')])
  const wrong = { SVC_TRUSTED_PROXIES: 'many', SVC_SECRET: 'short', SVC_DATABASE: 'mysql://x/y' }
  expect(await svc(['rankings', 'alert'], { cwd, env: { ...OPERATOR, ...wrong } })).toMatchObject({ code: 0, err: '' })
  expect(mails()).toHaveLength(2)
  const nobody = await svc(['rankings', 'alert'], { cwd })
  expect([nobody.code, nobody.err]).toEqual([1, expect.stringContaining('SVC_OPERATOR_MAIL')])
})

test('a run under systemd that has mailed the operator is not reported again, whatever its exit code', async () => {
  const { cwd, mails } = office()
  const under = (args: string[], env: Record<string, string>) => svc(args, { cwd, env: { ...OPERATOR, ...env } })
  const alert = ['rankings', 'alert', '--json']
  expect((await under([...RUN, '--month', '2001-01'], { INVOCATION_ID: 'first' })).code).toBe(2)
  expect(mails()).toHaveLength(1)
  const silent = await under(alert, { INVOCATION_ID: 'alert', MONITOR_INVOCATION_ID: 'first' })
  expect([silent.code, JSON.parse(silent.out)]).toEqual([0, { sent: false }])
  expect(mails()).toHaveLength(1)
  // It can't mail, whatever an earlier one left behind.
  expect((await under(RUN, { INVOCATION_ID: 'second', SVC_SECRET: 'short' })).code).toBe(2)
  expect(mails()).toHaveLength(1)
  const { out } = await under(alert, { INVOCATION_ID: 'alert', MONITOR_INVOCATION_ID: 'second' })
  expect([JSON.parse(out), mails().length]).toEqual([{ sent: true }, 2])
}, 60_000)
