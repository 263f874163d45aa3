import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { beginWork, discardWork, findSite, MARKER, SiteRefusal, swapIn, sweepWork } from '../../site/folders.ts'

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
    await folder(siteDir, 'ours')
    expect(await findSite(siteDir)).toBe(siteDir)
  })

  test('the folder behind a link, so that the link stays', async () => {
    await folder(siteDir, 'ours')
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

describe('putting a site in place', () => {
  test('replaces the whole folder and leaves nothing beside it', async () => {
    await folder(siteDir, 'old')
    await writeFile(join(siteDir, 'gone.html'), '')
    const work = await beginWork(siteDir)
    await folder(join(work, 'site'), 'new')
    await swapIn(work, siteDir)
    await discardWork(work, siteDir)
    expect(await shown()).toBe('new')
    expect(await readdir(siteDir)).not.toContain('gone.html')
    expect(await readdir(parent)).toEqual(['site'])
  })

  test('keeps the old site when there is no new one', async () => {
    await folder(siteDir, 'old')
    const work = await beginWork(siteDir)
    await expect(swapIn(work, siteDir)).rejects.toThrow('ENOENT')
    await discardWork(work, siteDir)
    expect(await shown()).toBe('old')
    expect(await readdir(parent)).toEqual(['site'])
  })

  test('two at the same time both end, with one of the two sites', async () => {
    await folder(siteDir, 'old')
    const works = await Promise.all([beginWork(siteDir), beginWork(siteDir)])
    await Promise.all(works.map((work) => folder(join(work, 'site'), basename(work))))
    await Promise.all(works.map((work) => swapIn(work, siteDir)))
    await Promise.all(works.map((work) => discardWork(work, siteDir)))
    expect(works.map((work) => basename(work))).toContain(await shown())
    expect(await readdir(parent)).toEqual(['site'])
  })
})

describe('what killed builds leave', () => {
  const now = Date.parse('2030-01-01T12:00:00Z')

  test('is removed', async () => {
    await folder(join(await leftBehind(), 'site'), 'half')
    await sweepWork(siteDir, Date.now())
    expect(await readdir(parent)).toEqual([])
  })

  test('gives back the site that was taken away and never replaced', async () => {
    await folder(join(await leftBehind(), 'old-0'), 'old')
    await sweepWork(siteDir, Date.now())
    expect(await shown()).toBe('old')
    expect(await readdir(parent)).toEqual(['site'])
  })

  test('stays while its process, or one on another machine, may be running', async () => {
    const here = await beginWork(siteDir)
    const elsewhere = here.replace(/svc-site-[0-9a-f]{8}-\d+/, 'svc-site-00000000-1')
    await mkdir(elsewhere)
    for (const work of [here, elsewhere]) await utimes(work, now / 1000, now / 1000)
    await sweepWork(siteDir, now + 59 * 60_000)
    expect(await readdir(parent)).toHaveLength(2)
    await sweepWork(siteDir, now + 61 * 60_000)
    expect(await readdir(parent)).toEqual([])
  })

  test('is told by its whole name: nothing else is touched', async () => {
    const left = basename(await leftBehind())
    const others = [`x${left}`, `${left}x`, '.site.svc-site-', '.other.svc-site-00000000-1-000000000000', '.site']
    for (const name of others) await mkdir(join(parent, name))
    await sweepWork(siteDir, now)
    expect((await readdir(parent)).sort()).toEqual([...others].sort())
  })
})
