import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { linesOf } from '../../pipeline/bundle/lines.ts'
import { type Bundle, bundleMonth } from '../../pipeline/bundle/write.ts'
import { bundleManifest, SECTIONS, type Section } from '../../pipeline/contract/bundle.ts'
import { EngineError } from '../../pipeline/engines/error.ts'
import { createEngine } from '../../pipeline/engines/index.ts'
import { createSimulated } from '../../pipeline/engines/simulated/simulated.ts'
import { DETECTOR } from '../../pipeline/mentions/count.ts'
import { recountMonth } from '../../pipeline/ranking/recount.ts'
import { createScribe } from '../../pipeline/scribe/scribe.ts'
import { createSimulatedScribe } from '../../pipeline/scribe/simulated.ts'
import { openStore, type Store } from '../../pipeline/store/driver/open.ts'
import { makeRuling } from '../../pipeline/store/ranking/rulings.ts'
import { changed, forged, SEED, sectionOf, verified } from '../support/bundles.ts'
import { fixedClock } from '../support/clock.ts'
import { fillStore } from '../support/full-store.ts'
import { ranMonth } from '../support/month.ts'
import { freezeEarlier } from '../support/store/earlier.ts'
import { freshStore } from '../support/store/store.ts'
import { startVendorServer } from '../support/vendors/vendor-server.ts'

const CRM = { slug: 'crm', category: 'CRM software', questions: ['Which CRM is best?', 'Which CRM is cheap?'] }
const DESK = { slug: 'desk', category: 'help desks', questions: ['Which help desk is best?', 'Which one is cheap?'] }
const SIMULATED = (['OPENAI', 'GEMINI', 'AI_OVERVIEW'] as const).map(createSimulated)
const SCRIBES = [
  createSimulatedScribe('OPENAI', 'simulated-reader-1'),
  createSimulatedScribe('GEMINI', 'simulated-reader-2'),
]
const NOVEMBER = { slug: 'crm', month: '2026-11' }
const SIGNED = { seed: SEED, lockfile: 'ab'.repeat(32) }

const bundled = async (db: Store, of = NOVEMBER): Promise<Bundle> => {
  const bundle = await bundleMonth(db, of, SIGNED)
  if (bundle === undefined) throw new Error('nothing is published')
  return bundle
}

/** Two categories over two months on simulated engines, the later month with a ruling on a brand. */
async function twoMonths(db: Store): Promise<void> {
  for (const month of ['2026-10', '2026-11']) {
    const clock = fixedClock(Date.parse(`${month}-05`))
    await ranMonth(db, [CRM, DESK], {
      engines: SIMULATED,
      scribes: SCRIBES,
      simulated: true,
      canaries: true,
      month,
      clock,
    })
    const row = await db.selectFrom('rankings').select('body').where('slug', '=', 'crm').executeTakeFirstOrThrow()
    const [first] = JSON.parse(row.body).brands
    if (month === '2026-10')
      await makeRuling(db, 'crm', { kind: 'ignore', name: first.name }, () => ({ ends: [], makes: true }), 1)
  }
}

let folder: string
let lines: readonly string[]
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'svc-bundle-'))
  const db = await openStore(join(folder, 'svc.db'), 0)
  await twoMonths(db)
  ;({ lines } = await bundled(db))
  await db.destroy()
})
afterAll(() => rmSync(folder, { recursive: true }))

test('a simulated month with rulings and a month before is rebuilt byte for byte, and says that it is simulated', async () => {
  const [ranking = ''] = sectionOf(lines, 'ranking')
  const [before = ''] = sectionOf(lines, 'before')
  expect(JSON.parse(ranking).method.rulings).toHaveLength(1)
  const replies = [...sectionOf(lines, 'cells'), ...sectionOf(lines, 'readings')].length
  expect(await verified(lines)).toMatchObject({
    manifest: { ...NOVEMBER, version: 1, simulated: true, detector: DETECTOR },
    replies,
    difference: undefined,
    sha256: createHash('sha256').update(ranking).digest('hex'),
    before: { month: '2026-10', version: 1, sha256: createHash('sha256').update(before).digest('hex') },
  })
})

test('a month of all six engines and two readers is rebuilt, with refusals, failures and skipped cells in it', async () => {
  const { db } = await freshStore()
  const server = await startVendorServer()
  server.script('OPENAI', 'empty', 'empty', 'refusal', 'bad-request')
  server.script('ANTHROPIC', 'anthropic:pause-turn', 'ok', 'overloaded')
  server.script('GROK', 'rate-limited', 'incomplete-no-text')
  const names = ['OPENAI', 'ANTHROPIC', 'PERPLEXITY', 'GEMINI', 'GROK'] as const
  const engines = await Promise.all(names.map((name) => createEngine(name, server.access(name))))
  const scribes = [
    await createScribe('OPENAI', server.access('OPENAI')),
    await createScribe('GEMINI', server.access('GEMINI')),
  ]
  const selected = [...names, 'AI_OVERVIEW'] as const
  await ranMonth(db, [CRM], { engines, scribes, selected, width: 1 })
  await server.close()
  const { lines: own } = await bundled(db)
  expect(await verified(own)).toMatchObject({ manifest: { simulated: false }, difference: undefined })
  expect(sectionOf(own, 'readings').length).toBeGreaterThan(0)
})

test('two exports of a version have the same bytes, and a later one lacks only what was asked again since', async () => {
  const { db } = await freshStore()
  const failing = { ...createSimulated('GROK'), ask: () => Promise.reject(new EngineError('BAD_REQUEST')) }
  await ranMonth(db, [CRM], { engines: [...SIMULATED, failing], scribes: SCRIBES, simulated: true })
  const first = await bundled(db)
  expect((await bundled(db)).lines).toEqual(first.lines)
  const grok = (each: readonly string[]) => each.filter((line) => line.includes('"engine":"GROK"'))
  expect(grok(sectionOf(first.lines, 'cells')).join()).toContain('"state":"failed"')

  await makeRuling(db, 'crm', { kind: 'ignore', name: 'Nobody' }, () => ({ ends: [], makes: true }), 2)
  await db.updateTable('cells').set({ state: 'sent', attempt: 5 }).where('engine', '=', 'GROK').execute()
  const later = await bundled(db)
  const cells = sectionOf(later.lines, 'cells')
  expect(grok(cells).join()).toContain('"state":"planned","reason":null,"attempt":0')
  expect(cells.filter((line) => !grok(cells).includes(line))).toEqual(
    sectionOf(first.lines, 'cells').filter((line) => !line.includes('"engine":"GROK"')),
  )
  expect(await verified(first.lines)).toMatchObject({ difference: undefined, askedSince: 0 })
  expect(await verified(later.lines)).toMatchObject({ difference: undefined, askedSince: 4 })
})

test('a recounted month is rebuilt in its new version', async () => {
  const { db } = await freshStore()
  await twoMonths(db)
  const [, second] = JSON.parse(sectionOf(lines, 'ranking')[0] ?? '').brands
  await makeRuling(db, 'crm', { kind: 'ignore', name: second.name }, () => ({ ends: [], makes: true }), 2)
  const clock = fixedClock(Date.parse('2026-12-01'))
  await recountMonth(db, clock, '2026-11', ['crm'], () => null)
  const { lines: own, version } = await bundled(db)
  expect(version).toBe(2)
  expect(JSON.parse(sectionOf(own, 'ranking')[0] ?? '').method.recounted).toBeDefined()
  expect((await verified(own)).difference).toBeUndefined()
})

test('what is not published, or was frozen by an earlier release, is not bundled', async () => {
  const { db } = await freshStore()
  expect(await bundleMonth(db, NOVEMBER, SIGNED)).toBeUndefined()
  await freezeEarlier(db)
  await db.insertInto('surveys').values({ id: 'x', simulated: 0, created_at: 0 }).execute()
  await db.insertInto('ranking_months').values({ slug: 'crm-software', month: '2026-10', survey_id: 'x' }).execute()
  await expect(bundleMonth(db, { slug: 'crm-software', month: '2026-10' }, SIGNED)).rejects.toThrow('earlier version')
})

test('a bundle contains nothing of accounts, reports, mails or other categories', async () => {
  const { db } = await freshStore()
  await fillStore(db)
  await ranMonth(db, [DESK], { engines: SIMULATED, simulated: true })
  const text = (await bundled(db)).lines.join('\n')
  const accounts = await db.selectFrom('accounts').select(['id', 'email']).execute()
  const keys = await db.selectFrom('api_keys').select(['id', 'fingerprint']).execute()
  const reports = await db.selectFrom('reports').select(['slug', 'domain']).execute()
  for (const secret of [...accounts, ...keys, ...reports].flatMap((row) => Object.values(row)))
    if (secret.length > 8) expect(text).not.toContain(secret)
  for (const other of ['Which help desk is best?', 'help desks', '2026-11/desk']) expect(text).not.toContain(other)
  expect(text).not.toContain(SEED.toString('base64'))
})

describe('a bundle that was changed', () => {
  const flip = (line: string) => line.replace(/\d(?=\D*$)/, (digit) => String((Number(digit) + 1) % 10))
  const HELD: Readonly<Record<Section, string>> = {
    questions: 'The part of the bundle with the questions was changed',
    cells: "The part of the bundle with the engines' replies was changed",
    canaries: 'The part of the bundle with the replies to the canary questions was changed',
    readings: "The part of the bundle with the readers' replies was changed",
    rulings: 'The part of the bundle with the rulings was changed',
    before: 'The part of the bundle with the month before was changed',
    tested: "The part of the bundle with the month's p-values was changed",
    entry: 'The part of the bundle with the entry in the list of rankings was changed',
    ranking: 'The part of the bundle with the published ranking was changed',
  }
  test.each(SECTIONS)('is refused with the name of the changed part: %s', async (section) => {
    const other = (line: string, at: number) =>
      at > 0 ? line : section === 'rulings' ? line.replace('ignore', 'split') : flip(line)
    const own = changed(lines, section, other)
    expect(own).not.toEqual(lines)
    await expect(verified(own)).rejects.toThrow(HELD[section])
  })

  test('is refused if a line is missing or added, or the manifest isn’t the signed one', async () => {
    const gone = changed(lines, 'cells', (line, at) => (at === 3 ? undefined : line))
    await expect(verified(gone)).rejects.toThrow(HELD.cells)
    await expect(verified(lines.slice(0, -1))).rejects.toThrow('cut short')
    await expect(verified([...lines, '{}'])).rejects.toThrow('has lines after its signature')
    const [first = '', ...rest] = lines
    await expect(verified([first.replace('"simulated":true', '"simulated":false'), ...rest])).rejects.toThrow(
      'The signature does not match',
    )
    const signature = lines.at(-1)?.replace(/"[A-Za-z0-9]/, '"+') ?? ''
    await expect(verified([...lines.slice(0, -1), signature])).rejects.toThrow(/signature/)
  })

  test.each<[Section, (json: Changeable) => unknown, string]>([
    ['cells', ({ replies, ...cell }) => ({ ...cell, replies: edited(replies, 'text') }), 'stored/q0 OPENAI r0 text'],
    ['canaries', ({ replies, ...cell }) => ({ ...cell, replies: edited(replies, 'text') }), 'canaries/2026-10'],
    ['readings', ({ readings, ...call }) => ({ ...call, readings: renamed(readings) }), 'readings/'],
    ['rulings', (json) => ({ ...json, name: 'Nobody' }), 'rulings/'],
    [
      'questions',
      ({ questions, ...rest }) => ({ ...rest, questions: [...questions].reverse() }),
      'hash of the questions',
    ],
    ['tested', ({ slug, pValues }) => ({ slug, pValues: slug === 'desk' ? [] : pValues }), 'movesDecidedOver'],
    ['entry', (json) => ({ ...json, answers: 1 }), 'list entry answers'],
    ['ranking', ({ answersCounted, ...rest }) => ({ ...rest, answersCounted: answersCounted + 1 }), 'answersCounted'],
    ['ranking', (json) => JSON.parse(JSON.stringify(json).replaceAll('"mentions":1,', '"mentions":2,')), ' mentions'],
    ['ranking', (json) => Object.fromEntries(Object.entries(json).reverse()), 'at character'],
  ])('and signed with another key differs where it was changed: %s', async (section, change, where) => {
    let done = false
    const own = forged(lines, section, (line) => {
      if (done && section !== 'tested') return line
      done = true
      return JSON.stringify(change(JSON.parse(line)))
    })
    const { difference, manifest } = await verified(own)
    expect(difference?.what).toContain(where)
    expect(manifest.publicKey).not.toBe(bundleManifest.parse(JSON.parse(lines[0] ?? '')).publicKey)
  })

  test('and counted by other rules is refused with where those rules are found', async () => {
    const own = forged(
      lines,
      'ranking',
      (line) => line,
      (manifest) => ({ ...manifest, detector: 'mentions-1' }),
    )
    await expect(verified(own)).rejects.toThrow(`was counted by rules mentions-1 and this checkout has ${DETECTOR}`)
  })

  test.each<[string, Section, (line: string) => string, string]>([
    [
      'an invalid time',
      'cells',
      (line) => line.replace(/"receivedAt":\d+/g, '"receivedAt":9e15'),
      'cannot read the part',
    ],
    ['an unknown field', 'cells', (line) => line.replace('{', '{"__proto__":{"polluted":1},'), 'cannot read the part'],
    ['the same cell twice', 'cells', (line) => line.replace(/"run":\d+/, '"run":0'), 'twice'],
    [
      'endlessly nested values',
      'ranking',
      (line) => line.replace('{', `{"deep":${'['.repeat(2e5)}${']'.repeat(2e5)},`),
      'cannot be counted',
    ],
    ['another month before', 'before', (line) => line.replace('2026-10', '2026-09'), 'disagree on its ranking’s'],
    ['another slug', 'ranking', (line) => line.replace('"slug":"crm"', '"slug":"crn"'), 'disagree'],
  ])('is refused in a sentence for %s', async (_, section, change, sentence) => {
    const refusal = verified(forged(lines, section, change)).then(
      () => 'nothing',
      (fault: unknown) => (fault instanceof Error ? [fault.name, fault.message] : fault),
    )
    expect(await refusal).toEqual(['BundleRefusal', expect.stringContaining(sentence.replace('’', "'"))])
    expect('polluted' in {}).toBe(false)
  })
})

describe('the bytes of a bundle', () => {
  async function* chunks(...all: readonly (string | Uint8Array)[]) {
    for (const each of all) yield Buffer.from(each)
  }
  const read = async (bytes: AsyncIterable<Uint8Array>, most?: { packed: number; unpacked: number; line: number }) => {
    const all: string[] = []
    for await (const line of linesOf(bytes, most)) all.push(line.toString())
    return all
  }

  test('may come in any pieces, packed or plain', async () => {
    expect(await read(chunks('a', 'b\nc', '\n\nd', 'e\n'))).toEqual(['ab', 'c', '', 'de'])
    expect(await read(chunks())).toEqual([])
  })

  test('are refused if they are damaged, cut short or too many', async () => {
    const { gzipSync } = await import('node:zlib')
    const packed = gzipSync('x'.repeat(100_000).concat('\n'))
    await expect(read(chunks(packed.subarray(0, 30)))).rejects.toThrow('damaged or cut short')
    await expect(read(chunks(Buffer.concat([packed.subarray(0, 12), randomBytes(90)])))).rejects.toThrow('damaged')
    await expect(read(chunks('half a line'))).rejects.toThrow('in the middle of a line')
    const most = { packed: 1e6, unpacked: 1e6, line: 1e6 }
    expect(await read(chunks(packed), most)).toHaveLength(1)
    for (const less of [{ packed: 20 }, { unpacked: 1_000 }, { line: 1_000 }])
      await expect(read(chunks(packed), { ...most, ...less })).rejects.toThrow('larger than any bundle')
  })
})

/** The replies with another text in the first one's body. */
function edited(replies: Changeable['replies'], field: string): unknown {
  return replies.map(({ body, ...reply }) => ({
    ...reply,
    body: JSON.stringify({ ...JSON.parse(body), [field]: 'Nobody is best.' }),
  }))
}

function renamed(readings: Changeable['readings']): unknown {
  return readings.map(({ names, ...reading }) => ({
    ...reading,
    names: names.map((each) => ({ ...each, name: 'Nobody' })),
  }))
}

/** The fields that a test changes, of a line of any section. */
interface Changeable {
  readonly replies: readonly { readonly body: string }[]
  readonly readings: readonly { readonly names: readonly { readonly name: string }[] }[]
  readonly questions: readonly string[]
  readonly slug: string
  readonly pValues: readonly number[]
  readonly answersCounted: number
}
