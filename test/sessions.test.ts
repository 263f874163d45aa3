import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { commandsByName } from './support/process/program.ts'
import { commandsOf, replay } from './support/process/session.ts'

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

test.each([...(await commandsByName()).keys()])('svc %s has a session', (command) => {
  const called = commandsOf(page).some((line) => `${line} `.includes(`./svc ${command} `))
  expect(called).toBe(true)
})
