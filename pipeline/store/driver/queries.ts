import { type SelectQueryBuilder, sql } from 'kysely'

/** How many rows the query finds. */
export async function countRows<Database, Table extends keyof Database>(
  query: SelectQueryBuilder<Database, Table, object>,
): Promise<number> {
  const counting = query.clearSelect().select(({ fn }) => fn.countAll<number>().as('count'))
  return (await counting.$castTo<{ count: number }>().executeTakeFirstOrThrow()).count
}

/** The items in slices of up to 500, which fit into one statement. */
export function* slicesOf<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let at = 0; at < items.length; at += 500) yield items.slice(at, at + 500)
}

/** Whether the query finds a row. */
export async function hasRows<Database, Table extends keyof Database>(
  query: SelectQueryBuilder<Database, Table, object>,
): Promise<boolean> {
  const found = await query.clearSelect().select(sql.lit(1).as('found')).limit(1).executeTakeFirst()
  return found !== undefined
}
