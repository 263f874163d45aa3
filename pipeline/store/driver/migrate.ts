import {
  type ColumnDefinitionNode,
  DataTypeNode,
  type Kysely,
  type KyselyPlugin,
  OperationNodeTransformer,
  type QueryId,
  RawNode,
  type SchemaModule,
  sql,
} from 'kysely'
import { StoreRefusal } from './faults.ts'
import { up as surveys } from './migrations/0001-surveys.ts'
import { up as accounts } from './migrations/0002-accounts.ts'
import { up as rulings } from './migrations/0003-rulings.ts'
import { up as windows } from './migrations/0004-windows.ts'
import { up as openReports } from './migrations/0005-open-reports.ts'
import { up as questionsBy } from './migrations/0007-questions-by.ts'
import { up as publications } from './migrations/0008-publications.ts'
import { up as endMails } from './migrations/0009-end-mails.ts'
import { up as readings } from './migrations/0010-readings.ts'
import { up as monthBudget } from './migrations/0011-month-budget.ts'
import { up as vendorLimits } from './migrations/0012-vendor-limits.ts'
import { up as searches } from './migrations/0015-searches.ts'
import { up as questionHashes } from './migrations/0018-question-hashes.ts'
import { up as webhooks } from './migrations/0020-webhooks.ts'
import { up as tracked } from './migrations/0021-tracked.ts'
import { up as markets } from './migrations/0022-markets.ts'
import { isPostgres, type Tables } from './schema.ts'

const MIGRATIONS: readonly { name: string; up(schema: SchemaModule, postgres: boolean): Promise<void> }[] = [
  { name: '0001-surveys', up: surveys },
  { name: '0002-accounts', up: accounts },
  { name: '0003-rulings', up: rulings },
  { name: '0004-windows', up: windows },
  { name: '0005-open-reports', up: openReports },
  // Its tables are made anew by 0011.
  { name: '0006-batches', up: async () => {} },
  { name: '0007-questions-by', up: questionsBy },
  { name: '0008-publications', up: publications },
  { name: '0009-end-mails', up: endMails },
  { name: '0010-readings', up: readings },
  { name: '0011-month-budget', up: monthBudget },
  { name: '0012-vendor-limits', up: vendorLimits },
  { name: '0015-searches', up: searches },
  { name: '0018-question-hashes', up: questionHashes },
  { name: '0020-webhooks', up: webhooks },
  { name: '0021-tracked', up: tracked },
  { name: '0022-markets', up: markets },
]

/** An arbitrary number for PostgreSQL's advisory lock. */
const LOCK = 7_382_001_146

/**
 * Applies the missing migrations and returns their names; several processes may call it at once. Throws StoreRefusal if
 * a newer version of the program wrote the store.
 */
export async function migrate(db: Kysely<Tables>, now: number): Promise<string[]> {
  if (!isPostgres(db)) return migrateEach(db, now, (work) => db.transaction().execute(work))
  return db.transaction().execute(async (locked) => {
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(locked)
    const trx = locked.withPlugin(plainTexts())
    return migrateEach(trx, now, (work) => work(trx))
  })
}

type Work = (trx: Kysely<Tables>) => Promise<boolean>

async function migrateEach(
  db: Kysely<Tables>,
  now: number,
  inTransaction: (work: Work) => Promise<boolean>,
): Promise<string[]> {
  await db.schema
    .createTable('migrations')
    .ifNotExists()
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('applied_at', 'bigint', (c) => c.notNull())
    .execute()
  const applied = new Set((await db.selectFrom('migrations').select('name').execute()).map((row) => row.name))
  refuseNewer(applied)

  const done: string[] = []
  for (const migration of MIGRATIONS) {
    if (applied.has(migration.name)) continue
    const claimed = await inTransaction(async (trx) => {
      const row = await trx
        .insertInto('migrations')
        .values({ name: migration.name, applied_at: now })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst()
      if (row.numInsertedOrUpdatedRows === 0n) return false
      await migration.up(trx.schema, isPostgres(db))
      return true
    })
    if (claimed) done.push(migration.name)
  }
  return done
}

/** The names of the applied migrations, in order; empty if there is no store. */
export async function appliedMigrations(db: Kysely<Tables>): Promise<string[]> {
  const tables = await db.introspection.getTables()
  if (!tables.some(({ name }) => name === 'migrations')) return []
  const rows = await db.selectFrom('migrations').select('name').orderBy('name').execute()
  return rows.map(({ name }) => name)
}

/** The names of the missing migrations. Throws StoreRefusal if a newer version of the program wrote the store. */
export async function pendingMigrations(db: Kysely<Tables>): Promise<string[]> {
  const applied = new Set(await appliedMigrations(db))
  refuseNewer(applied)
  return MIGRATIONS.map(({ name }) => name).filter((name) => !applied.has(name))
}

function refuseNewer(applied: ReadonlySet<string>): void {
  const newer = [...applied].filter((name) => !MIGRATIONS.some((migration) => migration.name === name)).sort()
  const last = newer.at(-1)
  if (last !== undefined)
    throw new StoreRefusal(`The store was written by a newer version of svc (migration ${last}); update this checkout.`)
}

class PlainTexts extends OperationNodeTransformer {
  protected override transformColumnDefinition(node: ColumnDefinitionNode, queryId?: QueryId): ColumnDefinitionNode {
    const column = super.transformColumnDefinition(node, queryId)
    const isText = DataTypeNode.is(column.dataType) && column.dataType.dataType === 'text'
    return isText ? { ...column, dataType: RawNode.createWithSql('text collate "C"') } : column
  }
}

/** Makes PostgreSQL compare and sort new text columns by bytes, as SQLite does, so that lists have the same order on both. */
function plainTexts(): KyselyPlugin {
  const texts = new PlainTexts()
  return {
    transformQuery: ({ node, queryId }) => texts.transformNode(node, queryId),
    transformResult: async ({ result }) => result,
  }
}
