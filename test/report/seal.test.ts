import { describe, expect, test } from 'vitest'
import { openKeys, sealKeys } from '../../pipeline/report/seal.ts'
import type { Store } from '../../pipeline/store/driver/open.ts'
import { keepSealed, readSealed, shredSealed, sweepSealed } from '../../pipeline/store/report/sealed-keys.ts'
import { DAY, KEYS, MARKER, SEALED_AT, SECRET, sealed } from '../support/sealed.ts'
import { findStored } from '../support/store/store.ts'

function open(db: Store, slug = 'one', now = SEALED_AT, secret: Buffer | undefined = SECRET) {
  return openKeys({ db, secret, now: () => now }, slug)
}

describe('sealed keys are read', () => {
  test('by the report that they came with, over midnight, as they were sent', async () => {
    const { db } = await sealed()
    expect(await open(db)).toEqual(KEYS)
    expect(await open(db, 'one', SEALED_AT + DAY - 1)).toEqual(KEYS)
  })
})

describe('sealed keys cannot be read', () => {
  test('a day after they were sealed §5.10.6', async () => {
    const { db } = await sealed()
    expect(await open(db, 'one', SEALED_AT + DAY)).toBe('gone')
  })

  test('a day after, even if their row is made to look younger', async () => {
    const { db } = await sealed()
    const later = SEALED_AT + DAY
    await db.updateTable('sealed_keys').set({ created_at: later }).execute()
    await db.updateTable('wrapped_keys').set({ created_at: later }).execute()
    expect(await open(db, 'one', later)).toBe('unreadable')
    await db
      .updateTable('sealed_keys')
      .set({ created_at: SEALED_AT + 1 })
      .execute()
    expect(await open(db)).toBe('unreadable')
  })

  test('for another report §5.10.1', async () => {
    const { db, kept } = await sealed()
    await keepSealed(db, 'two', kept, SEALED_AT)
    expect(await open(db, 'two')).toBe('unreadable')
  })

  test('with another key wrapped beside them', async () => {
    const { db } = await sealed()
    const other = sealKeys(SECRET, { slug: 'one', sealedAt: SEALED_AT }, KEYS)
    await db.updateTable('wrapped_keys').set({ wrapped: other.wrapped }).execute()
    expect(await open(db)).toBe('unreadable')
  })

  test.each([
    ['another secret', Buffer.alloc(32, 8)],
    ['no secret', undefined],
  ])('with %s', async (_, secret) => {
    const { db } = await sealed()
    const read = (now: number) => openKeys({ db, secret, now: () => now }, 'one')
    expect(await read(SEALED_AT + DAY - 1)).toBe('unreadable')
    expect(await read(SEALED_AT + DAY)).toBe('gone')
    await shredSealed(db, 'one')
    expect(await read(SEALED_AT)).toBe('gone')
  })

  test.each(['sealed', 'wrapped'] as const)('when %s was changed or cut', async (part) => {
    const { db, kept } = await sealed()
    const table = part === 'sealed' ? 'sealed_keys' : 'wrapped_keys'
    const last = kept[part].at(20) === 'A' ? 'B' : 'A'
    for (const changed of [
      kept[part].slice(0, 20) + last + kept[part].slice(21),
      kept[part].slice(0, -8),
      'AAAA',
      '',
    ]) {
      await db
        .updateTable(table)
        .set({ [part]: changed })
        .execute()
      expect(await open(db)).toBe('unreadable')
    }
  })

  test('if there are none', async () => {
    const { db } = await sealed()
    expect(await open(db, 'two')).toBe('gone')
    expect(await open(db, 'three')).toBe('gone')
  })

  test('once they are shredded', async () => {
    const { db } = await sealed()
    expect(await shredSealed(db, 'one')).toBe(true)
    expect(await open(db)).toBe('gone')
    expect(await readSealed(db, 'one')).toBeUndefined()
    expect(await shredSealed(db, 'one')).toBe(false)
  })
})

test('the same keys are never sealed to the same bytes §5.10.4', () => {
  const seal = { slug: 'one', sealedAt: SEALED_AT }
  const texts = Array.from({ length: 20 }, () => sealKeys(SECRET, seal, KEYS)).flatMap((kept) => [
    kept.sealed,
    kept.wrapped,
  ])
  expect(new Set(texts).size).toBe(40)
})

describe('in the store', () => {
  test('no part of a key is stored, whether sealed, shredded or swept §5.10.2', async () => {
    const { db, database } = await sealed()
    expect(await findStored(db, database, MARKER)).toEqual([])
    await shredSealed(db, 'one')
    expect(await findStored(db, database, MARKER)).toEqual([])
  })
})

describe('the sweep', () => {
  test('shreds what was sealed a day ago and leaves the rest', async () => {
    const { db } = await sealed()
    await keepSealed(db, 'two', sealKeys(SECRET, { slug: 'two', sealedAt: SEALED_AT + 1 }, KEYS), SEALED_AT + 1)
    expect(await sweepSealed(db, SEALED_AT + DAY - 1)).toEqual([])
    expect(await sweepSealed(db, SEALED_AT + DAY)).toEqual(['one'])
    expect(await readSealed(db, 'one')).toBeUndefined()
    expect(await open(db, 'two', SEALED_AT + DAY)).toEqual(KEYS)
  })

  test.each([
    ['sealed_keys', 'wrapped_keys'],
    ['wrapped_keys', 'sealed_keys'],
  ] as const)('without %s shreds %s', async (gone, left) => {
    const { db } = await sealed()
    await db.deleteFrom(gone).execute()
    expect(await sweepSealed(db, SEALED_AT + DAY)).toEqual(['one'])
    expect(await db.selectFrom(left).selectAll().execute()).toEqual([])
  })
})
