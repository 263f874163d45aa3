import { statSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openStore } from '../../pipeline/store/driver/open.ts'
import { keepQuestionHash } from '../../pipeline/store/ranking/question-hashes.ts'
import { publishSite } from '../../site/publish.ts'
import { faultsOfHtml } from '../support/checks/valid-html.ts'
import { frozenRanking, publish } from '../support/rankings.ts'

let parent: string
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'svc-checks-'))
})
afterEach(() => rm(parent, { recursive: true, force: true, maxRetries: 5 }))

const KEY = 'bab9oFqoxYzdWKqpMMmDAv8a5LBKho/aUbbxTeGVle4='
const SHOWN = Date.parse('2026-10-01T06:00:00Z')
const asked = { from: '2026-10-01T07:00:00.000Z', until: '2026-10-02T08:00:00.000Z' }

test('a month’s page links its bundle, the key and the hash of its questions, if they exist', async () => {
  const [database, siteDir, bundles] = ['svc.db', 'site', 'bundles'].map((name) => join(parent, name))
  if (database === undefined || siteDir === undefined || bundles === undefined) throw new Error('no paths')
  const db = await openStore(database, 0)
  const read = (name: string) => readFile(join(siteDir, name), 'utf8')
  const order = { database, siteDir, siteUrl: 'https://x.example/base', dataLicense: 'CC BY 4.0', bundles }
  const month = 'rankings/crm-software/2026-10'
  const other = 'rankings/trail-shoes/2026-10/index.html'
  await publish(db, frozenRanking({ asked }))
  await publish(db, frozenRanking({ slug: 'trail-shoes', category: 'trail shoes' }))
  await publishSite(order)
  const before = statSync(join(siteDir, other)).ino
  expect(await read(`${month}/index.html`)).not.toContain('Check</h3>')
  expect(await read('method/index.html')).not.toContain('signing-key.txt')
  await expect(stat(join(siteDir, 'signing-key.txt'))).rejects.toThrow('ENOENT')

  // A bundle of another version than the page's isn't linked; the newest one is.
  await mkdir(join(bundles, 'crm-software'), { recursive: true })
  await writeFile(join(bundles, 'crm-software/2026-10.v2.jsonl.gz'), 'of another version')
  await keepQuestionHash(db, 'crm-software', '2026-10', ['Which?'], 0)
  await db.updateTable('question_hashes').set({ published_at: SHOWN }).execute()
  await publishSite(order)
  expect(await read(`${month}/index.html`)).not.toContain('bundle.jsonl.gz')
  expect(statSync(join(siteDir, other)).ino).toBe(before)

  const bundle = Buffer.alloc(12_345, 'x')
  await writeFile(join(bundles, 'crm-software/2026-10.v1.jsonl.gz'), bundle)
  await db.destroy()
  await publishSite({ ...order, signingKey: KEY })
  const page = await read(`${month}/index.html`)
  expect(await faultsOfHtml(page)).toEqual([])
  expect(page).toContain('<a href="/base/rankings/crm-software/2026-10/bundle.jsonl.gz"')
  expect(page).toContain('(13 kB)')
  expect(page).toContain('./svc verify https://x.example/base/rankings/crm-software/2026-10/bundle.jsonl.gz')
  expect(page).toContain('"contentUrl":"https://x.example/base/rankings/crm-software/2026-10/bundle.jsonl.gz"')
  expect(page).toContain('<a href="/base/signing-key.txt">')
  const text = page.replaceAll(/<[^>]*>/g, '').replaceAll(/\s+/g, ' ')
  expect(text).toContain('was published before the first answer: 1 October 2026, 06:00 UTC')
  expect(await readFile(join(siteDir, `${month}/bundle.jsonl.gz`))).toEqual(bundle)
  expect(await read('signing-key.txt')).toBe(`${KEY}\n`)
  expect(JSON.parse(await read('questions/2026-10.json'))).toMatchObject({
    month: '2026-10',
    questions: [{ slug: 'crm-software', publishedAt: '2026-10-01T06:00:00.000Z' }],
  })
  expect(await read('method/index.html')).toContain('href="/base/signing-key.txt"')
  const inode = statSync(join(siteDir, `${month}/bundle.jsonl.gz`)).ino
  await publishSite({ ...order, signingKey: KEY })
  expect(statSync(join(siteDir, `${month}/bundle.jsonl.gz`)).ino).toBe(inode)
}, 120_000)
