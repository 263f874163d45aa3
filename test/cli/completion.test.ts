import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { svc } from '../support/process/svc.ts'

test.each([
  [['rep'], ['report']],
  [
    ['report', ''],
    ['run', 'list', 'show', 'compare', 'resume', 'kit'],
  ],
  [['report', 'run', '--dr'], ['--dry-run']],
  [
    ['report', 'run', '--plan', ''],
    ['QUICK', 'FULL', 'DEEP'],
  ],
  [
    ['rankings', 'run', '--engines', 'G'],
    ['GEMINI', 'GROK'],
  ],
  [['completion', 'f'], ['fish']],
])('%j is completed', async (words, proposed) => {
  const { code, out } = await svc(['complete', '--', ...words], { cwd: tmpdir() })
  const lines = out.split('\n').filter((line) => line !== '' && !line.startsWith(':'))
  expect(code).toBe(0)
  expect(lines.map((line) => line.split('\t')[0])).toEqual(proposed)
})

test.each(['bash', 'zsh', 'fish'])('the script for %s asks this checkout', async (shell) => {
  const { code, out } = await svc(['completion', shell], { cwd: tmpdir() })
  expect(code).toBe(0)
  expect(out).toMatch(/'[^']*\/svc' complete -- /)
})

test('another shell is refused', async () => {
  const { code, err } = await svc(['completion', 'tcsh'], { cwd: tmpdir() })
  expect(code).toBe(2)
  expect(err).toMatch(/Allowed choices are bash, zsh, fish/)
})

test.each([
  [['rankings', 'run', '--categories', '']],
  [['report', 'run', '--kit', 'k']],
  [['mentions', '']],
  [['store', 'backup', 'b']],
  [['plan', '--database', '']],
])('%j is left to the shell, which completes files', async (words) => {
  const { out } = await svc(['complete', '--', ...words], { cwd: tmpdir() })
  expect(out).toBe(':0\n')
})
