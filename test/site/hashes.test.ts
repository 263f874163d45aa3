import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { hashesShown } from '../../cli/setup/site.ts'
import { readConfig } from '../../pipeline/config/config.ts'
import { beginWork, MARKER, publishWork } from '../../site/folders.ts'
import { showHashes } from '../../site/publish.ts'

let parent: string
let siteDir: string
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'svc-hashes-'))
  siteDir = join(parent, 'site')
})
afterEach(() => rm(parent, { recursive: true }))

const NOON = Date.UTC(2026, 10, 20, 12)
const hash = (slug: string, publishedAt: number | null) => ({ slug, sha256: 'ab'.repeat(32), fixedAt: 0, publishedAt })
const show = (hashes: readonly ReturnType<typeof hash>[]) => showHashes(siteDir, '2026-11', hashes, () => NOON)
const file = () => join(siteDir, 'questions/2026-11.json')

async function published(): Promise<void> {
  const work = await beginWork(siteDir)
  await mkdir(join(work, 'site'))
  await writeFile(join(work, 'site', MARKER), '')
  await publishWork(work, siteDir)
}

test('hashes are written into the published site as a whole file, with the times of earlier ones', async () => {
  expect(await show([hash('crm', null)])).toBeNull()
  expect(await readdir(parent)).toEqual([])
  await published()
  expect(await show([hash('crm', null)])).toBe(NOON)
  const before = await stat(file())
  const questions = [{ slug: 'crm', sha256: 'ab'.repeat(32), publishedAt: '2026-11-20T12:00:00.000Z' }]
  expect(JSON.parse(await readFile(file(), 'utf8'))).toMatchObject({ month: '2026-11', questions })

  const many = Array.from({ length: 20 }, (_, at) => hash(`category-${at}`, at === 0 ? 0 : null))
  await show(many)
  expect((await stat(file())).ino).not.toBe(before.ino)
  const text = await readFile(file())
  expect(gunzipSync(await readFile(`${file()}.gz`))).toEqual(text)
  const times = JSON.parse(text.toString()).questions.map((each: { publishedAt: string }) => each.publishedAt)
  expect(times.slice(0, 2)).toEqual(['1970-01-01T00:00:00.000Z', '2026-11-20T12:00:00.000Z'])
  expect(await readdir(join(siteDir, 'questions'))).toEqual(['2026-11.json', '2026-11.json.br', '2026-11.json.gz'])
})

test('if the site can’t be written, the run gets a sentence and continues', async () => {
  await mkdir(siteDir)
  await writeFile(join(siteDir, 'thesis.doc'), 'mine')
  const said: string[] = []
  const config = readConfig({ SVC_DATABASE: join(parent, 'svc.db'), SVC_SITE_DIR: siteDir })
  expect(await hashesShown(config, (sentence) => said.push(sentence))('2026-11', [hash('crm', null)])).toBeNull()
  expect(said).toEqual([
    'The hashes of the questions could not be published before they are asked; check SVC_SITE_DIR.',
  ])
  expect(await readdir(parent)).toEqual(['site'])
})
