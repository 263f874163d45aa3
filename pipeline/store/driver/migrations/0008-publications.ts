import type { SchemaModule } from 'kysely'

/** A version's publication within its month and the p-values of its brands' changes; counted versions not yet published. */
export async function up(schema: SchemaModule): Promise<void> {
  await schema
    .alterTable('rankings')
    .addColumn('publication', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await schema
    .alterTable('rankings')
    .addColumn('p_values', 'text', (c) => c.notNull().defaultTo('[]'))
    .execute()
  await schema
    .createTable('counted_rankings')
    .addColumn('slug', 'text', (c) => c.notNull())
    .addColumn('month', 'text', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('simulated', 'integer', (c) => c.notNull())
    .addColumn('checked_at', 'bigint', (c) => c.notNull())
    .addColumn('answers_in', 'integer', (c) => c.notNull())
    .addColumn('entry', 'text', (c) => c.notNull())
    .addColumn('body', 'text', (c) => c.notNull())
    .addColumn('p_values', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('counted_rankings_pk', ['slug', 'month'])
    .execute()
}
