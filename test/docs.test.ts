import { globSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import type { Actions } from '../cli/index.ts'
import { createProgram } from '../cli/index.ts'
import { readConfig, VARIABLES } from '../pipeline/config.ts'
import { operations } from '../pipeline/contract/operations.ts'
import { ENGINES } from '../pipeline/contract/terms.ts'

const file = (name: string) => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8')
const readme = file('README.md')
const example = file('.env.example')

/** Settings of one engine stand in the README under their common name. */
const documented = (name: string) =>
  ENGINES.reduce((known, engine) => known.replace(new RegExp(`^(SVC_\\w+_)${engine}$`), '$1<ENGINE>'), name)

test.each(VARIABLES.map((name) => [name]))('%s is documented', (name) => {
  expect(readme).toContain(`\`${documented(name)}\``)
  expect(example).toContain(`# ${name}=`)
})

test('the example of the settings holds the defaults', () => {
  const settings = parseEnv(example.replaceAll(/^# (?=[A-Z_]+=)/gm, ''))
  const { SVC_SITE_URL: _, SVC_SCRIBE: __, ...rest } = settings
  const spaced = readConfig(rest)
  const defaults = readConfig({})
  // A width that is set lifts the spacing; nothing else differs.
  expect({ ...spaced.engines, PERPLEXITY: { ...spaced.engines.PERPLEXITY, spacingMs: 1_200 } }).toEqual(
    defaults.engines,
  )
  expect({ ...spaced, engines: null }).toEqual({ ...defaults, engines: null })
})

const program = createProgram({} as Actions, () => {})
const commands = program
  .createHelp()
  .visibleCommands(program)
  .flatMap((command) =>
    command.commands.length > 0
      ? command.commands.map((leaf) => ({ path: `svc ${command.name()} ${leaf.name()}`, leaf }))
      : [{ path: `svc ${command.name()}`, leaf: command }],
  )

test.each(commands.map(({ path, leaf }) => [path, leaf] as const))(
  '%s is documented with its options',
  (path, leaf) => {
    const row = readme.split('\n').find((line) => line.startsWith(`| \`${path}`)) ?? ''
    expect(row).not.toBe('')
    for (const { long } of leaf.options)
      if (long !== undefined && long !== null && !['--json', '--database'].includes(long)) expect(row).toContain(long)
  },
)

test.each(operations.map((operation) => [operation.id, operation] as const))(
  '%s is documented with its statuses',
  (_, { method, path, statuses }) => {
    expect(readme).toContain(`| \`${method} ${path}\` |`)
    for (const status of Object.keys(statuses))
      expect(readme).toMatch(new RegExp(`^\\| (\\d+, )*${status}\\b.*\\|`, 'm'))
  },
)

test('nobody is told to run npx svc, which outside the checkout is a stranger’s package', () => {
  const told = globSync(
    '{*.md,*.yaml,Dockerfile,.env.example,{cli,pipeline,server,templates,site/src,deploy,docs}/**/*.*}',
  )
  expect(told.length).toBeGreaterThan(100)
  expect(
    told.filter((path) => !['CHANGELOG.md', 'docs/contract.md'].includes(path) && file(path).includes('npx svc')),
  ).toEqual(['README.md'])
  expect(readme.match(/npx svc/g)).toHaveLength(1)
})

test('the README names the two commands that start it', () => {
  expect(readme).toContain('npm ci && ./svc demo')
  expect(readme).toContain('npm ci && npm test')
})
