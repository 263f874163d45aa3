import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Actions } from '../cli/index.ts'
import { createProgram } from '../cli/index.ts'
import { commandsOf, replay } from './support/session.ts'

const PAGE = '../docs/sessions.md'
const page = readFileSync(new URL(PAGE, import.meta.url), 'utf8')

test('the sessions in the docs print what they show', { timeout: 300_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-session-'))
  try {
    await expect(await replay(page, folder)).toMatchFileSnapshot(PAGE)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

const program = createProgram({} as Actions, () => {})
const commands = program
  .createHelp()
  .visibleCommands(program)
  .flatMap((command) =>
    command.commands.length > 0 ? command.commands.map((verb) => `${command.name()} ${verb.name()}`) : [command.name()],
  )

test.each(commands.map((command) => [command]))('svc %s has a session', (command) => {
  const called = commandsOf(page).some((line) => `${line} `.includes(`./svc ${command} `))
  expect(called).toBe(true)
})
