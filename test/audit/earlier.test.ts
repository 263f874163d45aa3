import { describe, expect, test } from 'vitest'
import { auditStore } from '../../pipeline/audit/audit.ts'
import type { FrozenRanking } from '../../pipeline/contract/ranking.ts'
import { recountMonth } from '../../pipeline/ranking/recount.ts'
import { recountReport } from '../../pipeline/report/recount.ts'
import type { Store } from '../../pipeline/store/driver/open.ts'
import { at, differencesIn, retouch, retouchReport, simulatedStore, whats } from './simulated.ts'

test('a pooled rate that an earlier release didn’t publish is not a difference, and a published one is compared', async () => {
  const db = await simulatedStore()
  await retouchReport(db, (body) => {
    if (body.pooled !== undefined) body.pooled.mentions += 1
  })
  expect(await whats(db)).toEqual(['reports/rep pooled mentions'])
  await retouchReport(db, (body) => {
    delete body.pooled
  })
  expect(await whats(db)).toEqual([])
})

describe('a text counted by other rules', () => {
  async function older(): Promise<Store> {
    const db = await simulatedStore()
    await retouch(db, ({ method }) => Object.assign(method, { detector: 'mentions-0' }))
    await retouchReport(db, ({ method }) => Object.assign(method ?? {}, { detector: 'mentions-0' }))
    return db
  }

  test('is derived from its frozen positions, with a note', async () => {
    const db = await older()
    const { audited } = await auditStore(db, { slugs: [] })
    expect(audited.map(({ differences }) => differences)).toEqual([[], [], []])
    expect(audited.map(({ notes }) => notes.length)).toEqual([0, 1, 1])
    expect(audited[1]?.notes[0]).toContain('counted by the rules mentions-0')
  })

  test('may name what today’s rules would not, and all its figures must follow from that', async () => {
    const db = await older()
    await retouch(db, ({ answers: [first], brands }) => {
      const unnamed = brands.find(({ name }) => first?.brands.includes(name) === false)
      first?.brands.push(unnamed?.name ?? '')
      first?.evidence.push({
        brand: unnamed?.name ?? '',
        start: first.text.length - 3,
        end: first.text.length,
        rule: 'x',
      })
    })
    const found = await whats(db)
    expect(found).toContainEqual(expect.stringMatching(/brands\/.+ mentions$/))
    expect(found.filter((what) => what.includes('answers/'))).toEqual([])
  })

  test('has its changes compared only if today’s test is the same', async () => {
    const db = await older()
    await retouch(db, ({ brands }) => {
      for (const brand of brands.slice(0, 2)) delete brand.change
    })
    expect(await differencesIn(db)).toEqual([])
  })

  test('must have a position for every name', async () => {
    const db = await older()
    await retouch(
      db,
      ({ answers: [first] }) => first?.evidence[0] && Object.assign(first.evidence[0], { end: 1_000_000 }),
    )
    expect(await differencesIn(db)).toMatchObject([
      {
        what: expect.stringMatching(/^rankings\/crm\/2026-11 answers\/q0 OPENAI r0 evidence\//),
        derived: 'no place in the text',
      },
    ])
  })
})

test('a report frozen before its method said how the readers agree on the product passes, and is not recounted for that', async () => {
  const db = await simulatedStore()
  let removed: object | undefined
  await retouchReport(db, ({ method }) => {
    removed = method?.agreement?.product
    delete method?.agreement?.product
  })
  expect(removed).toEqual({ pairs: expect.any(Number), both: expect.any(Number) })
  expect(await differencesIn(db)).toEqual([])
  const again = await recountReport(db, at('2026-11-10'), 'rep')
  expect(again).toMatchObject({ result: { after: null } })
})

test('what an earlier release stored and froze without searches passes, and is not recounted for that', async () => {
  const db = await simulatedStore()
  const withoutSearches = (body: { searches?: unknown; answers?: unknown; questions?: unknown }) => {
    const text = JSON.stringify(body, (field, value: unknown) => (field === 'searches' ? undefined : value))
    for (const field of ['searches', 'answers', 'questions'] as const) delete body[field]
    Object.assign(body, JSON.parse(text))
  }
  let looked: FrozenRanking['searches']
  await retouch(db, (body) => {
    looked = body.searches
    withoutSearches(body)
  })
  expect(looked).toContainEqual({
    ...{ question: 0, query: 'best CRM software', answers: expect.any(Number), of: expect.any(Number) },
    engines: expect.arrayContaining(['OPENAI']),
  })
  await retouchReport(db, withoutSearches)
  expect(await whats(db)).not.toEqual([])
  await db.updateTable('answers').set({ searches: null }).execute()
  expect((await whats(db)).filter((what) => !what.startsWith('rankings/crm/2026-10'))).toEqual([])
  const clock = at('2026-11-10')
  expect(await recountMonth(db, clock, '2026-11', ['crm'], () => 'changed')).toMatchObject({ result: [] })
  expect(await recountReport(db, clock, 'rep')).toMatchObject({ result: { after: null } })
})
