import { sql } from 'kysely'
import { codeOf } from '../driver/faults.ts'
import { pendingMigrations } from '../driver/migrate.ts'
import type { Store } from '../driver/open.ts'
import { isPostgres } from '../driver/schema.ts'
import { checkAccounts } from './check-accounts.ts'
import { checkCells } from './check-cells.ts'
import { checkFrozen } from './check-frozen.ts'
import type { CountProgress } from './copy.ts'

/** The parts of a check, in order; `accounts` covers credits, the queue and sealed keys. */
export const CHECK_PARTS = ['file', 'references', 'ledgers', 'published', 'accounts'] as const
export type CheckPart = (typeof CHECK_PARTS)[number]

/** Receives the part being checked, and the progress of the published documents, which take longest. */
export interface CheckProgress extends CountProgress {
  part(name: CheckPart): void
}

const QUIET: CheckProgress = { part: () => {}, begin: () => {}, done: () => {} }

/**
 * The store's problems, one sentence each, without writing anything. A damaged file or an old schema is reported without
 * checking the rows. Throws StoreRefusal if a newer version of the program wrote the store.
 */
export async function checkStore(
  db: Store,
  {
    parts = CHECK_PARTS,
    progress = QUIET,
  }: { parts?: readonly CheckPart[] | undefined; progress?: CheckProgress } = {},
): Promise<string[]> {
  const look = async (part: CheckPart, check: () => Promise<string[]>) => {
    if (!parts.includes(part)) return []
    progress.part(part)
    return check()
  }
  // PostgreSQL checks its own files and references.
  const inFile = !isPostgres(db)
  const damage = inFile ? await look('file', () => checkFile(db)) : []
  if (damage.length > 0) return damage
  const pending = await pendingMigrations(db)
  if (pending.length > 0)
    return [`The schema lacks ${pending.join(', ')}: \`./svc store migrate\` brings it up to date.`]
  return [
    ...(inFile ? await look('references', () => checkReferences(db)) : []),
    ...(await look('ledgers', () => checkCells(db))),
    ...(await look('published', () => checkFrozen(db, progress))),
    ...(await look('accounts', () => checkAccounts(db))),
  ]
}

async function checkFile(db: Store): Promise<string[]> {
  try {
    const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db)
    return rows
      .filter((row) => row.integrity_check !== 'ok')
      .map((row) => `The file is damaged: ${row.integrity_check.replaceAll(/\s+/g, ' ')}; replace it with a backup.`)
  } catch (fault) {
    // A badly damaged file can't be checked.
    if (!/^SQLITE_(CORRUPT|NOTADB)/.test(codeOf(fault))) throw fault
    return ['The file is damaged: it is no longer a SQLite database; replace it with a backup.']
  }
}

async function checkReferences(db: Store): Promise<string[]> {
  const { rows } = await sql<{ table: string; parent: string }>`pragma foreign_key_check`.execute(db)
  return [...Map.groupBy(rows, (row) => `${row.table} refer to ${row.parent}`)].map(
    ([which, all]) => `${all.length} of the rows in ${which} that do not exist.`,
  )
}
