import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import type { Command } from 'commander'
import { expect, test } from 'vitest'
import { TERMS } from '../../cli/command/terms.ts'
import { createProgram } from '../../cli/index.ts'
import { PLANS } from '../../pipeline/contract/report.ts'
import { commandsByName, idleProgram } from '../support/process/program.ts'
import { startSvc, svc } from '../support/process/svc.ts'

/** A command's help in 80 columns. */
function helpOf(command: Command): string {
  let help = ''
  command.configureOutput({ writeOut: (text) => (help += text), getOutHelpWidth: () => 80 }).outputHelp()
  return help
}

test('the help of svc fits a screen of 80 columns and 24 rows and names every command', async () => {
  const program = await idleProgram()
  const lines = program.helpInformation().trimEnd().split('\n')
  expect(lines.length).toBeLessThanOrEqual(24)
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(80)
  const named = lines.slice(1, -1).flatMap((line) =>
    line
      .slice(10)
      .split(/ {2,}|: /)[0]
      ?.split(', '),
  )
  const shown = program.createHelp().visibleCommands(program)
  expect(named).toEqual(shown.map((command) => command.name()))
  // The verbs are left out where they don't fit; no summary is cut.
  for (const command of shown.filter((each) => lines.some((line) => line.slice(10).startsWith(`${each.name()}  `))))
    expect(
      lines.some((line) => line.endsWith(command.summary())),
      command.name(),
    ).toBe(true)
})

test('the terms describe the plans as they are', () => {
  const { QUICK, FULL, DEEP } = PLANS
  const size = ({ questions, engines, runs }: (typeof PLANS)['FULL']) => questions * engines.length * runs
  expect([QUICK.engines.join(), FULL.engines.length, DEEP.engines.length]).toEqual(['OPENAI,ANTHROPIC,GEMINI', 6, 6])
  const plan = (name: string, { questions, runs }: (typeof PLANS)['FULL'], to: string) =>
    `${name} puts ${questions} questions to ${to}, each ${runs} times`
  const report = TERMS.report.replaceAll('\n', ' ')
  expect(report).toContain(`${plan('QUICK', QUICK, 'OPENAI, ANTHROPIC and GEMINI')}: ${size(QUICK)} answers`)
  expect(report).toContain(`${plan('FULL', FULL, 'all six engines')}: ${size(FULL)} answers`)
  expect(report).toContain(`${plan('DEEP', DEEP, 'all six engines')}: ${size(DEEP)} answers`)
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
  for (const term of ['cell', 'scribe', 'United States', 'QUICK', 'FULL', 'DEEP', 'kit', 'Agent plan'])
    expect(readme).toContain(`**${term}**`)
})

test('a noun that is loaded by itself has the help that it has among all', async () => {
  const program = await idleProgram()
  for (const noun of program.createHelp().visibleCommands(program)) {
    const alone = await createProgram(() => async () => {}, noun.name())
    expect(alone.createHelp().visibleCommands(alone).map(helpOf)).toEqual([helpOf(noun)])
  }
})

test('every command has an example in its help, and takes --json and --database', async () => {
  const commands = await commandsByName()
  expect(commands.size).toBeGreaterThan(30)
  for (const [name, command] of commands) {
    const help = helpOf(command)
    expect(help).toMatch(/Example:\n {2}.*\.\/svc /)
    if (['mcp', 'completion'].includes(name)) continue
    expect(help).toContain('--json')
    // It needs nothing but the bundle.
    expect(help.includes('--database')).toBe(name !== 'verify')
  }
})

test('the help of each command fits 80 columns too, but for its example', async () => {
  for (const command of [...(await idleProgram()).commands, ...(await commandsByName()).values()]) {
    for (const line of helpOf(command)
      .replace(/\n *\.\/svc .*/, '')
      .split('\n'))
      expect(line.length, line).toBeLessThanOrEqual(80)
  }
})

test('the page of the commands matches their help', async () => {
  const sections = [...(await commandsByName()).values()].map((command) => {
    const help = helpOf(command)
    const [usage = ''] = help.split(' [options]')
    return `\n## ${usage.replace('Usage: ', '')}\n\n\`\`\`text\n${help.trim()}\n\`\`\`\n`
  })
  const page = `# The commands of svc

The \`--help\` of each command. [sessions.md](sessions.md) shows what they print.
${sections.join('')}`
  await expect(page).toMatchFileSnapshot('../../docs/commands.md')
})

test.each([
  [['report', 'run', '--domian', 'acme.com'], /unknown option '--domian' \(Did you mean --domain\?\)/],
  [['report', 'run', '--domain', 'acme.com'], /required option '--category <text>' not specified/],
  [['report', 'rum'], /unknown command 'rum' \(Did you mean run\?\)/],
  [['rankings', 'run', '--simulated'], /Did you mean --simulate\?/],
  [['rankings', 'show', 'evil\u001b[31m Slug'], /^argument 'slug': A slug is lower-case words/],
  [['report', 'list', 'more'], /Expected 0 arguments but got 1\.$/m],
])('%j is refused in one sentence', async (argv, sentence) => {
  const { code, out, err } = await svc(argv, { cwd: tmpdir() })
  expect({ code, out, lines: err.trimEnd().split('\n').length }).toEqual({ code: 2, out: '', lines: 1 })
  expect(err).toMatch(sentence)
})

test('help has no colours, wherever it goes', async () => {
  const { out } = await startSvc(['report', 'run', '--help'], { cwd: tmpdir(), env: { FORCE_COLOR: '1' } }).ended
  expect(out).toContain('Usage: svc report run')
  expect(out).not.toContain('\u001b')
})

test.each([
  [['help', 'report', 'run'], /^Usage: svc report run /],
  [['help'], /^svc: does AI name a product\?/],
  [['--version'], /^\d+\.\d+\.\d+\n$/],
])('%j is understood', async (argv, start) => {
  const { code, out, err } = await svc(argv, { cwd: tmpdir() })
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(out).toMatch(start)
})
