import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'

const LAUNCHER = fileURLToPath(new URL('../../svc', import.meta.url))

/** A folder, with a blank in its name, in which a `node` lies that is none. */
function strangeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'svc launcher '))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const node = join(folder, 'node')
  writeFileSync(node, '#!/bin/sh\nexit 9\n')
  chmodSync(node, 0o755)
  return folder
}

test.each(['its path', 'a symbolic link'])('svc runs from another folder by %s, on its own Node', (way) => {
  const cwd = strangeFolder()
  const link = join(cwd, 'svc')
  symlinkSync(LAUNCHER, link)
  const args = ['prompts', 'suggest', '--category', 'CRM software', '--count', '2']
  const env = { PATH: `${cwd}:${process.env.PATH}` }
  const out = execFileSync(way === 'its path' ? LAUNCHER : link, args, { cwd, env, encoding: 'utf8' })
  expect(out.trim().split('\n')).toHaveLength(2)
})
