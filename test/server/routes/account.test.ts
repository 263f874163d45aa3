import { expect, test } from 'vitest'
import { account } from '../../../pipeline/contract/account.ts'
import { assertErrorShape } from '../../support/checks/error-shape.ts'
import { BODY, BYOK, customer, start } from '../customer.ts'
import { freshApp } from '../fresh-app.ts'

test('the account shows its credits, its plan and what its limits leave, and nothing of another account', async () => {
  const { db, get, send } = await freshApp()
  const ada = await customer(db, { credits: 3, plan: { projects: 2, concurrent: 4 } })
  const bob = await customer(db, { email: 'bob@agency.example', credits: 9, plan: {} })
  for (const [who, body] of [
    [ada, BODY],
    [ada, BYOK],
    [ada, { ...BYOK, domain: 'other.example' }],
    [bob, BYOK],
  ] as const)
    expect((await send('/v1/reports', start(who, body))).status).toBe(202)
  const response = await get('/v1/account', ada.headers)
  expect(response.headers.get('cache-control')).toBe('no-store')
  const body = Object(await response.json())
  expect(account.strict().parse(body.account)).toEqual({
    email: 'ada@agency.example',
    verified: true,
    credits: 2,
    held: 0,
    plan: {
      active: true,
      limits: { projects: 2, reportsPerMonth: 40, perDay: 10, concurrent: 4 },
      left: { projects: 0, reportsPerMonth: 38, perDay: 8, concurrent: 2 },
      periodStart: '2026-11-20T12:00:20.000Z',
      periodEnd: '2026-12-20T12:00:20.000Z',
    },
    starts: { limit: 10, left: 7 },
  })
})

test('an account without a plan has nothing left of one', async () => {
  const { db, get } = await freshApp()
  const ada = await customer(db, { verified: false })
  const { account } = Object(await (await get('/v1/account', ada.headers)).json())
  expect(account).toMatchObject({ verified: false, credits: 0, starts: { limit: 10, left: 10 } })
  expect(account.plan).toMatchObject({ active: false, left: null, periodStart: null, periodEnd: null })
})

test('it needs a key', async () => {
  const { get } = await freshApp()
  await assertErrorShape(await get('/v1/account'), 401)
})
