import { expect, onTestFinished, test } from 'vitest'
import { createKey, revokeKey } from '../../pipeline/store/accounts/keys.ts'
import { openStore } from '../../pipeline/store/driver/open.ts'
import { BODY, BYOK, bearer, customer, start } from '../server/customer.ts'
import { freshApp, NOON } from '../server/fresh-app.ts'
import { freshStore } from '../support/store/store.ts'

type App = Awaited<ReturnType<typeof freshApp>>

/** Three servers on one database, each with connections of its own. */
async function servers() {
  const { db, database } = await freshStore()
  const apps = await Promise.all(
    [1, 2, 3].map(async () => {
      const own = await openStore(database, 0)
      onTestFinished(() => own.destroy())
      return freshApp({ db: own })
    }),
  )
  const [first, second, third] = apps
  if (first === undefined || second === undefined || third === undefined) throw new Error('three apps are three')
  /** The statuses of this many requests, sent to each server at once. */
  const all = async (each: number, request: (app: App) => Promise<Response>) => {
    const responses = await Promise.all(apps.flatMap((app) => Array.from({ length: each }, () => request(app))))
    return responses.map(({ status }) => status)
  }
  return { db, apps, first, second, third, all }
}

const count = (statuses: readonly number[], status: number) => statuses.filter((each) => each === status).length

test('a key has 60 requests a minute over all servers, and the next minute begins for all', async () => {
  const { db, apps, all } = await servers()
  const { headers } = await customer(db)
  const ask = () => all(30, (app) => app.get('/v1/reports', headers))
  const statuses = await ask()
  expect([count(statuses, 200), count(statuses, 429)]).toEqual([60, 30])
  for (const { clock } of apps) clock.now += 60_000
  expect(count(await ask(), 200)).toBe(60)
})

test('a client address without a key has 60 requests a minute over all servers', async () => {
  const { all } = await servers()
  const statuses = await all(25, (app) => app.get('/v1/rankings'))
  expect([count(statuses, 200), count(statuses, 429)]).toEqual([60, 15])
})

test('a key that was revoked is refused by every server at once', async () => {
  const { db, first, second, third } = await servers()
  const { account, headers } = await customer(db)
  const other = await createKey(db, account.id, null, NOON)
  if (other === 'tooMany') throw new Error('two keys are too many')
  const own = bearer(other.key)
  for (const { get } of [first, second, third]) expect((await get('/v1/reports', own)).status).toBe(200)
  expect(await revokeKey(db, other.id, NOON)).toBe(true)
  for (const { get } of [first, second, third]) {
    expect((await get('/v1/reports', own)).status).toBe(401)
    expect((await get('/v1/reports', headers)).status).toBe(200)
  }
})

test('parallel starts over all servers never exceed the credits, the reports at once, or the starts an hour of a key', async () => {
  const { db, all } = await servers()
  const credits = await customer(db, { email: 'credits@agency.example', credits: 5 })
  const spent = await all(4, ({ send }) => send('/v1/reports', start(credits, BODY)))
  expect([count(spent, 202), count(spent, 402)]).toEqual([5, 7])

  const narrow = await customer(db, { email: 'narrow@agency.example', plan: { concurrent: 3 } })
  const byok = await all(4, ({ send }) => send('/v1/reports', start(narrow, BYOK)))
  expect([count(byok, 202), count(byok, 429)]).toEqual([3, 9])

  const rich = await customer(db, { email: 'rich@agency.example', credits: 50 })
  const hour = await all(6, ({ send }) => send('/v1/reports', start(rich, BODY)))
  expect([count(hour, 202), count(hour, 429)]).toEqual([10, 8])
})

test('one idempotency key through all servers at once begins one report, and every answer names it', async () => {
  const { db, apps } = await servers()
  const ada = await customer(db, { credits: 9 })
  const answers = await Promise.all(
    apps.flatMap(({ send }) =>
      Array.from({ length: 4 }, () => send('/v1/reports', start(ada, BODY, 'the-same-key-0123456789'))),
    ),
  )
  expect(
    count(
      answers.map(({ status }) => status),
      202,
    ),
  ).toBe(1)
  expect(
    count(
      answers.map(({ status }) => status),
      200,
    ),
  ).toBe(11)
  const slugs = await Promise.all(answers.map(async (answer) => ((await answer.json()) as { slug: string }).slug))
  expect(new Set(slugs).size).toBe(1)
  expect(await db.selectFrom('reports').select('slug').execute()).toEqual([{ slug: slugs[0] }])
})
