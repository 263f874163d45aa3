import { type SchemaModule, sql } from 'kysely'

/** An index of waiting and running reports, counted at every scrape of the metrics. */
export async function up(schema: SchemaModule): Promise<void> {
  await schema
    .createIndex('reports_open')
    .on('reports')
    .columns(['status', 'survey_id'])
    .where(sql<boolean>`status in ('PENDING', 'RUNNING')`)
    .execute()
}
