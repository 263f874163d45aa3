import type { SchemaModule } from 'kysely'

/** The URL in the mail sent when a report ends; null if none is sent. */
export async function up(schema: SchemaModule): Promise<void> {
  await schema.alterTable('reports').addColumn('end_mail_url', 'text').execute()
}
