import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

/** A program that says whether it was compiled, a word of another source, and what a template of its own says. */
const MAIN = `export async function main() {
  const { readFileSync } = await import('node:fs')
  const { word } = await import('../pipeline/word.ts')
  const kind: string = import.meta.url.includes('.compiled') ? 'compiled' : 'source'
  console.log(kind, word, readFileSync(import.meta.dirname + '/../templates/page.txt', 'utf8'))
  return 0
}
`

/** A small checkout: our launcher and compiler, and a program of two sources and a template. */
function checkout() {
  const root = mkdtempSync(join(tmpdir(), 'svc checkout '))
  onTestFinished(() => rmSync(root, { recursive: true }))
  for (const folder of ['cli/start', 'pipeline', 'templates']) mkdirSync(join(root, folder), { recursive: true })
  symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'))
  for (const name of ['svc.js', 'start/compiled.js', 'start/heap.js', 'start/compile.ts'])
    cpSync(join(ROOT, 'cli', name), join(root, 'cli', name))
  const write = (path: string, text: string) => writeFileSync(join(root, path), text)
  write('package.json', '{"type": "module"}')
  write('package-lock.json', '{}')
  write('cli/main.ts', MAIN)
  write('pipeline/word.ts', "export const word: string = 'first'\n")
  write('templates/page.txt', 'page')
  const node = (...args: string[]) => execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8' }).trimEnd()
  return {
    root,
    write,
    compile: () => node('cli/start/compile.ts'),
    says: (...args: string[]) => node('cli/svc.js', ...args),
    programs: () => readdirSync(join(root, 'cli/.compiled')).filter((name) => name !== 'newest.json'),
  }
}

test('a command runs the compiled program, which finds its templates', () => {
  const { compile, says } = checkout()
  expect(says('answers')).toBe('source first page')
  compile()
  expect(says('answers')).toBe('compiled first page')
})

test('a command runs the sources where the compiled program was removed', () => {
  const { compile, programs, root, says } = checkout()
  compile()
  for (const name of programs()) rmSync(join(root, 'cli/.compiled', name), { recursive: true })
  expect(says('answers')).toBe('source first page')
})

test('help without a noun runs the sources', () => {
  const { compile, says } = checkout()
  compile()
  expect(says('--help')).toBe('source first page')
  expect(says()).toBe('source first page')
})

test.each([
  [
    'is longer',
    ({ write }: ReturnType<typeof checkout>) => write('pipeline/word.ts', "export const word = 'changed'\n"),
  ],
  ['was written in another second', ({ root }) => utimesSync(join(root, 'pipeline/word.ts'), 1, 1)],
  ['is gone', ({ root }) => rmSync(join(root, 'package-lock.json'))],
])('a command runs the sources once one of them %s', (_, change) => {
  const made = checkout()
  made.compile()
  change(made)
  expect(made.says('answers')).toMatch(/^source (?:first|changed) page$/)
  made.compile()
  expect(made.says('answers')).toMatch(/^compiled (?:first|changed) page$/)
})

test('the program before the newest stays, for the processes that it runs in', () => {
  const { compile, programs } = checkout()
  compile()
  const [first] = programs()
  compile()
  const both = programs()
  expect(both).toHaveLength(2)
  expect(both).toContain(first)
  compile()
  expect(programs()).toHaveLength(2)
  expect(programs()).not.toContain(first)
})
