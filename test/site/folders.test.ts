import { spawnSync } from 'node:child_process'
import { existsSync, lstatSync, readlinkSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  beginWork,
  currentGeneration,
  findSite,
  MARKER,
  publishWork,
  SiteRefusal,
  sweepWork,
} from '../../site/folders.ts'

let parent: string
let siteDir: string
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'svc-folders-'))
  siteDir = join(parent, 'site')
})
afterEach(() => rm(parent, { recursive: true }))

async function folder(path: string, page: string): Promise<void> {
  await mkdir(path, { recursive: true })
  await writeFile(join(path, MARKER), '')
  await writeFile(join(path, 'index.html'), page)
}
const shown = () => readFile(join(siteDir, 'index.html'), 'utf8')

async function published(page: string): Promise<string> {
  const work = await beginWork(siteDir)
  await folder(join(work, 'site'), page)
  await publishWork(work, siteDir)
  return work
}

/** A work folder as a process that has ended by now left it. */
async function leftBehind(): Promise<string> {
  const { pid } = spawnSync(process.execPath, ['-e', ''])
  const work = await beginWork(siteDir)
  const left = work.replace(`-${process.pid}-`, `-${pid}-`)
  await rename(work, left)
  return left
}

describe('what may be replaced', () => {
  test('nothing, an empty folder, or a published site', async () => {
    expect(await findSite(siteDir)).toBe(siteDir)
    await mkdir(siteDir)
    expect(await findSite(siteDir)).toBe(siteDir)
    await folder(siteDir, 'of an earlier release')
    expect(await findSite(siteDir)).toBe(siteDir)
    await published('ours')
    expect(await findSite(siteDir)).toBe(siteDir)
  })

  test('the site behind a link of the operator, so that the link stays', async () => {
    await published('ours')
    await symlink(siteDir, join(parent, 'link'))
    expect(await findSite(join(parent, 'link'))).toBe(siteDir)
  })

  test('neither a folder of something else, nor a file, nor a link to nowhere', async () => {
    await mkdir(siteDir)
    await writeFile(join(siteDir, 'thesis.doc'), '')
    await symlink(join(parent, 'nowhere'), join(parent, 'link'))
    for (const path of [siteDir, join(siteDir, 'thesis.doc'), join(parent, 'link')])
      await expect(findSite(path)).rejects.toThrow(SiteRefusal)
  })
})

describe('publishing', () => {
  test('renames a link over the one before: the earlier site stays whole for who is reading it', async () => {
    const first = await published('old')
    const inode = lstatSync(siteDir).ino
    const second = await published('new')
    expect(await shown()).toBe('new')
    expect(lstatSync(siteDir).isSymbolicLink()).toBe(true)
    expect(lstatSync(siteDir).ino).not.toBe(inode)
    expect(readlinkSync(siteDir)).toBe(join(basename(second), 'site'))
    expect(await readFile(join(first, 'site/index.html'), 'utf8')).toBe('old')
    expect(await currentGeneration(siteDir)).toBe(second)
  })

  test("takes the place of an earlier release's folder", async () => {
    await folder(siteDir, 'old')
    const work = await published('new')
    expect(await shown()).toBe('new')
    expect((await readdir(work)).sort()).toEqual(['published', 'site'])
  })

  test('two at the same time both end, with one of the two sites', async () => {
    await published('old')
    const pages = await Promise.all(['one', 'two'].map((page) => published(page).then(() => page)))
    expect(pages).toContain(await shown())
  })
})

describe('what is swept', () => {
  const now = Date.parse('2030-01-01T12:00:00Z')

  test('what a killed build left, and sites that are no longer published', async () => {
    await folder(join(await leftBehind(), 'site'), 'half')
    await published('old')
    const current = await published('new')
    await sweepWork(siteDir, Date.now())
    expect((await readdir(parent)).sort()).toEqual([basename(current), 'site'])
    expect(await shown()).toBe('new')
  })

  test('not the work of a process, here or on another machine, that may be running', async () => {
    const here = await beginWork(siteDir)
    const elsewhere = here.replace(/svc-site-[0-9a-f]{8}-\d+/, 'svc-site-00000000-1')
    await mkdir(elsewhere)
    for (const work of [here, elsewhere]) await utimes(work, now / 1000, now / 1000)
    await sweepWork(siteDir, now + 59 * 60_000)
    expect([existsSync(here), existsSync(elsewhere)]).toEqual([true, true])
    await sweepWork(siteDir, now + 61 * 60_000)
    expect([existsSync(here), existsSync(elsewhere)]).toEqual([true, false])
  })

  test('is recognised by its whole name, and nothing else is touched', async () => {
    const left = basename(await leftBehind())
    const others = [`x${left}`, `${left}x`, '.site.svc-site-', '.other.svc-site-00000000-1-000000000000', '.site']
    for (const name of others) await mkdir(join(parent, name))
    await sweepWork(siteDir, now)
    expect((await readdir(parent)).sort()).toEqual([...others].sort())
  })
})
