import type { SchemaModule } from 'kysely'

/** The address of a report's page that the mail at its end names; null where none is to be sent. */
export async function up(schema: SchemaModule): Promise<void> {
  await schema.alterTable('reports').addColumn('end_mail_url', 'text').execute()
}
