import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { svc } from '../support/process/svc.ts'
import { freshFolder } from '../support/store/store.ts'

const ENTRY = fileURLToPath(new URL('../../cli/svc.js', import.meta.url))
const ANSWER = '- **HubSpot** is what most pick.\n- Acme and **Pipedrive** are cheaper.'

async function mentions(args: string[], input?: string) {
  const cwd = freshFolder()
  if (input === undefined) return svc(['mentions', ...args], { cwd })
  writeFileSync(join(cwd, 'input'), input)
  return svc(['mentions', ...args, 'input'], { cwd })
}

test('a text is explained name by name', async () => {
  const { code, out } = await mentions(['--brand', 'Acme', '--domain', 'acme.com'], ANSWER)
  expect(code).toBe(0)
  expect(out).toMatch(/^Acme is named, at position 2 of 3\.\n/)
  expect(out).toMatch(/^1 {2}HubSpot +layout .*\[HubSpot\]/m)
  expect(out).toMatch(/^3 {2}Pipedrive .*\[Pipedrive\]/m)
})

test('a refused name is shown with the reason', async () => {
  const { out } = await mentions(['--domain', 'tide.co'], 'A rising tide lifts all boats. **HubSpot** is fine.')
  expect(out).toMatch(/^Tide is not named\.\n/)
  expect(out).toMatch(/^Tide +an ordinary word.*\[tide\]/m)
})

test('a file is read, and --json gives both lists', async () => {
  const { out } = await mentions(['--json'], ANSWER)
  const { mentions: named, refused } = JSON.parse(out)
  expect(named.map(({ brand }: { brand: string }) => brand)).toEqual(['HubSpot', 'Pipedrive'])
  for (const { brand, start, end } of named) expect(ANSWER.slice(start, end)).toBe(brand)
  expect(refused).toEqual([])
})

test('lines of JSON give lines of JSON, in order', async () => {
  const product = { brand: 'Acme', domain: 'https://www.acme.com/x' }
  const lines = [
    { id: 'a', answer: ANSWER, product, names: [{ name: 'HubSpot', domain: 'hubspot.com' }] },
    { id: 2, answer: 'It depends on what you need.', product, citations: [{ url: 'https://acme.com' }] },
  ]
  const { code, out } = await mentions(['--jsonl'], `${lines.map((line) => JSON.stringify(line)).join('\n')}\n\n`)
  expect(code).toBe(0)
  const [first, second] = out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(first).toMatchObject({ id: 'a', productNamed: true, productPosition: 2 })
  expect(first.brands[0]).toEqual({ name: 'HubSpot', start: 4, end: 11, rule: expect.any(String) })
  expect(second).toEqual({ id: 2, productNamed: false, productPosition: null, brands: [] })
})

test('a reading decides, and each name says why it counts or not', async () => {
  const answer = 'Quontora’s main strength is price. It works with Zapline.'
  const reading = [
    { name: 'Quontora', role: 'choice' },
    { name: 'Zapline', role: 'passing', domain: null },
    { name: 'Elsewhere', role: 'choice' },
  ]
  const { out } = await mentions(['--jsonl', '--json'], `${JSON.stringify({ id: 1, answer, reading })}\n`)
  expect(JSON.parse(out)).toMatchObject({
    brands: [{ name: 'Quontora', start: 0, end: 8, rule: 'read' }],
    refused: [{ name: 'Zapline', start: 49, end: 56, reason: 'passing' }],
    unverified: ['Elsewhere'],
  })
})

test('each line of input gives a line of output at once', async () => {
  const child = spawn(process.execPath, [ENTRY, 'mentions', '--jsonl'], { cwd: tmpdir() })
  for (const id of [1, 2]) {
    child.stdin.write(`${JSON.stringify({ id, answer: ANSWER })}\n`)
    const [line] = await once(child.stdout, 'data')
    expect(JSON.parse(String(line))).toMatchObject({ id })
  }
  child.stdin.end()
  await once(child, 'close')
})

test('the first line may begin with a byte order mark', async () => {
  const { out } = await mentions(['--jsonl'], `\ufeff${JSON.stringify({ id: 1, answer: ANSWER })}\n`)
  expect(JSON.parse(out)).toMatchObject({ id: 1 })
})

test('only a line feed ends a line, which may have other line separators within', async () => {
  const line = JSON.stringify({ id: 1, answer: '**HubSpot**\u2028or\u2029**Pipedrive**' })
  expect(line).toContain('\u2028')
  const { code, out } = await mentions(['--jsonl'], `${line}\r\n`)
  expect(code).toBe(0)
  expect(JSON.parse(out).brands).toMatchObject([{ name: 'HubSpot' }, { name: 'Pipedrive' }])
})

test('it ends once nobody reads its output, though its input continues', async () => {
  const child = spawn(process.execPath, [ENTRY, 'mentions', '--jsonl'], { cwd: tmpdir() })
  onTestFinished(() => void child.kill())
  const line = `${JSON.stringify({ id: 1, answer: ANSWER })}\n`
  child.stdin.on('error', () => {}).write(line)
  await once(child.stdout, 'data')
  child.stdout.destroy()
  const feed = () => void child.stdin.write(line, (fault) => (fault ? undefined : setImmediate(feed)))
  feed()
  expect(await once(child, 'exit')).toEqual([0, null])
})

test('a malformed line ends it, though its input stays open', async () => {
  const child = spawn(process.execPath, [ENTRY, 'mentions', '--jsonl'], { cwd: tmpdir() })
  onTestFinished(() => void child.kill())
  child.stdin.write('bad\n')
  expect(await once(child, 'exit')).toEqual([2, null])
})

test('the results of lines before a malformed one are printed', async () => {
  const { code, out, err } = await mentions(['--jsonl'], '{"id":1,"answer":"x"}\n{"id"')
  expect({ code, err }).toEqual({
    code: 2,
    err: 'Line 2 is not JSON; each line must be one object with id and answer.\n',
  })
  expect(JSON.parse(out)).toMatchObject({ id: 1 })
})

test.each([
  [['--jsonl'], '{"id":1,"answer":5}', 'Line 1 has invalid fields: answer.\n'],
  [['--brand', 'Acme'], '', "Give the product's --domain too, such as acme.com.\n"],
  [['--domain', 'no domain'], '', '--domain is not a domain; give one such as acme.com.\n'],
  [['no-such-file.md'], undefined, 'The file cannot be read; check its path.\n'],
])('%j with %j is refused in one sentence', async (args, input, sentence) => {
  expect(await mentions(args, input)).toEqual({ code: 2, out: '', err: sentence })
})

/**
 * Says at the end whether zod was loaded, which takes longer than all else that `svc mentions` loads. It is known by its
 * code, because `npm ci` compiles it into a file of another name.
 */
const WATCH = `import { registerHooks } from 'node:module'
let isLoaded = false
registerHooks({ load: (url, context, next) => {
  const loaded = next(url, context)
  isLoaded ||= String(loaded.source).includes('$constructor("ZodError"')
  return loaded
} })
process.on('exit', () => process.stderr.write(String(isLoaded)))`

test.each([
  ['svc --help', ['--help'], 'false'],
  ['svc mentions', ['mentions'], 'false'],
  ['svc mentions --jsonl', ['mentions', '--jsonl'], 'true'],
])('%s loads zod only to check lines', (_, args, isLoaded) => {
  const watched = [`--import=data:text/javascript,${encodeURIComponent(WATCH)}`, ENTRY, ...args]
  const { stderr, status } = spawnSync(process.execPath, watched, { input: '{"id": 1, "answer": "Acme"}' })
  expect({ status, isLoaded: String(stderr) }).toEqual({ status: 0, isLoaded })
})
