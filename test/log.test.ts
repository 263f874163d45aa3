import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { transformSync } from 'esbuild'
import { expect, onTestFinished, test } from 'vitest'
import { createLogger, type Log, type LogLevel } from '../pipeline/log.ts'

/** A log with the lines that it wrote, as they went out. */
function logAt(level: LogLevel): { log: Log; lines: string[] } {
  const lines: string[] = []
  return { log: createLogger(level, { write: (line) => void lines.push(line) }), lines }
}

test('a line is a JSON object with level, time, event and fields', () => {
  const { log, lines } = logAt('info')
  log.info('answered', { requestId: 'request-0001', status: 200, reused: false, report: null })
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatch(/\}\n$/)
  const line = JSON.parse(lines[0] ?? '')
  expect(line).toEqual({
    level: 'info',
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    requestId: 'request-0001',
    status: 200,
    reused: false,
    report: null,
    msg: 'answered',
  })
})

test.each([
  ['debug', ['debug', 'info', 'warn', 'error']],
  ['info', ['info', 'warn', 'error']],
  ['warn', ['warn', 'error']],
  ['silent', []],
] as const)('at %s it writes %j', (level, written) => {
  const { log, lines } = logAt(level)
  log.debug('said')
  log.info('said')
  log.warn('said')
  log.fault('said', new Error('why'))
  expect(lines.map((line) => JSON.parse(line).level)).toEqual(written)
})

test.each([
  'authorization',
  'cookie',
  'key',
  'apiKey',
  'providerKeys',
  'password',
  'secret',
  'token',
  'body',
  'text',
  'email',
  'recipient',
])('a field named %s is redacted on every level', (name) => {
  const { log, lines } = logAt('debug')
  const fields = { [name]: 'marker-0123' }
  log.debug('said', fields)
  log.info('said', fields)
  log.warn('said', fields)
  log.fault('said', new Error('why'), fields)
  expect(lines).toHaveLength(4)
  for (const line of lines) expect(JSON.parse(line)[name]).toBe('[redacted]')
  expect(lines.join('')).not.toContain('marker')
})

test('our API keys and bearer tokens are redacted in any value', () => {
  const { log, lines } = logAt('info')
  log.warn('said', { detail: 'with svc_MarkerMarkerMarkerMarkerMarker1 and', header: 'bearer marker-2' })
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ detail: 'with [redacted] and', header: '[redacted]' })
})

test('a value is truncated and cannot start another line', () => {
  const { log, lines } = logAt('info')
  log.info('said', { path: `/v1/${'x'.repeat(10_000)}`, agent: 'one\n{"level":"info"}\r\ntwo' })
  expect(lines).toHaveLength(1)
  expect(lines[0]?.length).toBeLessThan(800)
  expect(lines[0]?.trimEnd()).not.toMatch(/[\r\n]/)
})

test('an error is logged with name, code and locations, but not its message', () => {
  const { log, lines } = logAt('info')
  const cause = Object.assign(new TypeError('Invalid header value "marker-0123"'), { code: 'ERR_INVALID_CHAR' })
  const fault = new Error('marker-4567\n    at /marker-8901:1:1\nand on', { cause })
  log.fault('A request failed.', fault, { requestId: 'request-0001' })
  const line = JSON.parse(lines[0] ?? '')
  expect(line).toMatchObject({ msg: 'A request failed.', requestId: 'request-0001' })
  expect(line.fault).toBe('Error < TypeError ERR_INVALID_CHAR')
  expect(line.at).toMatch(/test\/log\.test\.ts:\d+:\d+/)
  expect(lines.join('')).not.toContain('marker')
})

test('the locations of compiled code are those of its source', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-log-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const source = "// A comment.\n\nexport function fails(): Error {\n  return new Error('marker-0123')\n}\n"
  const { code, map } = transformSync(source, {
    loader: 'ts',
    sourcefile: '../thrower.ts',
    sourcemap: 'external',
    minifyWhitespace: true,
  })
  writeFileSync(join(folder, 'thrower.js'), code)
  writeFileSync(join(folder, 'thrower.js.map'), map)
  const { fails } = await import(pathToFileURL(join(folder, 'thrower.js')).href)
  const { log, lines } = logAt('info')
  log.fault('A request failed.', fails())
  expect(JSON.parse(lines[0] ?? '').at).toMatch(new RegExp(`^${join(folder, '../thrower.ts')}:4:10 `))
})

test('an error of PostgreSQL is logged with its SQLSTATE', () => {
  const { log, lines } = logAt('info')
  log.fault('A request failed.', Object.assign(new Error('x'), { name: 'error', code: '25006' }))
  expect(JSON.parse(lines[0] ?? '').fault).toBe('error 25006')
})

test.each([
  ['a name', Object.assign(new Error('x'), { name: 'marker 0123' })],
  ['a code', Object.assign(new Error('x'), { code: 'marker-0123' })],
  ['a value thrown', 'marker-0123'],
  ['a plain object', { message: 'marker-0123' }],
])('%s that could hold anything is left out', (_, fault) => {
  const { log, lines } = logAt('info')
  log.fault('A request failed.', fault)
  expect(lines).toHaveLength(1)
  expect(lines.join('')).not.toContain('marker')
})

test('a circular chain of causes ends', () => {
  const { log, lines } = logAt('info')
  const fault = new Error('x')
  fault.cause = fault
  log.fault('A request failed.', fault)
  expect(JSON.parse(lines[0] ?? '').fault).toBe('Error < Error < Error < Error')
})
