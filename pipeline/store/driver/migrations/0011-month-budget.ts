import type { SchemaModule } from 'kysely'

/**
 * A month's run, shared by processes: its categories, its money in billionths of a USD, and a row for each call in flight. A
 * month that an older version was running starts again.
 */
export async function up(schema: SchemaModule): Promise<void> {
  for (const table of ['batch_reservations', 'batch_categories', 'batches'])
    await schema.dropTable(table).ifExists().execute()
  await schema
    .createTable('batches')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('month', 'text', (c) => c.notNull())
    .addColumn('simulated', 'integer', (c) => c.notNull())
    .addColumn('engines', 'text', (c) => c.notNull())
    .addColumn('selected', 'text', (c) => c.notNull())
    .addColumn('limit_nano', 'bigint')
    .addColumn('spent_nano', 'bigint', (c) => c.notNull())
    .addColumn('uncertain_nano', 'bigint', (c) => c.notNull())
    .addColumn('calls', 'integer', (c) => c.notNull())
    .addColumn('unknown_calls', 'integer', (c) => c.notNull())
    .addColumn('stopped', 'text')
    .execute()
  await schema
    .createTable('batch_categories')
    .addColumn('batch_id', 'text', (c) => c.notNull().references('batches.id').onDelete('cascade'))
    .addColumn('slug', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('batch_categories_pk', ['batch_id', 'slug'])
    .execute()
  await schema
    .createTable('batch_calls')
    .addColumn('batch_id', 'text', (c) => c.notNull().references('batches.id').onDelete('cascade'))
    .addColumn('lease', 'text', (c) => c.notNull())
    .addColumn('holder', 'text', (c) => c.notNull())
    .addColumn('call', 'integer', (c) => c.notNull())
    .addColumn('nano', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('batch_calls_pk', ['batch_id', 'holder', 'call'])
    .execute()
}
