import type { FrozenRanking } from '../../contract/ranking.ts'
import { rankingEvents, type WebhookEvent } from '../../contract/webhook.ts'
import type { Lease } from '../driver/leases.ts'
import type { Store } from '../driver/open.ts'
import { underLease } from '../driver/transaction.ts'
import { queueEvents } from '../webhooks/events.ts'
import type { FrozenEntry } from './rankings.ts'

/** A counted version before publication, when the changes that the month announces are not yet known. */
export interface CountedVersion {
  readonly entry: FrozenEntry
  readonly ranking: FrozenRanking
  /** Answers behind it, counted and noAnswer. */
  readonly answersIn: number
  /** The p-value of each brand's change, in the brands' order; null if there is none. */
  readonly pValues: readonly (number | null)[]
}

/** The p-values of each ranking of a month, by slug. */
export type MonthPValues = ReadonlyMap<string, readonly (number | null)[]>

/** Stores a counted version until its month is published, replacing one that a stopped run left. Throws LeaseLost. */
export async function keepCounted(db: Store, lease: Lease, counted: CountedVersion, now: number): Promise<void> {
  const { slug, month, version, simulated, checkedAt } = counted.ranking
  await underLease(db, lease, now, async (trx) => {
    await trx.deleteFrom('counted_rankings').where('slug', '=', slug).where('month', '=', month).execute()
    await trx
      .insertInto('counted_rankings')
      .values({
        slug,
        month,
        version,
        simulated: simulated ? 1 : 0,
        checked_at: Date.parse(checkedAt),
        answers_in: counted.answersIn,
        entry: JSON.stringify(counted.entry),
        body: JSON.stringify(counted.ranking),
        p_values: JSON.stringify(counted.pValues),
      })
      .execute()
  })
}

/**
 * Publishes the counted versions of these categories, all or none, after `announce` has marked each one's changes by the
 * p-values of the whole month, and queues the webhooks' events. Throws LeaseLost.
 */
export async function publishCounted(
  db: Store,
  lease: Lease,
  {
    month,
    simulated,
    slugs,
  }: { readonly month: string; readonly simulated: boolean; readonly slugs: readonly string[] },
  announce: (month: MonthPValues) => (ranking: FrozenRanking) => FrozenRanking,
  clock: { now(): number },
): Promise<void> {
  const published = await publishedPValues(db, { month, simulated })
  const announced = announce(new Map([...published, ...(await countedPValues(db, month, slugs))]))
  const events: WebhookEvent[] = []
  // A body can be megabytes, so each has a transaction of its own before the short one that publishes all.
  for (const slug of slugs) {
    const queued = await underLease(db, lease, clock.now(), async (trx) => {
      const { body } = await trx
        .selectFrom('counted_rankings')
        .select('body')
        .where('slug', '=', slug)
        .where('month', '=', month)
        .executeTakeFirstOrThrow()
      const counted: FrozenRanking = JSON.parse(body)
      const ranking = announced(counted)
      if (ranking !== counted)
        await trx
          .updateTable('counted_rankings')
          .set({ body: JSON.stringify(ranking) })
          .where('slug', '=', slug)
          .where('month', '=', month)
          .execute()
      return rankingEvents(ranking)
    })
    events.push(...queued)
  }
  await underLease(db, lease, clock.now(), async (trx) => {
    const { last } = await trx
      .selectFrom('rankings')
      .select((eb) => eb.fn.max('publication').as('last'))
      .where('month', '=', month)
      .executeTakeFirstOrThrow()
    for (const slug of slugs) {
      const columns = ['slug', 'month', 'version', 'simulated', 'checked_at', 'answers_in', 'entry', 'body'] as const
      await trx
        .insertInto('rankings')
        .columns([...columns, 'p_values', 'publication'])
        .expression((eb) =>
          eb
            .selectFrom('counted_rankings')
            .select([...columns, 'p_values'])
            .select(eb.lit((last ?? 0) + 1).as('publication'))
            .where('slug', '=', slug)
            .where('month', '=', month),
        )
        .execute()
    }
    await trx
      .deleteFrom('counted_rankings')
      .where('month', '=', month)
      .where('simulated', '=', simulated ? 1 : 0)
      .execute()
    await queueEvents(trx, events, 'everybody', clock.now())
  })
}

/** The p-values of a month's newest versions, as of a publication, by default the last. */
export async function publishedPValues(
  db: Store,
  {
    month,
    simulated,
    publication,
  }: { readonly month: string; readonly simulated: boolean; readonly publication?: number },
): Promise<MonthPValues> {
  let query = db
    .selectFrom('rankings')
    .select(['slug', 'p_values'])
    .where('month', '=', month)
    .where('simulated', '=', simulated ? 1 : 0)
  if (publication !== undefined) query = query.where('publication', '<=', publication)
  return bySlug(await query.orderBy('version').execute())
}

async function countedPValues(db: Store, month: string, slugs: readonly string[]): Promise<MonthPValues> {
  const rows = await db.selectFrom('counted_rankings').select(['slug', 'p_values']).where('month', '=', month).execute()
  return bySlug(rows.filter(({ slug }) => slugs.includes(slug)))
}

function bySlug(rows: readonly { readonly slug: string; readonly p_values: string }[]): MonthPValues {
  return new Map(rows.map(({ slug, p_values }) => [slug, JSON.parse(p_values)] as const))
}
