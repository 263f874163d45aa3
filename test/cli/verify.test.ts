import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../../pipeline/config/config.ts'
import { createSimulated } from '../../pipeline/engines/simulated/simulated.ts'
import { openStore } from '../../pipeline/store/driver/open.ts'
import { forged, SIGNING_KEY } from '../support/bundles.ts'
import { findMarker, findMarkerIn } from '../support/marker.ts'
import { ranMonth } from '../support/month.ts'
import { startSvc, svc } from '../support/process/svc.ts'
import { folderWithStore, freshFolder } from '../support/store/store.ts'

const CRM = { slug: 'crm', category: 'CRM software', questions: ['Which CRM is best?', 'Which CRM is cheap?'] }
const EXPORT = ['rankings', 'export', 'crm', '2026-11']
const env = { SVC_SIGNING_KEY: SIGNING_KEY }

/** A folder with a simulated month in its store. */
async function folder(): Promise<string> {
  const cwd = freshFolder()
  const db = await openStore(join(cwd, 'data', 'svc.db'), 0)
  await ranMonth(db, [CRM], { engines: [createSimulated('OPENAI')], simulated: true })
  await db.destroy()
  return cwd
}

const elsewhere = (args: readonly string[]) => svc(['verify', ...args], { cwd: freshFolder() })

/** Serves these bytes, and a redirect to them, on the loopback. */
async function served(bytes: Buffer): Promise<string> {
  const server = createServer((request, response) => {
    if (request.url === '/moved') response.writeHead(302, { location: '/bundle' }).end()
    else if (request.url === '/bundle') response.writeHead(200).end(bytes)
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('an exported month is rebuilt elsewhere without any setting, from a file or an address', async () => {
  const cwd = await folder()
  const exported = await svc([...EXPORT, '--json'], { cwd, env })
  expect({ code: exported.code, err: exported.err }).toEqual({ code: 0, err: '' })
  const { bundle } = JSON.parse(exported.out)
  expect(bundle).toMatchObject({ slug: 'crm', month: '2026-11', version: 1, simulated: true })
  expect(bundle.file).toBe('data/bundles/crm/2026-11.v1.jsonl.gz')
  const file = join(cwd, bundle.file)

  const text = await elsewhere([file])
  expect({ code: text.code, err: text.err }).toEqual({ code: 0, err: '' })
  expect(text.out).toMatch(/^Same: rankings\/crm\/2026-11 version 1 is rebuilt byte for byte from 4 replies/)
  expect(text.out).toContain('SIMULATED')
  expect(text.out).toContain(`Signed with the key ${bundle.publicKey}; compare it with /signing-key.txt`)
  const json = JSON.parse((await elsewhere([file, '--json'])).out)
  expect(json).toMatchObject({ same: true, simulated: true, replies: 4, samePackages: true, difference: null })

  const url = await served(readFileSync(file))
  expect(await elsewhere([`${url}/bundle`])).toEqual(text)
  for (const [path, sentence] of [
    ['moved', 'The address redirects elsewhere'],
    ['none', 'it answered with 404'],
  ])
    expect(await elsewhere([`${url}/${path}`])).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining(`${sentence}`),
    })

  await svc([...EXPORT, '--out', 'again.gz'], { cwd, env })
  expect(readFileSync(join(cwd, 'again.gz'))).toEqual(readFileSync(file))
})

test('a given key is compared, and a forged bundle differs', async () => {
  const cwd = await folder()
  const { out } = await svc([...EXPORT, '--out', 'b.gz', '--json'], { cwd, env })
  const key: string = JSON.parse(out).bundle.publicKey
  const file = join(cwd, 'b.gz')
  expect((await elsewhere([file, '--key', key])).out).toContain('Signed with the key given.')
  const lines = gunzipSync(readFileSync(file)).toString().trimEnd().split('\n')
  const own = forged(lines, 'ranking', (line) => line.replace('"answersCounted":4', '"answersCounted":5'))
  const ofOtherRules = forged(own, 'ranking', String, (manifest) => ({ ...manifest, detector: 'mentions-0' }))
  for (const each of [ofOtherRules, own]) {
    writeFileSync(file, gzipSync(`${each.join('\n')}\n`))
    expect(await elsewhere([file, '--key', key])).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining('signed with a different key'),
    })
  }
  const difference = { what: 'rankings/crm/2026-11 answersCounted', published: 5, derived: 4 }
  const json = await elsewhere([file, '--json'])
  expect(json.code).toBe(1)
  expect(JSON.parse(json.out)).toMatchObject({ same: false, difference })
  expect((await elsewhere([file])).out).toContain(
    'Not the same: rankings/crm/2026-11 version 1. First difference: rankings/crm/2026-11 answersCounted: published 5, derived 4\n',
  )
})

test('what is not a bundle is refused in a sentence', async () => {
  const cwd = freshFolder()
  writeFileSync(join(cwd, 'text'), 'hello\n')
  writeFileSync(join(cwd, 'empty'), '')
  writeFileSync(join(cwd, 'half.gz'), gzipSync('hello\n').subarray(0, 12))
  for (const [source = '', sentence] of [
    ['none', 'There is no such file.'],
    ['.', 'The file cannot be read; check its permissions.'],
    ['text', 'This is not a bundle that this version of svc can read.'],
    ['empty', 'The bundle is cut short; download it again.'],
    ['half.gz', 'The bundle is damaged or cut short; download it again.'],
    ['http://rankings.example/b', 'Give a file or an https address; http is for this machine only.'],
    ['ftp://rankings.example/b', 'Give a file or an https address; http is for this machine only.'],
    ['https://user@rankings.example/b', 'Give a file or an https address; http is for this machine only.'],
  ])
    expect(await svc(['verify', source], { cwd })).toEqual({ code: 1, out: '', err: `${sentence}\n` })
  expect((await svc(['verify', 'text', '--key', 'abc'], { cwd })).code).toBe(2)
})

test('an export removes what a killed one of the same file left, and nothing else', async () => {
  const cwd = await folder()
  const { child, ended } = startSvc(['--version'], { cwd })
  await ended
  const others = [`b.gz.${process.ppid}.part`, `c.gz.${child.pid}.part`, 'b.gz.part']
  for (const name of [`b.gz.${child.pid}.part`, ...others]) writeFileSync(join(cwd, name), 'half')
  expect(await svc([...EXPORT, '--out', 'b.gz'], { cwd, env })).toMatchObject({ code: 0, err: '' })
  expect(readdirSync(cwd).sort()).toEqual(['b.gz', 'data', ...others].sort())
})

test('without a key nothing is exported, and the key is in no output and no file', async () => {
  const cwd = await folder()
  const refused = await svc(EXPORT, { cwd })
  expect(refused).toMatchObject({ code: 1, out: '' })
  expect(refused.err).toContain('set SVC_SIGNING_KEY, which `./svc rankings key` generates')
  const wrong = await svc(EXPORT, { cwd, env: { SVC_SIGNING_KEY: 'short' } })
  expect(wrong).toMatchObject({ code: 2, err: expect.stringContaining('SVC_SIGNING_KEY must be 32 bytes') })
  expect(readdirSync(join(cwd, 'data'))).not.toContain('bundles')

  const key = randomBytes(32).toString('base64')
  const done = await svc([...EXPORT, '--json'], { cwd, env: { SVC_SIGNING_KEY: key } })
  expect(done.code).toBe(0)
  expect(findMarkerIn(`${done.out}${done.err}`, key)).toBeUndefined()
  const { file } = JSON.parse(done.out).bundle
  writeFileSync(join(cwd, 'unpacked'), gunzipSync(readFileSync(join(cwd, file))))
  expect(findMarker(cwd, key)).toEqual([])
})

test('a new key is printed with its public key, and is never the same twice', async () => {
  const cwd = freshFolder()
  const made = JSON.parse((await svc(['rankings', 'key', '--json'], { cwd })).out)
  expect(readConfig({ SVC_SIGNING_KEY: made.privateKey }).signingKey).toEqual(Buffer.from(made.privateKey, 'base64'))
  const text = (await svc(['rankings', 'key'], { cwd })).out
  expect(text).toMatch(/^SVC_SIGNING_KEY=[A-Za-z0-9+/]{43}=\n/)
  expect(text).not.toContain(made.privateKey)
  expect(readdirSync(cwd)).toEqual([])
})

test('a month that its replies don’t reproduce is not signed', async () => {
  const cwd = await folder()
  const db = await openStore(join(cwd, 'data', 'svc.db'), 0)
  await db.updateTable('replies').set({ body: '{}' }).execute()
  await db.destroy()
  const refused = await svc([...EXPORT, '--out', 'b.gz'], { cwd, env })
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('nothing was signed; `./svc audit`') })
  expect(readdirSync(cwd)).toEqual(['data'])
})

test('a month that is not published is not exported', async () => {
  const cwd = await folderWithStore()
  const none = await svc(EXPORT, { cwd, env })
  expect(none).toMatchObject({ code: 1, err: expect.stringContaining('No such ranking is published for that month') })
})
