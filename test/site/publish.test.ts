import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { statSync, watch } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliDecompressSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openStore } from '../../pipeline/store/driver/open.ts'
import { MARKER, SiteRefusal } from '../../site/folders.ts'
import { publishSite } from '../../site/publish.ts'
import { frozenRanking, publish } from '../support/rankings.ts'
import { rankingOf } from './found-rankings.ts'

let parent: string
let siteDir: string
const siteUrl = 'http://127.0.0.1:8080'
const dataLicense = 'CC BY 4.0'
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
  const failed = publishSite({ database: join(parent, 'none.db'), siteDir, siteUrl, dataLicense })
  await expect(failed).rejects.toThrow(SiteRefusal)
  await expect(failed).rejects.toThrow(/^The site was not built; .*\nThe store can't be opened \(there is no such file/)
  expect(await readFile(join(siteDir, 'index.html'), 'utf8')).toBe('old')
  expect(await readdir(parent)).toEqual(['site'])
})

test('a killed publisher leaves the old site, and the next one cleans up after it', {
  timeout: 120_000,
}, async () => {
  await oldSite()
  const database = join(parent, 'svc.db')
  await (await openStore(database, 0)).destroy()
  const watcher = watch(parent)
  const begun = once(watcher, 'change')
  const module = pathToFileURL(join(import.meta.dirname, '../../site/publish.ts')).href
  const call = `await (await import(${JSON.stringify(module)})).publishSite(${JSON.stringify({ database, siteDir, siteUrl, dataLicense })})`
  const publisher = spawn(process.execPath, ['--input-type=module', '-e', call])
  await begun
  watcher.close()
  publisher.kill('SIGKILL')
  const [, signal] = await once(publisher, 'exit')
  expect(signal).toBe('SIGKILL')
  expect(await readFile(join(siteDir, 'index.html'), 'utf8')).toBe('old')

  expect(await publishSite({ database, siteDir, siteUrl, dataLicense })).toEqual({ pages: 4 })
  expect(await readFile(join(siteDir, 'index.html'), 'utf8')).toContain('No ranking has been published yet.')
  expect((await readdir(parent)).filter((name) => !name.startsWith('svc.db'))).toEqual([
    expect.stringMatching(/^\.site\.svc-site-/),
    'site',
  ])
})

test('refuses a folder of something else and an invalid address, before it builds', async () => {
  await mkdir(siteDir)
  await writeFile(join(siteDir, 'thesis.doc'), 'mine')
  const database = join(parent, 'none.db')
  await expect(publishSite({ database, siteDir, siteUrl, dataLicense })).rejects.toThrow(
    'is not a site published by svc',
  )
  await expect(publishSite({ database, siteDir: join(parent, 'b'), siteUrl: 'ftp://x', dataLicense })).rejects.toThrow(
    'http://',
  )
  expect(await readFile(join(siteDir, 'thesis.doc'), 'utf8')).toBe('mine')
  expect(await readdir(parent)).toEqual(['site'])
})

test('refuses a folder that the system doesn’t let it write, and says so', async () => {
  const file = join(parent, 'file')
  await writeFile(file, '')
  const site = { database: join(parent, 'none.db'), siteDir: join(file, 'site'), siteUrl, dataLicense }
  await expect(publishSite(site)).rejects.toThrow(
    new SiteRefusal(
      `The site can't be published in ${join(file, 'site')} (ENOTDIR); name a folder that can be replaced, in one that can be written.`,
    ),
  )
})

test('publishing again renders what changed, and everything else stays the same file', async () => {
  const database = join(parent, 'svc.db')
  const db = await openStore(database, 0)
  await publish(db, frozenRanking())
  await publish(db, frozenRanking({ slug: 'trail-shoes', category: 'trail shoes' }))
  const order = { database, siteDir, siteUrl, dataLicense }
  const inode = (page: string) => statSync(join(siteDir, page)).ino
  await publishSite(order)
  const pages = [
    'rankings/crm-software/index.html',
    'rankings/trail-shoes/index.html',
    'method/index.html',
    'index.html',
  ]
  const before = pages.map(inode)
  expect(inode('rankings/crm-software/2026-10/index.html')).toBe(before[0])
  expect(brotliDecompressSync(await readFile(join(siteDir, `${pages[0]}.br`)))).toEqual(
    await readFile(join(siteDir, pages[0] ?? '')),
  )

  await publish(db, frozenRanking({ slug: 'trail-shoes', category: 'trail shoes', month: '2026-11' }))
  await db.destroy()
  const { pages: count } = await publishSite(order)
  expect(count).toBe((await readdir(siteDir, { recursive: true })).filter((name) => name.endsWith('.html')).length)
  expect(pages.map((page, index) => inode(page) === before[index])).toEqual([true, false, true, false])

  await publishSite({ ...order, siteUrl: 'https://elsewhere.example' })
  expect(await readFile(join(siteDir, 'robots.txt'), 'utf8')).toContain('https://elsewhere.example/sitemap.xml')
  expect(await readFile(join(siteDir, 'rankings/crm-software/index.html'), 'utf8')).toContain('elsewhere.example')
}, 60_000)

test('a brand’s page is rebuilt when a category no longer names it, and removed when none does', async () => {
  const database = join(parent, 'svc.db')
  const db = await openStore(database, 0)
  const order = { database, siteDir, siteUrl, dataLicense }
  const page = (slug: string) => readFile(join(siteDir, `brands/${slug}/index.html`), 'utf8')
  await publish(db, rankingOf([['Acme'], ['Bolt'], ['Gone']]))
  await publish(db, rankingOf([['Acme'], ['Twin', 'twin.example']], { slug: 'trail-shoes', category: 'Trail shoes' }))
  await publishSite(order)
  expect(await page('acme')).toContain('/rankings/crm-software/2026-10/')

  await publish(db, rankingOf([['Bolt'], ['Twin', 'twin.test']], { version: 2 }))
  const inode = () => statSync(join(siteDir, 'brands/acme/index.html')).ino
  const before = inode()
  await publishSite(order)
  expect(await page('acme')).not.toContain('/rankings/crm-software/')
  expect(inode()).not.toBe(before)
  expect(await readdir(join(siteDir, 'brands'))).toEqual(['acme', 'bolt', 'twin', 'twin-twin-example'])
  // The category that stayed links to the address that its brand has now.
  expect(await readFile(join(siteDir, 'rankings/trail-shoes/2026-10/brands/index.html'), 'utf8')).toContain(
    '"/brands/twin-twin-example/"',
  )

  const kept = inode()
  const other = { slug: 'water-bottles', category: 'Water bottles' }
  await publish(db, rankingOf([['Bolt']], { version: 3 }))
  await publish(db, rankingOf([['Bolt']], other))
  await publishSite(order)
  expect(inode()).toBe(kept)
  expect(await readFile(join(siteDir, 'rankings/trail-shoes/2026-10/brands/index.html'), 'utf8')).toContain(
    '"/brands/twin/"',
  )

  await publish(db, rankingOf([['Bolt'], ['Acme']], { ...other, version: 2 }))
  await db.destroy()
  await publishSite(order)
  expect(await page('acme')).toContain('/rankings/water-bottles/2026-10/')
}, 60_000)

test('everyone who can read the program can build the site, no matter who compiled the pages', async () => {
  const compile = join(import.meta.dirname, '../../site/compile.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [compile])
  expect((statSync(stdout.trim()).mode & 0o777).toString(8)).toBe((0o777 & ~process.umask()).toString(8))
}, 60_000)
