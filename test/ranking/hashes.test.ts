import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { createSimulated } from '../../pipeline/engines/simulated/simulated.ts'
import { publishedHashes, type QuestionHash, questionHashes } from '../../pipeline/store/ranking/question-hashes.ts'
import { fixedClock } from '../support/clock.ts'
import { ranMonth } from '../support/month.ts'
import { freshStore } from '../support/store/store.ts'

const CRM = { slug: 'crm', category: 'CRM software', questions: ['Which CRM is best?', 'Which CRM is “cheap”?'] }
const DESK = { slug: 'desk', category: 'help desks', questions: ['Which help desk is best?'] }
const NOON = Date.UTC(2026, 10, 20, 12)

/** An engine and a site that write down in which order they were called. */
function witnesses(at: number | null = NOON) {
  const seen: string[] = []
  const simulated = createSimulated('OPENAI')
  const engine: typeof simulated = {
    ...simulated,
    ask: (...args) => {
      seen.push('asked')
      return simulated.ask(...args)
    },
  }
  const shown: (readonly QuestionHash[])[] = []
  const showHashes = async (month: string, hashes: readonly QuestionHash[]) => {
    seen.push(`shown ${month}`)
    shown.push(hashes)
    return at
  }
  return { seen, shown, options: { engines: [engine], simulated: true, showHashes, clock: fixedClock(NOON) } }
}

test('the hash of each category’s questions is shown before the first call, and its time is recorded', async () => {
  const { db } = await freshStore()
  const { seen, shown, options } = witnesses()
  const step = (name: string, done: number) => name === 'hashes' && seen.push(`step ${done}`)
  const progress = { begin() {}, stored() {}, stopped() {}, end() {}, step }
  await ranMonth(db, [CRM, DESK], { ...options, progress })
  expect(seen.slice(0, 3)).toEqual(['step 0', 'shown 2026-11', 'step 1'])
  expect(seen.slice(3).every((each) => each === 'asked')).toBe(true)
  const json = '{"slug":"crm","month":"2026-11","questions":["Which CRM is best?","Which CRM is “cheap”?"]}'
  const sha256 = createHash('sha256').update(json).digest('hex')
  expect(shown[0]?.map(({ slug }) => slug)).toEqual(['crm', 'desk'])
  expect(shown[0]?.[0]).toEqual({ slug: 'crm', sha256, fixedAt: NOON, publishedAt: null })
  expect((await publishedHashes(db)).get('2026-11')).toMatchObject([
    { slug: 'crm', sha256, publishedAt: NOON },
    { slug: 'desk', publishedAt: NOON },
  ])

  // It runs again with nothing new, then with a further category.
  const later = witnesses(NOON + 1_000)
  await ranMonth(db, [CRM], later.options)
  expect(later.shown).toEqual([])
  const third = { slug: 'pens', category: 'pens', questions: ['Which pen is best?'] }
  await ranMonth(db, [CRM, third], later.options)
  expect(later.shown[0]?.map(({ slug, publishedAt }) => [slug, publishedAt])).toEqual([
    ['crm', NOON],
    ['desk', NOON],
    ['pens', null],
  ])
  expect((await questionHashes(db, '2026-11')).map(({ publishedAt }) => publishedAt)).toEqual([
    NOON,
    NOON,
    NOON + 1_000,
  ])
})

test('a hash that could not be shown stops nothing, is recorded as such, and is shown by the next run of its category', async () => {
  const { db } = await freshStore()
  const failing = witnesses(null)
  const { categories } = await ranMonth(db, [CRM], failing.options)
  expect(categories[0]?.published).toEqual({ version: 1 })
  expect(failing.seen[0]).toBe('shown 2026-11')
  expect(await questionHashes(db, '2026-11')).toMatchObject([{ slug: 'crm', fixedAt: NOON, publishedAt: null }])
  expect(await publishedHashes(db)).toEqual(new Map())
  const other = witnesses(NOON + 4)
  await ranMonth(db, [DESK], other.options)
  expect(other.shown.map((hashes) => hashes.map(({ slug }) => slug))).toEqual([['desk']])
  const next = witnesses(NOON + 5)
  await ranMonth(db, [CRM], next.options)
  expect(await questionHashes(db, '2026-11')).toMatchObject([
    { slug: 'crm', publishedAt: NOON + 5 },
    { slug: 'desk', publishedAt: NOON + 4 },
  ])
})

test('without a site nothing is shown', async () => {
  const { db } = await freshStore()
  await ranMonth(db, [CRM], { engines: [createSimulated('OPENAI')], simulated: true })
  expect(await questionHashes(db, '2026-11')).toMatchObject([{ slug: 'crm', publishedAt: null }])
})
