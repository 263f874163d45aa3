import type { SchemaModule } from 'kysely'

/** A row for each call in flight; a month that an older version was running starts again. */
export async function up(schema: SchemaModule): Promise<void> {
  await schema.dropTable('batch_reservations').execute()
  for (const column of ['reserved_nano', 'under_way', 'cut', 'started_at'])
    await schema.alterTable('batches').dropColumn(column).execute()
  for (const column of ['category', 'survey_id', 'done_at'])
    await schema.alterTable('batch_categories').dropColumn(column).execute()
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
