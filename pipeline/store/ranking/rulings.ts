import type { Market } from '../../contract/market/market.ts'
import type { Ruling } from '../../contract/terms.ts'
import { randomId } from '../driver/ids.ts'
import type { Store } from '../driver/open.ts'
import type { Tables } from '../driver/schema.ts'
import { inTransaction } from '../driver/transaction.ts'
import { foldedCategory } from './categories.ts'

/** An active ruling and when it was made (epoch ms). */
export interface HeldRuling {
  readonly ruling: Ruling
  readonly madeAt: number
}

/** A category's active rulings, oldest first. */
export async function heldRulings(db: Store, slug: string): Promise<HeldRuling[]> {
  const rows = await heldRows(db, slug)
  return rows.map((row) => ({ ruling: toRuling(row), madeAt: row.created_at }))
}

/** The active rulings of all categories with this name in this market, compared without case and extra spaces. */
export async function rulingsOn(
  db: Store,
  { category, country, language }: Market & { readonly category: string },
): Promise<Ruling[]> {
  const rows = await db
    .selectFrom('rulings')
    .innerJoin('categories', 'categories.slug', 'rulings.slug')
    .select(['categories.category', 'rulings.id', 'kind', 'name', 'other'])
    .where('ended_at', 'is', null)
    .where('country', '=', country)
    .where('language', '=', language)
    .orderBy('rulings.created_at')
    .orderBy('rulings.id')
    .execute()
  return rows.filter((row) => foldedCategory(row.category) === foldedCategory(category)).map(toRuling)
}

/**
 * Makes a ruling on a known category: `decide` sees the active ones and says which of them end and whether the new one is
 * stored. What `decide` throws is thrown, and nothing is written.
 */
export async function makeRuling(
  db: Store,
  slug: string,
  ruling: Ruling,
  decide: (held: readonly Ruling[]) => { readonly ends: readonly Ruling[]; readonly makes: boolean },
  now: number,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    // Locks the category, so that two rulings made at once see each other.
    await trx
      .updateTable('categories')
      .set((eb) => ({ category: eb.ref('category') }))
      .where('slug', '=', slug)
      .execute()
    const rows = (await heldRows(trx, slug)).map((row) => ({ id: row.id, ruling: toRuling(row) }))
    const { ends, makes } = decide(rows.map((row) => row.ruling))
    const ended = rows.filter((row) => ends.includes(row.ruling)).map((row) => row.id)
    if (ended.length > 0) await trx.updateTable('rulings').set({ ended_at: now }).where('id', 'in', ended).execute()
    if (makes)
      await trx
        .insertInto('rulings')
        .values({ id: randomId(), slug, ...fromRuling(ruling), created_at: now })
        .execute()
  })
}

async function heldRows(db: Store, slug: string): Promise<Tables['rulings'][]> {
  return db
    .selectFrom('rulings')
    .selectAll()
    .where('slug', '=', slug)
    .where('ended_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

type RulingColumns = Pick<Tables['rulings'], 'kind' | 'name' | 'other'>

function fromRuling(ruling: Ruling): RulingColumns {
  const { kind, name } = ruling
  return { kind, name, other: kind === 'merge' ? ruling.into : kind === 'alias' ? ruling.spelling : null }
}

function toRuling({ kind, name, other }: RulingColumns): Ruling {
  switch (kind) {
    case 'merge':
      return { kind, name, into: other ?? name }
    case 'alias':
      return { kind, name, spelling: other ?? name }
    default:
      return { kind, name }
  }
}
