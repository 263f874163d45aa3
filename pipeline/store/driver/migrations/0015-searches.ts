import type { SchemaModule } from 'kysely'

/** What an engine searched the web for, as JSON; null in the answers of earlier releases, which didn't read it. */
export async function up(schema: SchemaModule): Promise<void> {
  await schema.alterTable('answers').addColumn('searches', 'text').execute()
}
