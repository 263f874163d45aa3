import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import type { Store } from '../../pipeline/store/open.ts'
import { openStore } from '../../pipeline/store/open.ts'
import type { AppOptions } from '../../server/app.ts'
import { createApp } from '../../server/app.ts'

/** 12:00:20 UTC: 40 seconds before the turn of the minute. */
export const NOON = Date.UTC(2026, 10, 20, 12, 0, 20)

/** A folder of its own for a test, gone when the test is over. */
export async function freshFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-server-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/**
 * An app over an empty store in memory and a site that doesn't exist yet, at a clock that is moved by hand. A fault that
 * the test has not taken out of `faults` fails it.
 */
export async function freshApp(changed: Partial<AppOptions> = {}) {
  const db: Store = await openStore(':memory:', NOON)
  const faults: { fault: unknown; requestId: string }[] = []
  const clock = { now: NOON }
  onTestFinished(async () => {
    await db.destroy()
    expect(faults).toEqual([])
  })
  const app = createApp({
    db,
    siteUrl: () => 'https://www.example',
    siteDir: join(tmpdir(), 'svc-no-site-here'),
    trustedProxies: 0,
    now: () => clock.now,
    log: (fault, requestId) => faults.push({ fault, requestId }),
    ...changed,
  })
  const get = async (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    app.request(path, { method, headers, redirect: 'manual' })
  return { app, db, clock, faults, get }
}
