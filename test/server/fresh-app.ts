import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { systemClock } from '../../pipeline/ask/clock.ts'
import type { LogFields } from '../../pipeline/log.ts'
import { openStore } from '../../pipeline/store/driver/open.ts'
import { type AppOptions, createApp } from '../../server/app.ts'
import { assertDescribed } from '../support/checks/openapi.ts'
import { openTestQueue } from '../support/store/queue.ts'
import { freshDatabase } from '../support/store/store.ts'

/** 12:00:20 UTC: 40 seconds before the turn of the minute. */
export const NOON = Date.UTC(2026, 10, 20, 12, 0, 20)

/** A folder of its own for a test, gone when the test is over. */
export async function freshFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-server-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/**
 * An app over an empty store and a site that doesn't exist yet, at a clock that is moved by hand. A fault that
 * the test has not taken out of `faults` fails it, and so does an answer that the API's description doesn't know.
 */
export async function freshApp(changed: Partial<AppOptions> = {}, address?: string) {
  const db = await openStore(await freshDatabase(), NOON)
  const faults: { fault: unknown; requestId: LogFields[string] }[] = []
  const logged: { event: string; fields: LogFields }[] = []
  const note = (event: string, fields: LogFields = {}) => void logged.push({ event, fields })
  const clock = { now: NOON }
  onTestFinished(async () => {
    await db.destroy()
    expect(faults).toEqual([])
  })
  const app = createApp({
    db,
    queue: changed.queue ?? (await openTestQueue(changed.db ?? db, systemClock, address)),
    baseUrl: () => 'https://api.example',
    siteUrl: () => 'https://www.example',
    legacyBaseUrl: undefined,
    siteDir: join(tmpdir(), 'svc-no-site-here'),
    trustedProxies: 0,
    secret: Buffer.alloc(32, 7),
    byokOn: true,
    hasScribe: true,
    simulate: true,
    now: () => clock.now,
    log: {
      debug: note,
      info: note,
      warn: note,
      fault: (_event, fault, fields) => faults.push({ fault, requestId: fields?.requestId }),
    },
    ...changed,
  })
  const send = async (path: string, init: RequestInit) => {
    const response = await app.request(path, { redirect: 'manual', ...init })
    await assertDescribed(init.method ?? 'GET', path, response)
    return response
  }
  const get = (path: string, headers: Record<string, string> = {}, method = 'GET') => send(path, { method, headers })
  return { app, db, clock, faults, logged, send, get }
}
