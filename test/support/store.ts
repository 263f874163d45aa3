import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject, onTestFinished } from 'vitest'
import type { Store } from '../../pipeline/store/open.ts'
import { openStore } from '../../pipeline/store/open.ts'
import { databaseAddress, onServer } from './postgres-setup.ts'

/** A folder of its own for one test, removed after it. */
export function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'svc-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** The address of an empty store for one test, of the kind under test: a path in the folder, or a PostgreSQL database. */
export async function freshDatabase(folder?: string): Promise<string> {
  const postgres = inject('postgres')
  if (postgres === undefined) return join(folder ?? freshFolder(), 'svc.db')
  const name = `svc_test_${randomBytes(8).toString('hex')}`
  await onServer(postgres.address, `create database ${name} template ${postgres.template}`)
  onTestFinished(() => onServer(postgres.address, `drop database ${name} with (force)`))
  return databaseAddress(postgres.address, name)
}

/** An empty store for one test; `database` is its address, `folder` where SQLite's file is. */
export async function freshStore(now = 0): Promise<{ db: Store; database: string; folder: string }> {
  const folder = freshFolder()
  const database = await freshDatabase(folder)
  const db = await openStore(database, now)
  onTestFinished(() => db.destroy())
  return { db, database, folder }
}
