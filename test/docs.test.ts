import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import { readConfig } from '../pipeline/config/config.ts'
import { operations } from '../pipeline/contract/operations.ts'
import { ENGINES } from '../pipeline/contract/terms.ts'
import { understood } from './support/process/program.ts'
import { VARIABLES } from './support/variables.ts'

const ROOT = join(import.meta.dirname, '..')
const file = (name: string) => readFileSync(join(ROOT, name), 'utf8')

/** A setting of one engine is documented once for all six. */
const documented = (name: string) =>
  ENGINES.reduce((known, engine) => known.replace(new RegExp(`^(SVC_\\w+_)${engine}$`), '$1<ENGINE>'), name)

test.each(VARIABLES.map((name) => [name]))('%s is documented', (name) => {
  expect(file('docs/settings.md')).toContain(`\`${documented(name)}\``)
  expect(file('.env.example')).toContain(`# ${name}=`)
})

test('the example settings hold the defaults', () => {
  const settings = parseEnv(file('.env.example').replaceAll(/^# (?=[A-Z_]+=)/gm, ''))
  const { SVC_SITE_URL: _, SVC_SCRIBE: __, ...rest } = settings
  const spaced = readConfig(rest)
  const defaults = readConfig({})
  // A width that is set lifts the spacing; nothing else differs.
  expect({ ...spaced.engines, PERPLEXITY: { ...spaced.engines.PERPLEXITY, spacingMs: 1_200 } }).toEqual(
    defaults.engines,
  )
  expect({ ...spaced, engines: null }).toEqual({ ...defaults, engines: null })
})

test('the page of the API lists its operations, with what each status means', async () => {
  const [introduction] = file('docs/api.md').split('## Operations\n')
  const sections = operations.map(({ method, path, summary, statuses }) => [
    `### \`${method} ${path}\``,
    `${summary}.`,
    ['| status | meaning |', '|---|---|', ...Object.entries(statuses).map((row) => `| ${row.join(' | ')} |`)].join(
      '\n',
    ),
  ])
  const page = [`${introduction}## Operations`, ...sections.flat()].join('\n\n')
  await expect(`${page}\n`).toMatchFileSnapshot('../docs/api.md')
})

test('every link in the pages leads to a file', () => {
  const pages = ['README.md', 'CONTRIBUTING.md', ...globSync('docs/*.md', { cwd: ROOT })]
  const links = pages.flatMap((page) =>
    [...file(page).matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map(([, to = '']) => join(dirname(page), to)),
  )
  expect(links.length).toBeGreaterThan(20)
  expect(links.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
})

/** The words after `./svc` or a full path of it wherever a page calls it, up to what is the shell's or the page's. */
function callsIn(page: string): string[][] {
  const text = file(page).replaceAll('\\\n', ' ').replaceAll(/ \d>/g, '>')
  // What svc prints, such as advice on what to call next, follows a colon.
  return [...text.matchAll(/(?<!: )(?:\.|\/svc)\/svc ((?:"[^"]*"|[^"`#>|<&)\n])+)/g)].map(([, call = '']) =>
    [...call.matchAll(/"([^"]*)"|(\S+)/g)].map(([word, quoted]) => quoted ?? word),
  )
}

test.each(
  ['README', 'counting', 'export', 'rankings', 'reports', 'running', 'settings', 'webhooks'].map((name) => [
    name === 'README' ? 'README.md' : `docs/${name}.md`,
  ]),
)('svc understands every call of it that %s shows', async (page) => {
  const calls = callsIn(page)
  expect(calls.length).toBeGreaterThan(0)
  for (const words of calls) expect(await understood(words), words.join(' ')).toBeDefined()
})

test('CONTRIBUTING.md has a line for each folder, and for no other', () => {
  const own = ['bench', 'browser', 'corpus', 'postgres', 'soak', 'spec', 'sqlite', 'support'].map(
    (room) => `test/${room}`,
  )
  const floors = [
    'pipeline',
    'server',
    'cli',
    'site',
    'templates',
    'templates/figures',
    'test',
    'docs',
    'deploy',
    ...own,
  ]
  const rooms = globSync('{pipeline,server,cli,site/src}/**/', { cwd: ROOT })
  const folders = [...floors, ...rooms].map((path) => path.replace(/\/$/, ''))
  const holdsFiles = (path: string) =>
    readdirSync(join(ROOT, path), { withFileTypes: true }).some((entry) => entry.isFile() || path === 'templates')
  const listed = [...file('CONTRIBUTING.md').matchAll(/^([a-z][\w./[\]-]*)\/ {2,}\S/gm)].map(([, path]) => path)
  expect(listed.toSorted()).toEqual([...new Set(folders)].filter(holdsFiles).toSorted())
})

test('nobody is told to run npx svc, which outside the checkout is a stranger’s package', () => {
  const told = globSync(
    '{*.md,*.yaml,Dockerfile,.env.example,{cli,pipeline,server,templates,site/src,deploy,docs}/**/*.*}',
    { cwd: ROOT },
  )
  expect(told.length).toBeGreaterThan(100)
  const mayName = ['CHANGELOG.md', 'docs/contract.md']
  expect(told.filter((path) => !mayName.includes(path) && file(path).includes('npx svc'))).toEqual(['README.md'])
  expect(file('README.md').match(/npx svc/g)).toHaveLength(1)
})

test('the README names the two commands that start it, the second as CI runs it', () => {
  expect(file('README.md')).toContain('npm ci && ./svc demo')
  const [command] = file('.ci/run').match(/npm ci && npm [a-z: ]*[a-z]/) ?? []
  expect(file('README.md')).toContain(`${command} `)
})
