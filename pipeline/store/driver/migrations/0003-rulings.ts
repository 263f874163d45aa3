import { type SchemaModule, sql } from 'kysely'

/** A person's rulings on the names of a category, and the frozen reports that a later count replaced. */
export async function up(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('rulings')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('slug', 'text', (c) => c.notNull().references('categories.slug').onDelete('cascade'))
    .addColumn('kind', 'text', (c) => c.notNull().check(sql`kind in ('merge', 'split', 'alias', 'ignore')`))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('other', 'text')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('ended_at', 'bigint')
    .execute()
  await schema.createIndex('rulings_by_category').on('rulings').columns(['slug', 'created_at']).execute()
  await schema
    .createTable('report_versions')
    .addColumn('report_slug', 'text', (c) => c.notNull().references('reports.slug').onDelete('cascade'))
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('body', 'text', (c) => c.notNull())
    .addColumn('replaced_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('report_versions_pk', ['report_slug', 'version'])
    .execute()
}
