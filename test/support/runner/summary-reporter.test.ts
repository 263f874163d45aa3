import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'

const MODULES = join(import.meta.dirname, '../../../node_modules')
const CONFIG = `
import { summaryReporter } from ${JSON.stringify(join(import.meta.dirname, 'summary-reporter.ts'))}
export default { test: { include: ['*.test.ts'], reporters: ['default', summaryReporter(['§1.1', '§2.1.10'])] } }
`
const IMPORTS = "import { afterAll, beforeAll, describe, expect, it } from 'vitest'\n"
const PASSES = "it('passes §1.1 §2.1.10', () => { expect(1).toBe(1) })\n"
const folders: string[] = []

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

/** Runs Vitest over these files in a process of its own: the lines on standard output and the exit code. */
async function runFiles(
  files: Readonly<Record<string, string>>,
  ...filters: string[]
): Promise<{ lines: string[]; code: number }> {
  const root = mkdtempSync(join(tmpdir(), 'svc-reporter-'))
  folders.push(root)
  symlinkSync(MODULES, join(root, 'node_modules'))
  writeFileSync(join(root, 'package.json'), '{"type": "module"}')
  writeFileSync(join(root, 'vitest.config.ts'), CONFIG)
  for (const [name, text] of Object.entries(files)) writeFileSync(join(root, name), text)
  return new Promise((resolve) => {
    const vitest = join(MODULES, 'vitest/vitest.mjs')
    const options = { cwd: root, env: { PATH: process.env.PATH, NO_COLOR: '1' } }
    execFile(process.execPath, [vitest, 'run', ...filters], options, (error, stdout) => {
      resolve({ lines: stdout.trimEnd().split('\n'), code: typeof error?.code === 'number' ? error.code : 0 })
    })
  })
}

it('ends a run in which everything passed with its count', async () => {
  const { lines, code } = await runFiles({ 'a.test.ts': IMPORTS + PASSES, 'b.test.ts': IMPORTS + PASSES })
  expect(lines.at(-1)).toBe('2 passed, 0 failed')
  expect(lines.filter((line) => line.startsWith('failed: '))).toEqual([])
  expect(code).toBe(0)
})

it('names and counts everything that is not a test that passed', async () => {
  const { lines, code } = await runFiles({
    'a.test.ts': `${IMPORTS}${PASSES}
      it('fails', () => { expect(1).toBe(2) })
      it.skip('waits', () => {})
      it.todo('comes later')
      describe('a group', () => {
        beforeAll(() => { throw new Error('no') })
        it('never starts', () => {})
      })
      describe('another group', () => {
        afterAll(() => { throw new Error('no') })
        it('is left untidy', () => { expect(1).toBe(1) })
      })
      it('lets go', () => { Promise.reject(new Error('nobody caught this')); expect(1).toBe(1) })`,
    'broken.test.ts': "import './absent.ts'\n",
    'void.test.ts': '',
  })
  expect(lines.slice(-10)).toEqual([
    'failed: a.test.ts > fails',
    'failed: a.test.ts > waits: skipped',
    'failed: a.test.ts > comes later: to do',
    'failed: a.test.ts > a group > never starts: skipped',
    'failed: broken.test.ts: failed outside of its tests',
    'failed: void.test.ts: failed outside of its tests',
    'failed: a.test.ts > a group: its hook failed',
    'failed: a.test.ts > another group: its hook failed',
    'failed: unhandled error: nobody caught this',
    '3 passed, 9 failed',
  ])
  expect(code).toBe(1)
})

it('fails a run whose only flaw is a skipped test', async () => {
  const { lines, code } = await runFiles({ 'a.test.ts': `${IMPORTS}${PASSES}it.skip('waits', () => {})\n` })
  expect(lines.slice(-2)).toEqual(['failed: a.test.ts > waits: skipped', '1 passed, 1 failed'])
  expect(code).toBe(1)
})

it('fails a whole run if no test of a clause passed, or a name has an unknown clause', async () => {
  const files = {
    'a.test.ts': `${IMPORTS}it('proves §1.1', () => { expect(1).toBe(1) })
      it('tries §2.1.10', () => { expect(1).toBe(2) })
      it('proves §2.1', () => { expect(1).toBe(1) })`,
    'b.test.ts': `${IMPORTS}it('proves nothing', () => { expect(1).toBe(1) })`,
  }
  expect((await runFiles(files)).lines.slice(-4)).toEqual([
    'failed: a.test.ts > tries §2.1.10',
    'failed: a.test.ts > proves §2.1: there is no clause §2.1',
    'failed: §2.1.10: no test with this clause in its name passed',
    '3 passed, 3 failed',
  ])
  expect((await runFiles(files, 'b.test.ts')).lines.at(-1)).toBe('1 passed, 0 failed')
})

it('fails a run without a test', async () => {
  const { lines, code } = await runFiles({ 'a.test.ts': '' }, 'b.test.ts')
  expect(lines.at(-1)).toBe('0 passed, 1 failed')
  expect(code).toBe(1)
})
