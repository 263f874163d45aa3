import { type SchemaModule, sql } from 'kysely'

/** The limit of each provider key, shared by all processes. */
export async function up(schema: SchemaModule, postgres: boolean): Promise<void> {
  const table = schema.createTable('vendor_limits')
  // It is unlogged like the windows; a crash of the server loses what was learned.
  await (postgres ? table.modifyFront(sql`unlogged`) : table)
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('version', 'bigint', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('used_at', 'bigint', (c) => c.notNull())
    .execute()
}
