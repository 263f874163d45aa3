import { type SchemaModule, sql } from 'kysely'

/** Request counts in time windows, shared by processes. */
export async function up(schema: SchemaModule, postgres: boolean): Promise<void> {
  const table = schema.createTable('windows')
  // It is unlogged, so that a count costs no flush to the disk; a crash of the server loses the minute.
  await (postgres ? table.modifyFront(sql`unlogged`) : table)
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('starts_at', 'bigint', (c) => c.notNull())
    .addColumn('count', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('windows_pk', ['name', 'starts_at'])
    .execute()
}
