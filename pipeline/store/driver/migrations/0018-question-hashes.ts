import type { SchemaModule } from 'kysely'

/** The hash of each month's questions, when they were fixed, and when the hash was published on the site. */
export async function up(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('question_hashes')
    .addColumn('slug', 'text', (c) => c.notNull().references('categories.slug').onDelete('cascade'))
    .addColumn('month', 'text', (c) => c.notNull())
    .addColumn('sha256', 'text', (c) => c.notNull())
    .addColumn('fixed_at', 'bigint', (c) => c.notNull())
    .addColumn('published_at', 'bigint')
    .addPrimaryKeyConstraint('question_hashes_pk', ['slug', 'month'])
    .execute()
}
