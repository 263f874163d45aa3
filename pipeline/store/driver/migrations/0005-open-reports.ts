import type { SchemaModule } from 'kysely'
import { sql } from 'kysely'

/** The reports that wait or run, which are counted at every scrape of the metrics. */
export async function up(schema: SchemaModule): Promise<void> {
  await schema
    .createIndex('reports_open')
    .on('reports')
    .columns(['status', 'survey_id'])
    .where(sql<boolean>`status in ('PENDING', 'RUNNING')`)
    .execute()
}
