import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createAccount } from '../pipeline/store/accounts/accounts.ts'
import { createKey } from '../pipeline/store/accounts/keys.ts'
import { activatePlan } from '../pipeline/store/accounts/plans.ts'
import { openStore } from '../pipeline/store/driver/open.ts'
import { aMinutePasses } from './support/a-minute.ts'
import { findMarker, findMarkerIn } from './support/marker.ts'
import { type Svc, startSvc } from './support/process/svc.ts'
import { findStored, freshDatabase, freshFolder } from './support/store/store.ts'
import { startVendorServer } from './support/vendors/vendor-server.ts'

const marker = () => randomBytes(18).toString('base64url')

test('no part of a provider key is in any file, log line or response, whether its report ran, failed or was killed §5.10.2', async () => {
  const folder = freshFolder()
  const database = await freshDatabase(folder)
  const now = Date.now()
  const db = await openStore(database, now)
  const account = await createAccount(db, { email: 'own@agency.example', verified: true }, now)
  if (account === 'taken') throw new Error('taken')
  const limits = { projects: 50, reportsPerMonth: 50, perDay: 50, concurrent: 50 }
  await activatePlan(db, account.id, { limits }, now)
  const made = await createKey(db, account.id, null, now)
  if (made === 'tooMany') throw new Error('too many')

  const vendors = await startVendorServer({ latencyMs: 10 })
  const base = Object.fromEntries(Object.entries(vendors.env).filter(([name]) => name.endsWith('_BASE_URL')))
  const env = { ...base, SVC_SECRET: randomBytes(32).toString('base64'), SVC_LOG: 'debug', SVC_DATABASE: database }
  const responses: string[] = []
  const start = async (server: Svc, providerKeys: Record<string, string>, domain: string) => {
    const url = (await server.line('listening on ')).replace('listening on ', '')
    const response = await fetch(`${url}/v1/reports`, {
      method: 'POST',
      headers: { authorization: `Bearer ${made.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        domain,
        category: 'shoes',
        description: 'x',
        funding: 'byok',
        plan: 'QUICK',
        providerKeys,
      }),
    })
    const text = await response.text()
    responses.push(JSON.stringify([...response.headers]), text)
    return { url, status: response.status, slug: String(JSON.parse(text).slug) }
  }
  const ended = (slug: string, as: string) =>
    expect
      .poll(() => db.selectFrom('reports').select('status').where('slug', '=', slug).executeTakeFirst(), {
        timeout: 60_000,
      })
      .toEqual({ status: as })
  const read = async (url: string, slug: string) => {
    for (const path of [`/v1/reports/${slug}`, `/v1/reports/${slug}/status`, `/v1/reports/${slug}/kit`, `/r/${slug}`]) {
      const response = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${made.key}` } })
      responses.push(await response.text())
    }
  }
  const logs: string[] = []
  const stop = async (server: Svc, signal: NodeJS.Signals) => {
    server.child.kill(signal)
    const { out, err } = await server.ended
    logs.push(out, err)
  }
  const good = `test-${marker()}`
  const rejected = `sk-${marker()}`
  const killed = `test-${marker()}`
  const odd = `${marker()}\n${marker()}`
  const keys = [good, rejected, killed, ...odd.split('\n')]

  const server = startSvc(['serve', '--port', '0'], { cwd: folder, env })
  const ran = await start(server, { OPENAI: good }, 'ran.example')
  await ended(ran.slug, 'COMPLETE')
  const failed = await start(server, { OPENAI: rejected, ANTHROPIC: rejected }, 'failed.example')
  await ended(failed.slug, 'FAILED')
  expect((await start(server, { OPENAI: odd }, 'odd.example')).status).toBe(400)
  await read(ran.url, ran.slug)
  await read(ran.url, failed.slug)

  const asked = vendors.requests.filter(({ engine }) => engine !== 'SCRIBE').length
  const cut = await start(server, { OPENAI: killed }, 'killed.example')
  await vendors.reached(asked + 5)
  server.child.kill('SIGKILL')
  await once(server.child, 'close')
  logs.push((await server.ended).err)
  // The queued copy is there, sealed, so that another process can continue.
  expect(await db.selectFrom('sealed_keys').select('report_slug').execute()).toEqual([{ report_slug: cut.slug }])
  for (const key of keys) expect(await findStored(db, database, key)).toEqual([])
  expect(keys.flatMap((key) => findMarker(folder, key))).toEqual([])

  await aMinutePasses(db, database)
  const second = startSvc(['serve', '--port', '0'], { cwd: folder, env })
  const url = (await second.line('listening on ')).replace('listening on ', '')
  await ended(cut.slug, 'COMPLETE')
  await read(url, cut.slug)
  await stop(second, 'SIGTERM')
  expect(await db.selectFrom('sealed_keys').select('report_slug').execute()).toEqual([])
  expect(await db.selectFrom('wrapped_keys').select('report_slug').execute()).toEqual([])

  // The keys did what they were sent for, each at its own vendor and no other.
  const used = new Set(vendors.requests.map((request) => request.key))
  expect(used).toEqual(new Set([good, rejected, killed]))
  expect(new Set(vendors.requests.map(({ vendor }) => vendor))).toEqual(new Set(['OPENAI', 'ANTHROPIC']))
  for (const key of keys) expect(await findStored(db, database, key)).toEqual([])
  await db.destroy()
  await vendors.close()
  appendFileSync(join(folder, 'responses.log'), [...responses, ...logs].join('\n'))
  for (const key of keys) {
    expect(findMarker(folder, key)).toEqual([])
    expect(findMarkerIn(responses.join('\n'), key)).toBeUndefined()
  }
}, 120_000)
