import type { SchemaModule } from 'kysely'

/** A month's run, shared by processes: its categories, and its money in billionths of a USD. */
export async function up(schema: SchemaModule): Promise<void> {
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
    .addColumn('reserved_nano', 'bigint', (c) => c.notNull())
    .addColumn('under_way', 'integer', (c) => c.notNull())
    .addColumn('calls', 'integer', (c) => c.notNull())
    .addColumn('unknown_calls', 'integer', (c) => c.notNull())
    .addColumn('stopped', 'text')
    .addColumn('cut', 'integer', (c) => c.notNull())
    .addColumn('started_at', 'bigint', (c) => c.notNull())
    .execute()
  await schema
    .createTable('batch_categories')
    .addColumn('batch_id', 'text', (c) => c.notNull().references('batches.id').onDelete('cascade'))
    .addColumn('slug', 'text', (c) => c.notNull())
    .addColumn('category', 'text', (c) => c.notNull())
    .addColumn('survey_id', 'text', (c) => c.notNull())
    .addColumn('done_at', 'bigint')
    .addPrimaryKeyConstraint('batch_categories_pk', ['batch_id', 'slug'])
    .execute()
  await schema
    .createTable('batch_reservations')
    .addColumn('batch_id', 'text', (c) => c.notNull().references('batches.id').onDelete('cascade'))
    .addColumn('lease', 'text', (c) => c.notNull())
    .addColumn('holder', 'text', (c) => c.notNull())
    .addColumn('nano', 'bigint', (c) => c.notNull())
    .addColumn('under_way', 'integer', (c) => c.notNull())
    .addColumn('step', 'integer', (c) => c.notNull())
    .addColumn('granted', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('batch_reservations_pk', ['batch_id', 'holder'])
    .execute()
}
