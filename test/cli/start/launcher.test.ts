import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'

const HEAP = new URL('../../../cli/start/heap.js', import.meta.url).href
const LAUNCHER = fileURLToPath(new URL('../../../svc', import.meta.url))

/** A folder, with a blank in its name, in which a `node` lies that is none. */
function strangeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'svc launcher '))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const node = join(folder, 'node')
  writeFileSync(node, '#!/bin/sh\nexit 9\n')
  chmodSync(node, 0o755)
  return folder
}

/** Prints the bytes of the space in which V8 puts new objects. */
const NEW_SPACE = `import v8 from 'node:v8'
console.log(v8.getHeapSpaceStatistics().find((each) => each.space_name === 'new_space').space_size)`

test.each([
  ['--version', 4],
  ['rankings', 1],
])('svc %s starts with %s MB for the garbage that loading code makes', (noun, megabytes) => {
  const env = { ...process.env, NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(NEW_SPACE)}` }
  const out = execFileSync(LAUNCHER, [noun, '--help'], { env, encoding: 'utf8' })
  expect(Number.parseInt(out, 10)).toBe(megabytes * 2 ** 20)
})

test.each([
  ['serve', true],
  ['rankings', false],
])('with svc %s the room for new objects grows: %s', (noun, grows) => {
  const survivors = `const all = []; for (let at = 0; at < 800_000; at += 1) all[at % 20_000] = { at, of: [at] }`
  const script = `await import(${JSON.stringify(HEAP)}); ${survivors}; ${NEW_SPACE}`
  const args = ['--input-type=module', '-e', script, 'svc', noun]
  const bytes = Number(execFileSync(process.execPath, args, { encoding: 'utf8' }))
  expect(bytes > 16 * 2 ** 20).toBe(grows)
})

test.each([
  ['serve', 'undefined'],
  ['rankings', 'function'],
])('with svc %s the collector of garbage is there to call: %s', (noun, type) => {
  const script = `await import(${JSON.stringify(HEAP)}); console.log(typeof globalThis.gc)`
  const args = ['--input-type=module', '-e', script, 'svc', noun]
  expect(execFileSync(process.execPath, args, { encoding: 'utf8' }).trimEnd()).toBe(type)
})

test.each([
  ['serve', undefined],
  ['--version', '131072'],
])('with svc %s glibc gives freed memory back from %s bytes on', (noun, threshold) => {
  const script = 'console.log(JSON.stringify({ is: process.env.MALLOC_TRIM_THRESHOLD_ })); process.exit()'
  const env = { ...process.env, NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}` }
  const out = execFileSync(LAUNCHER, [noun], { env, encoding: 'utf8' })
  expect(JSON.parse(out)).toEqual({ is: threshold })
})

/** Says at the end whether the settings of V8's heap were loaded. */
const WATCH = `import { registerHooks } from 'node:module'
let isLoaded = false
registerHooks({ load: (url, context, next) => { isLoaded ||= url.endsWith('/cli/start/heap.js'); return next(url, context) } })
process.on('exit', () => console.log(isLoaded))`

test.each([
  [['prompts', 'suggest', '--category', 'CRM'], 'true'],
  [['--help'], 'false'],
])('V8 is set up for svc %j: %s', (args, isSetUp) => {
  const env = { ...process.env, NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(WATCH)}` }
  const out = execFileSync(LAUNCHER, args, { env, encoding: 'utf8' })
  expect(out.trimEnd().split('\n').at(-1)).toBe(isSetUp)
})

test.each(['its path', 'a symbolic link'])('svc runs from another folder by %s, on its own Node', (way) => {
  const cwd = strangeFolder()
  const link = join(cwd, 'svc')
  symlinkSync(LAUNCHER, link)
  const args = ['prompts', 'suggest', '--category', 'CRM software', '--count', '2']
  const env = { PATH: `${cwd}:${process.env.PATH}` }
  const out = execFileSync(way === 'its path' ? LAUNCHER : link, args, { cwd, env, encoding: 'utf8' })
  expect(out.trim().split('\n')).toHaveLength(2)
})
