import type { SchemaModule } from 'kysely'

/** Who wrote a category's kept questions. */
export async function up(schema: SchemaModule): Promise<void> {
  await schema.alterTable('categories').addColumn('questions_by', 'text').execute()
}
