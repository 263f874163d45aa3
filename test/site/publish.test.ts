import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { watch } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openStore } from '../../pipeline/store/driver/open.ts'
import { MARKER, SiteRefusal } from '../../site/folders.ts'
import { publishSite } from '../../site/publish.ts'

let parent: string
let siteDir: string
const siteUrl = 'http://127.0.0.1:8080'
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'svc-publish-'))
  siteDir = join(parent, 'site')
})
afterEach(() => rm(parent, { recursive: true, force: true, maxRetries: 5 }))

async function oldSite(): Promise<void> {
  await mkdir(siteDir)
  await writeFile(join(siteDir, MARKER), '')
  await writeFile(join(siteDir, 'index.html'), 'old')
}

test('a build that fails leaves the old site, and says why in a sentence', { timeout: 120_000 }, async () => {
  await oldSite()
  const failed = publishSite({ database: join(parent, 'none.db'), siteDir, siteUrl })
  await expect(failed).rejects.toThrow(SiteRefusal)
  await expect(failed).rejects.toThrow(/^The site was not built; .*\nThe store can't be opened \(there is no such file/)
  expect(await readFile(join(siteDir, 'index.html'), 'utf8')).toBe('old')
  expect(await readdir(parent)).toEqual(['site'])
})

test('a publisher that is killed leaves the old site, and nothing after the next one', {
  timeout: 120_000,
}, async () => {
  await oldSite()
  const database = join(parent, 'svc.db')
  await (await openStore(database, 0)).destroy()
  const watcher = watch(parent)
  const begun = once(watcher, 'change')
  const module = pathToFileURL(join(import.meta.dirname, '../../site/publish.ts')).href
  const call = `await (await import(${JSON.stringify(module)})).publishSite(${JSON.stringify({ database, siteDir, siteUrl })})`
  const publisher = spawn(process.execPath, ['--input-type=module', '-e', call])
  await begun
  watcher.close()
  publisher.kill('SIGKILL')
  const [, signal] = await once(publisher, 'exit')
  expect(signal).toBe('SIGKILL')
  expect(await readFile(join(siteDir, 'index.html'), 'utf8')).toBe('old')

  expect(await publishSite({ database, siteDir, siteUrl })).toEqual({ pages: 3 })
  expect(await readFile(join(siteDir, 'index.html'), 'utf8')).toContain('No ranking has been published yet.')
  expect((await readdir(parent)).filter((name) => !name.startsWith('svc.db'))).toEqual(['site'])
})

test('refuses a folder of something else and an address that is none, before it builds', async () => {
  await mkdir(siteDir)
  await writeFile(join(siteDir, 'thesis.doc'), 'mine')
  const database = join(parent, 'none.db')
  await expect(publishSite({ database, siteDir, siteUrl })).rejects.toThrow('is not a site published by svc')
  await expect(publishSite({ database, siteDir: join(parent, 'b'), siteUrl: 'ftp://x' })).rejects.toThrow('http://')
  expect(await readFile(join(siteDir, 'thesis.doc'), 'utf8')).toBe('mine')
  expect(await readdir(parent)).toEqual(['site'])
})
