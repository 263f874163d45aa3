import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { readConfig } from '../pipeline/config/config.ts'
import { understood } from './support/process/program.ts'
import { VARIABLES } from './support/variables.ts'

const ROOT = new URL('../', import.meta.url)
const file = (name: string) => readFileSync(new URL(name, ROOT), 'utf8')

/** The flags that the words give the command of svc that they run. */
async function flagsOf(words: readonly string[]): Promise<Record<string, unknown>> {
  return (await understood(words)).at(-1) as Record<string, unknown>
}

interface Service {
  readonly image?: string
  readonly command?: string
  readonly environment?: Readonly<Record<string, string>>
  readonly env_file?: string
  readonly volumes?: readonly string[]
  readonly healthcheck?: { readonly test?: readonly string[] }
}

const compose = parse(file('compose.yaml'), { merge: true }) as {
  readonly services: Readonly<Record<string, Service>>
  readonly volumes: Readonly<Record<string, null>>
}
const units = readdirSync(new URL('deploy/', ROOT)).filter((name) => name.endsWith('.service'))

/** The values of a unit's setting, in order. */
function settings(unit: string, name: string): string[] {
  const lines = file(`deploy/${unit}`).split('\n')
  return lines.flatMap((line) => (line.startsWith(`${name}=`) ? [line.slice(name.length + 1)] : []))
}

/** The instruction's arguments in the image's file: what stands as JSON, or the words. */
function instructions(name: string): string[] {
  const lines = file('Dockerfile').replaceAll('\\\n', ' ').split('\n')
  return lines.flatMap((line) => (line.startsWith(`${name} `) ? [line.slice(name.length + 1).trim()] : []))
}

test.each(units)('%s runs a command that svc has, on settings that it reads', async (unit) => {
  const [line = '', ...others] = settings(unit, 'ExecStart')
  expect(others).toEqual([])
  const [launcher, ...words] = line.replaceAll('%i', '1').split(' ')
  expect(launcher).toBe('/opt/svc/svc')
  await flagsOf(words)
  const set = Object.fromEntries(
    settings(unit, 'Environment')
      .flatMap((each) => each.split(' '))
      .map((each) => each.split('=')),
  )
  expect(Object.keys(set).filter((name) => !VARIABLES.includes(name))).toEqual([])
  expect(readConfig(set).siteDir).toBe('/var/lib/svc/site')
})

test.each(units)('%s may write its own folders and nothing else, and gains no right', (unit) => {
  for (const [name, value] of [
    ['User', 'svc'],
    ['NoNewPrivileges', 'yes'],
    ['ProtectSystem', 'strict'],
    ['StateDirectory', 'svc'],
    ['EnvironmentFile', '/etc/svc/env'],
    ['CapabilityBoundingSet', ''],
  ] as const)
    expect([name, settings(unit, name)]).toEqual([name, [value]])
  expect(settings(unit, 'ReadWritePaths')).toEqual([])
})

test('the alert starts whatever the exit code of the run, and finds out itself whether the operator was told', () => {
  expect(settings('svc-rankings.service', 'OnFailure')).toEqual(['svc-rankings-failed.service'])
  expect(settings('svc-rankings-failed.service', 'ExecCondition')).toEqual([])
})

test('the timer belongs to the unit of the monthly batch', () => {
  expect(readdirSync(new URL('deploy/', ROOT)).sort()).toEqual([
    'Caddyfile',
    'nginx.conf',
    'svc-rankings-failed.service',
    'svc-rankings.service',
    'svc-rankings.timer',
    'svc-serve.service',
    'svc-worker@.service',
  ])
  expect(file('deploy/svc-rankings.timer')).toMatch(/^OnCalendar=\*-\*-\* \d\d:\d\d:\d\d UTC$/m)
})

test.each(Object.entries(compose.services).filter(([, { command }]) => command !== undefined))(
  'the service %s of compose.yaml runs a command that svc has, on settings that it reads',
  async (_, service) => {
    await flagsOf(service.command?.split(' ') ?? [])
    const { POSTGRES_PASSWORD: __, ...names } = service.environment ?? {}
    expect(Object.keys(names).filter((name) => !VARIABLES.includes(name))).toEqual([])
    expect(service.env_file).toBe('.env')
    for (const volume of service.volumes ?? [])
      expect(volume).toMatch(new RegExp(`^(\\./|(${Object.keys(compose.volumes).join('|')}):)`))
  },
)

test('compose.yaml publishes and checks the ports on which the commands listen', async () => {
  const { server, worker } = compose.services
  expect(Object.keys(compose.services).sort()).toEqual(['postgres', 'rankings', 'server', 'worker'])
  expect(await flagsOf(server?.command?.split(' ') ?? [])).toMatchObject({ host: '0.0.0.0', port: 8080, workers: 0 })
  const metrics = await flagsOf(worker?.command?.split(' ') ?? [])
  expect(worker?.healthcheck?.test?.at(-1)).toContain(`http://127.0.0.1:${metrics.metricsPort}/metrics`)
  expect(JSON.stringify(server)).toContain('"127.0.0.1:8080:8080"')
})

test('the image is built and runs on the Node that the tests run on', () => {
  const { dependencies } = JSON.parse(file('package.json'))
  const images = instructions('FROM').map((image) => image.replace(' AS packages', '').split('@'))
  expect(images.map(([tag]) => tag)).toEqual(Array(2).fill(`node:${dependencies.node}-slim`))
  expect(new Set(images.map(([, digest]) => digest)).size).toBe(1)
})

test('images of others are pinned by their digest', () => {
  const pinned = /^[\w.:-]+@sha256:[0-9a-f]{64}( AS packages)?$/
  for (const image of instructions('FROM')) expect(image).toMatch(pinned)
  expect(compose.services.postgres?.image).toMatch(pinned)
})

test('the image serves where it is checked, as an unprivileged user, and keeps its data in its volume', async () => {
  expect(JSON.parse(instructions('ENTRYPOINT')[0] ?? '')).toEqual(['node', '/app/cli/svc.js'])
  const flags = await flagsOf(JSON.parse(instructions('CMD').at(-1) ?? ''))
  expect(flags).toMatchObject({ host: '0.0.0.0', port: 8080 })
  expect(instructions('HEALTHCHECK')[0]).toContain(`http://127.0.0.1:${flags.port}/readyz`)
  expect(instructions('EXPOSE')).toEqual([String(flags.port)])
  expect(instructions('USER')).toEqual(['node'])
  const set = Object.fromEntries(instructions('ENV').map((each) => each.split('=')))
  expect(Object.keys(set).filter((name) => name !== 'NODE_ENV' && !VARIABLES.includes(name))).toEqual([])
  const { database, siteDir, mail } = readConfig(set)
  const [volume = ''] = instructions('VOLUME')
  for (const path of [database, siteDir, mail.dir]) expect(path.startsWith(`${volume}/`)).toBe(true)
})

test('the image holds every folder of the program, and no secret or test', () => {
  const lines = file('.dockerignore')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
  expect(lines[0]).toBe('*')
  const taken = lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1))
  expect(taken.sort()).toEqual([
    'LICENSE',
    'cli',
    'package-lock.json',
    'package.json',
    'pipeline',
    'server',
    'site',
    'templates',
  ])
})
