import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Store } from '../../pipeline/store/open.ts'
import { openStore } from '../../pipeline/store/open.ts'

/** A folder of its own for one test, removed after it. */
export function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'svc-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** An empty store for one test; `database` is its path. */
export async function freshStore(): Promise<{ db: Store; database: string }> {
  const database = join(freshFolder(), 'svc.db')
  const db = await openStore(database, 0)
  onTestFinished(() => db.destroy())
  return { db, database }
}
