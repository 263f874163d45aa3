import type { SchemaModule } from 'kysely'
import { sql } from 'kysely'

/** Categories, surveys with their cells and answers, published rankings. */
export async function up(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('leases')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('holder', 'text', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .execute()
  await schema
    .createTable('categories')
    .addColumn('slug', 'text', (c) => c.primaryKey())
    .addColumn('category', 'text', (c) => c.notNull())
    .addColumn('simulated', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute()
  await schema
    .createTable('category_questions')
    .addColumn('slug', 'text', (c) => c.notNull().references('categories.slug').onDelete('cascade'))
    .addColumn('question', 'integer', (c) => c.notNull())
    .addColumn('text', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('category_questions_pk', ['slug', 'question'])
    .execute()
  await schema
    .createTable('surveys')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('simulated', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute()
  await schema
    .createTable('survey_questions')
    .addColumn('survey_id', 'text', (c) => c.notNull().references('surveys.id').onDelete('cascade'))
    .addColumn('question', 'integer', (c) => c.notNull())
    .addColumn('text', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('survey_questions_pk', ['survey_id', 'question'])
    .execute()
  await schema
    .createTable('ranking_months')
    .addColumn('slug', 'text', (c) => c.notNull().references('categories.slug').onDelete('cascade'))
    .addColumn('month', 'text', (c) => c.notNull())
    .addColumn('survey_id', 'text', (c) => c.notNull().unique().references('surveys.id'))
    .addPrimaryKeyConstraint('ranking_months_pk', ['slug', 'month'])
    .execute()
  await schema
    .createTable('cells')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('survey_id', 'text', (c) => c.notNull().references('surveys.id').onDelete('cascade'))
    .addColumn('question', 'integer', (c) => c.notNull())
    .addColumn('engine', 'text', (c) => c.notNull())
    .addColumn('run', 'integer', (c) => c.notNull())
    .addColumn('state', 'text', (c) =>
      c.notNull().check(sql`state in ('planned', 'sent', 'answered', 'noAnswer', 'failed', 'skipped')`),
    )
    .addColumn('reason', 'text')
    .addColumn('attempt', 'integer', (c) => c.notNull())
    .addColumn('turn', 'integer', (c) => c.notNull())
    .addColumn('sent_at', 'bigint')
    .addColumn('finished_at', 'bigint')
    .execute()
  await schema.createIndex('cells_by_survey').on('cells').columns(['survey_id', 'engine', 'run']).execute()
  await schema
    .createTable('replies')
    .addColumn('cell_id', 'text', (c) => c.notNull().references('cells.id').onDelete('cascade'))
    .addColumn('attempt', 'integer', (c) => c.notNull())
    .addColumn('turn', 'integer', (c) => c.notNull())
    .addColumn('body', 'text', (c) => c.notNull())
    .addColumn('cost_usd', 'double precision', (c) => c.notNull())
    .addColumn('received_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('replies_pk', ['cell_id', 'attempt', 'turn'])
    .execute()
  await schema
    .createTable('answers')
    .addColumn('cell_id', 'text', (c) => c.primaryKey().references('cells.id').onDelete('cascade'))
    .addColumn('text', 'text', (c) => c.notNull())
    .addColumn('citations', 'text', (c) => c.notNull())
    .addColumn('grounded', 'integer', (c) => c.notNull())
    .addColumn('model', 'text', (c) => c.notNull())
    .execute()
  await schema
    .createTable('rankings')
    .addColumn('slug', 'text', (c) => c.notNull().references('categories.slug'))
    .addColumn('month', 'text', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('simulated', 'integer', (c) => c.notNull())
    .addColumn('checked_at', 'bigint', (c) => c.notNull())
    .addColumn('answers_in', 'integer', (c) => c.notNull())
    .addColumn('entry', 'text', (c) => c.notNull())
    .addColumn('body', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('rankings_pk', ['slug', 'month', 'version'])
    .execute()
}
