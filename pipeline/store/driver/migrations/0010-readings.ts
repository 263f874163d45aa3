import { type SchemaModule, sql } from 'kysely'

/** A model's readings of the answers and the calls that made them, in place of the names that early stores have. */
export async function up(schema: SchemaModule): Promise<void> {
  await schema.dropTable('proposals').ifExists().execute()
  await schema
    .createTable('reading_calls')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('survey_id', 'text', (c) => c.notNull().references('surveys.id').onDelete('cascade'))
    .addColumn('vendor', 'text', (c) => c.notNull())
    .addColumn('model', 'text', (c) => c.notNull())
    .addColumn('prompt', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull().check(sql`state in ('sent', 'received', 'read', 'failed')`))
    .addColumn('asked', 'text', (c) => c.notNull())
    .addColumn('body', 'text')
    .addColumn('cost_usd', 'double precision')
    .addColumn('sent_at', 'bigint', (c) => c.notNull())
    .addColumn('ended_at', 'bigint')
    .execute()
  await schema.createIndex('reading_calls_by_survey').on('reading_calls').columns(['survey_id', 'state']).execute()
  await schema
    .createTable('readings')
    .addColumn('survey_id', 'text', (c) => c.notNull().references('surveys.id').onDelete('cascade'))
    .addColumn('hash', 'text', (c) => c.notNull())
    .addColumn('model', 'text', (c) => c.notNull())
    .addColumn('prompt', 'text', (c) => c.notNull())
    .addColumn('call_id', 'text', (c) => c.notNull().references('reading_calls.id').onDelete('cascade'))
    .addColumn('names', 'text', (c) => c.notNull())
    .addColumn('read_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('readings_pk', ['survey_id', 'hash', 'model', 'prompt'])
    .execute()
}
