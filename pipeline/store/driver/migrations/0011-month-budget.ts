import type { SchemaModule } from 'kysely'

/** Each call under way has a row of its own; a month's run that an older version had under way is run again. */
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
