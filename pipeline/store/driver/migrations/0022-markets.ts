import type { SchemaModule } from 'kysely'

/** The country that a category's and a report's questions are asked from, and their language; until now always these. */
export async function up(schema: SchemaModule): Promise<void> {
  for (const table of ['categories', 'reports']) {
    await schema
      .alterTable(table)
      .addColumn('country', 'text', (c) => c.notNull().defaultTo('US'))
      .execute()
    await schema
      .alterTable(table)
      .addColumn('language', 'text', (c) => c.notNull().defaultTo('en'))
      .execute()
  }
}
