import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { freshFolder } from './support/store/store.ts'
import { VARIABLES } from './support/variables.ts'
import { startVendorServer } from './support/vendors/vendor-server.ts'

const ROOT = join(import.meta.dirname, '..')
const file = (name: string) => readFileSync(join(ROOT, name), 'utf8')

interface Step {
  readonly id?: string
  readonly shell: string
  readonly run: string
  readonly env?: Readonly<Record<string, string>>
}

const action = parse(file('action.yml')) as {
  readonly inputs: Readonly<Record<string, { readonly description: string; readonly default?: string }>>
  readonly outputs: Readonly<Record<string, { readonly value: string }>>
  readonly runs: { readonly using: string; readonly steps: readonly Step[] }
}
const [install, report] = action.runs.steps
if (install === undefined || report === undefined) throw new Error('action.yml has no steps')

const INPUTS = { domain: 'acme.example', category: 'CRM software', description: 'A CRM for small teams.' }

/** Runs the step of the report as a runner does, with these inputs and what the workflow has in its environment. */
async function job(inputs: Readonly<Record<string, string>>, environment: Readonly<Record<string, string>> = {}) {
  const folder = freshFolder()
  const [workspace, temp, outputs, summary] = ['workspace', 'temp', 'outputs', 'summary'].map((name) =>
    join(folder, name),
  )
  if (workspace === undefined || temp === undefined || outputs === undefined || summary === undefined) throw new Error()
  for (const dir of [workspace, temp]) mkdirSync(dir)
  for (const each of [outputs, summary]) writeFileSync(each, '')
  writeFileSync(join(workspace, '.env'), 'OPENAI_BASE_URL=http://127.0.0.1:1\nSVC_DATABASE=/dev/null/no\n')
  const given = Object.fromEntries(
    Object.entries(report?.env ?? {}).map(([name, value]) => {
      const [, input = ''] = /^\$\{\{ inputs\.([\w-]+) \}\}$/.exec(value) ?? []
      return [name, inputs[input] ?? action.inputs[input]?.default ?? '']
    }),
  )
  const script = join(folder, 'script.sh')
  writeFileSync(script, report?.run ?? '')
  const child = spawn('bash', ['--noprofile', '--norc', '-e', '-o', 'pipefail', script], {
    cwd: workspace,
    env: {
      ...{ PATH: process.env.PATH ?? '', ...environment, ...given },
      ...{ GITHUB_ACTION_PATH: ROOT, GITHUB_OUTPUT: outputs, GITHUB_STEP_SUMMARY: summary, RUNNER_TEMP: temp },
    },
  })
  let err = ''
  child.stderr.on('data', (chunk: Buffer) => {
    err += chunk
  })
  child.stdout.resume()
  const [code] = await once(child, 'close')
  const lines = readFileSync(outputs, 'utf8').trimEnd().split('\n')
  const paths = Object.fromEntries(lines.map((line) => line.split(/=(.*)/).slice(0, 2)))
  return {
    ...{ code, err, workspace, paths },
    report: existsSync(paths.report ?? '') ? JSON.parse(readFileSync(paths.report ?? '', 'utf8')) : undefined,
    summary: readFileSync(summary, 'utf8'),
  }
}

test('every input is used and has a line in the docs, and no key is an input', () => {
  const used = Object.values(report.env ?? {}).flatMap(
    (value) => /^\$\{\{ inputs\.([\w-]+) \}\}$/.exec(value)?.[1] ?? [],
  )
  expect(used.toSorted()).toEqual(Object.keys(action.inputs).toSorted())
  for (const name of Object.keys(report.env ?? {})) expect(report.run).toContain(`"$${name}"`)
  const [, section = ''] = file('docs/export.md').split('## GitHub Actions\n')
  for (const [name, { description }] of Object.entries(action.inputs)) {
    expect(description).toMatch(/\.$/)
    expect(section).toContain(`| \`${name}\` |`)
    expect(name).not.toMatch(/key|token|secret/)
  }
  for (const name of Object.keys(action.outputs)) expect(section).toContain(`\`${name}\``)
})

test('nothing is put into the text of a script, and no install script sees a key', () => {
  for (const { run, shell } of action.runs.steps) {
    expect(run).not.toContain('${{')
    expect(shell).toBe('bash')
  }
  const keys = VARIABLES.filter((name) => /^(?!SVC_).*_API_KEY$/.test(name))
  expect(keys).toHaveLength(6)
  for (const key of keys) expect(install.run).toContain(` -u ${key} `)
})

test('a share that is not below the threshold passes, and leaves the report, its kit and a summary', async () => {
  const done = await job({ ...INPUTS, simulate: 'true', 'fail-under': '0.1' })
  expect({ code: done.code, err: done.code === 0 ? '' : done.err }).toEqual({ code: 0, err: '' })
  const { brand, pooled, completedAt, simulated, plan, status } = done.report.report
  expect({ brand, simulated, plan, status }).toEqual({
    brand: 'Acme',
    simulated: true,
    plan: 'QUICK',
    status: 'COMPLETE',
  })
  expect(readdirSync(done.paths.kit ?? '')).toHaveLength(5)
  expect(done.summary).toContain(`# Acme is named in ${pooled.mentions} of ${pooled.answers} counted answers`)
  expect(done.summary).toMatch(
    /counted answers, [\d.]+ % \(95 % for other questions: [\d.–]+ %\): not below the threshold of 10\.0 %\./,
  )
  expect(done.summary).toContain(completedAt)
  expect(done.summary).toContain('Simulated data.')
  expect(readdirSync(done.workspace)).toEqual(['.env'])
}, 60_000)

test('a share below the threshold fails with a sentence, and leaves the same files', async () => {
  const done = await job({ ...INPUTS, simulate: 'true', 'fail-under': '1' })
  expect(done.code).toBe(1)
  expect(done.err).toMatch(
    /SIMULATED: Acme is named in \d+ of \d+ counted answers, .*: below the threshold of 100\.0 %\.\n/,
  )
  expect(done.report.report.status).toBe('COMPLETE')
  expect(readdirSync(done.paths.kit ?? '')).toHaveLength(5)
  expect(done.summary).toContain(': below the threshold of 100.0 %.')
}, 60_000)

test('the engines are asked on the keys of the environment, with all that the inputs say, and within the budget', async () => {
  const server = await startVendorServer()
  onTestFinished(() => server.close())
  const all = {
    brand: 'Acme',
    aliases: 'Acme Desk\n\nAcme CRM\n',
    plan: 'FULL',
    country: 'DE',
    language: 'de',
    engines: 'OPENAI,GROK',
    budget: '0.30',
  }
  const done = await job({ ...INPUTS, ...all }, server.env)
  expect(done.err).toContain('Stopped by the budget')
  expect(done.code).toBe(1)
  expect(new Set(server.requests.map(({ engine }) => engine))).toEqual(new Set(['SCRIBE', 'OPENAI', 'GROK']))
  expect(done.report.report).toMatchObject({
    ...{ plan: 'FULL', brand: 'Acme', country: 'DE', language: 'de', simulated: false },
  })
  for (const key of Object.values(server.env).filter((value) => value.includes('test-')))
    expect(`${done.summary}${done.err}${JSON.stringify(done.report)}`).not.toContain(key)
}, 60_000)

test('a misspelt `simulate` asks nobody', async () => {
  const server = await startVendorServer()
  onTestFinished(() => server.close())
  for (const simulate of ['yes', 'True', '1']) {
    const done = await job({ ...INPUTS, simulate }, server.env)
    expect([done.code, done.err, done.report]).toEqual([2, 'The input simulate is true or false.\n', undefined])
  }
  expect(server.requests).toEqual([])
})

test('what an input says is never run, and never an option', async () => {
  const evil = '"; touch pwned; $(touch pwned) `touch pwned` \'\\'
  const done = await job({
    ...INPUTS,
    simulate: 'true',
    description: evil,
    brand: '--dry-run',
    aliases: `--json\n${evil}`,
  })
  expect(done.report.report).toMatchObject({ description: evil, brand: '--dry-run', status: 'COMPLETE' })
  for (const dir of [done.workspace, join(done.paths.report ?? '', '..')])
    expect(existsSync(join(dir, 'pwned'))).toBe(false)
}, 60_000)

test('a wrong input is a sentence, and no report', async () => {
  const done = await job({ ...INPUTS, domain: 'acme', 'fail-under': '20' })
  expect({ code: done.code, err: done.err }).toEqual({
    code: 2,
    err: expect.stringMatching(/--fail-under.*Give a share from 0 to 1, such as 0\.2\.\n$/),
  })
  expect(done.report).toEqual({ error: done.err.trim() })
})
