import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freshFolder } from '../support/store.ts'
import { svc } from '../support/svc.ts'
import { startVendorServer } from '../support/vendor-server.ts'

const RUN = ['rankings', 'run', '--categories', 'categories.yaml', '--engines', 'OPENAI,GROK', '--runs', '1']
const YAML = 'categories:\n  - slug: shoes\n    category: trail shoes\n    questions: [Which trail shoes are best?]\n'
const OPERATOR = { SVC_OPERATOR_MAIL: 'ops@svc.example' }

function office(): { cwd: string; mails(): string[] } {
  const cwd = freshFolder()
  writeFileSync(join(cwd, 'categories.yaml'), YAML)
  const dir = join(cwd, 'data/mail')
  const mails = () =>
    existsSync(dir) ? readdirSync(dir).map((name) => readFileSync(join(dir, name), 'utf8').replaceAll('=\r\n', '')) : []
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

test('whoever sees a run cut off can have the operator told', async () => {
  const { cwd, mails } = office()
  expect(await svc(['rankings', 'alert', '--json'], { cwd, env: OPERATOR })).toMatchObject({ code: 0, err: '' })
  expect(mails()).toEqual([expect.stringContaining('ended before it could say how')])
  const nobody = await svc(['rankings', 'alert'], { cwd })
  expect([nobody.code, nobody.err]).toEqual([1, expect.stringContaining('SVC_OPERATOR_MAIL')])
})
