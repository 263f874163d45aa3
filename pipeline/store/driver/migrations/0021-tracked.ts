import { type SchemaModule, sql } from 'kysely'

/** Products that are asked about again in every period, and the period that each of their reports is for. */
export async function up(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('tracked_products')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('account_id', 'text', (c) => c.references('accounts.id').onDelete('cascade'))
    .addColumn('identity', 'text', (c) => c.notNull().unique())
    .addColumn('every', 'text', (c) => c.notNull().check(sql`every in ('monthly', 'weekly')`))
    .addColumn('plan', 'text', (c) => c.notNull())
    .addColumn('domain', 'text', (c) => c.notNull())
    .addColumn('brand', 'text', (c) => c.notNull())
    .addColumn('aliases', 'text', (c) => c.notNull())
    .addColumn('category', 'text', (c) => c.notNull())
    .addColumn('country', 'text', (c) => c.notNull())
    .addColumn('language', 'text', (c) => c.notNull())
    .addColumn('description', 'text', (c) => c.notNull())
    .addColumn('engines', 'text', (c) => c.notNull())
    .addColumn('seed_prompts', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('touched_at', 'bigint', (c) => c.notNull())
    .execute()
  await schema.createIndex('tracked_products_by_account').on('tracked_products').column('account_id').execute()
  await schema
    .alterTable('reports')
    .addColumn('tracked_id', 'text', (c) => c.references('tracked_products.id').onDelete('set null'))
    .execute()
  await schema.alterTable('reports').addColumn('tracked_period', 'text').execute()
  // Two nulls are never equal, so that other reports are free of it.
  await schema
    .createIndex('reports_tracked')
    .unique()
    .on('reports')
    .columns(['tracked_id', 'simulated', 'tracked_period'])
    .execute()
}
