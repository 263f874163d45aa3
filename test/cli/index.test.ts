import { expect, test } from 'vitest'
import type { Actions } from '../../cli/index.ts'
import { createProgram } from '../../cli/index.ts'

/** Which action ran, with what, and its exit code; or the sentence that refused the flags. */
async function parse(...argv: string[]): Promise<unknown> {
  let ran: unknown
  const action =
    (name: string) =>
    async (...args: unknown[]) => {
      ran = [name, ...args]
      return 0
    }
  const actions: Actions = {
    demo: action('demo'),
    rankingsRun: action('run'),
    rankingsList: action('list'),
    rankingsShow: action('show'),
    serve: action('serve'),
    siteBuild: action('site'),
  }
  const program = createProgram(actions, () => {})
  try {
    await program.parseAsync(argv, { from: 'user' })
    return ran
  } catch (fault) {
    return fault instanceof Error ? fault.message : fault
  }
}

test('the monthly batch with all of its flags', async () => {
  const line =
    'rankings run --categories c.yaml --month 2026-11 --category crm pens --engines grok,OPENAI --runs 5 --concurrency 2'
  expect(await parse(...line.split(' '), '--budget', '12.50', '--no-site', '--json', '--database', 'x.db')).toEqual([
    'run',
    {
      categories: 'c.yaml',
      month: '2026-11',
      category: ['crm', 'pens'],
      engines: ['OPENAI', 'GROK'],
      runs: 5,
      concurrency: 2,
      budget: 12.5,
      site: false,
      json: true,
      database: 'x.db',
    },
  ])
})

test('its defaults', async () => {
  expect(await parse('rankings', 'run', '--categories', 'c.yaml')).toEqual([
    'run',
    { categories: 'c.yaml', runs: 3, site: true },
  ])
})

test.each([
  [['rankings', 'run'], /--categories/],
  [['rankings', 'run', '--categories', 'c', '--month', '2026-13'], /A month is YYYY-MM/],
  [['rankings', 'run', '--categories', 'c', '--engines', 'BING'], /Engines are OPENAI/],
  [['rankings', 'run', '--categories', 'c', '--budget', '-1'], /Give dollars/],
  [['rankings', 'run', '--categories', 'c', '--runs', '0'], /whole number/],
  [['rankings', 'show'], /missing required argument/],
  [['rankings', 'show', '../x'], /A slug is/],
  [['rankings', 'show', 'x', '--csv', '--json'], /cannot be used with/],
  [['serve', '--port', '70000'], /port from 0/],
  [['rankigs'], /Did you mean rankings/],
  [['serve', '--prot', '1'], /Did you mean --port/],
])('%j is refused in words', async (argv, sentence) => {
  expect(await parse(...argv)).toMatch(sentence)
})

test('every command has an example in its help', () => {
  const program = createProgram({} as Actions, () => {})
  const leaves = program.commands.flatMap((command) => (command.commands.length > 0 ? command.commands : [command]))
  expect(leaves.length).toBeGreaterThan(5)
  for (const command of leaves) {
    let help = ''
    command.configureOutput({ writeOut: (text) => (help += text) })
    command.outputHelp()
    expect(help).toMatch(/Example:\n {2}npx svc /)
    expect(help).toContain('--json')
    expect(help).toContain('--database')
  }
})
