import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createAccount, deleteAccount } from '../../../pipeline/store/accounts/accounts.ts'
import { svc } from '../../support/process/svc.ts'
import { freshFolder } from '../../support/store/store.ts'
import { ACME, BOLT, office } from './office.ts'

test('a product is added, listed with what is due, and removed, its reports staying', async () => {
  const { cwd, env, inStore, track, run, reports } = await office()
  const add = [
    'track',
    'add',
    ...ACME,
    '--plan',
    'quick',
    '--alias',
    'Acme Desk',
    '--question',
    'Which CRM for florists?',
  ]
  const added = await svc([...add, '--every', 'weekly', '--json'], { cwd, env })
  expect([added.code, added.err]).toEqual([0, ''])
  const { id } = JSON.parse(added.out)
  const list = async (...flags: string[]) => JSON.parse((await svc(['track', 'list', '--json', ...flags], { cwd })).out)
  const product = {
    ...{
      id,
      domain: 'acme.example',
      brand: 'Acme',
      aliases: ['Acme Desk'],
      category: 'CRM software',
      country: 'US',
      language: 'en',
    },
    ...{ description: 'A CRM for small teams.', plan: 'QUICK', engines: ['OPENAI', 'ANTHROPIC', 'GEMINI'] },
    ...{ every: 'weekly', account: null, createdAt: expect.any(String) },
  }
  const { tracked } = await list()
  const unasked = { questions: ['Which CRM for florists?'], last: null, nextDue: tracked[0].createdAt }
  expect(tracked).toEqual([{ ...product, ...unasked, simulated: null }])
  expect((await svc(['track', 'list'], { cwd })).out).toBe(
    `${id} Acme (acme.example), CRM software\n  QUICK, weekly\n  no report yet; the first is due now\n`,
  )

  await inStore((db) => createAccount(db, { email: 'ada@agency.example', verified: true }, 0))
  const bolt = await track(...BOLT, '--account', 'ADA@agency.example')
  expect((await list('--account', 'ada@agency.example')).tracked).toMatchObject([
    { id: bolt, account: 'ada@agency.example' },
  ])
  expect((await run('--account', 'ada@agency.example')).code).toBe(0)
  expect((await run('--simulate')).code).toBe(0)
  const after = await list()
  const [slug] = (await reports()).map((report) => report.slug)
  expect(after.tracked).toMatchObject([
    {
      id,
      last: null,
      questions: ['Which CRM for florists?'],
      simulated: { last: { status: 'COMPLETE', answers: 24 } },
    },
    {
      ...{ id: bolt, last: { slug, status: 'COMPLETE', mentions: expect.any(Number), answers: 24 } },
      ...{ simulated: { last: { answers: expect.any(Number) } } },
    },
  ])
  expect(after.tracked[1].questions).toHaveLength(4)
  expect(Date.parse(after.tracked[1].nextDue)).toBeGreaterThan(Date.now())
  const { out } = await svc(['track', 'list'], { cwd })
  expect(out.replaceAll(/\s+/g, ' ')).toMatch(
    /20[-\d]{8}, report \w{22}: named in \d+ of 24 \(\d+ %\); the next is due on 20\d\d-\d\d-01/,
  )
  expect(out).toContain('  SIMULATED: 20')
  for (const line of out.split('\n')) expect(line.length).toBeLessThanOrEqual(80)

  const removed = await svc(['track', 'remove', bolt, '--json'], { cwd })
  expect([removed.code, JSON.parse(removed.out)]).toEqual([0, { id: bolt }])
  const again = await svc(['track', 'remove', bolt], { cwd })
  expect([again.code, again.err]).toEqual([1, 'No tracked product has this id; `./svc track list` lists ids.\n'])
  expect(await reports()).toHaveLength(3)
  expect((await list()).tracked).toHaveLength(1)
}, 60_000)

test('what a report would refuse is refused in one sentence, and leaves nothing', async () => {
  const cwd = freshFolder()
  const add = async (...flags: string[]) => {
    const { code, out, err } = await svc(['track', 'add', ...flags], { cwd })
    return [code, out, err.trim()]
  }
  expect(await add('--domain', 'acme', ...ACME.slice(2))).toEqual([2, '', expect.stringContaining('not a host name')])
  expect(await add(...ACME, '--question', 'Is Acme good?')).toEqual([
    2,
    '',
    expect.stringContaining('names the product'),
  ])
  expect(await add(...ACME, '--engines', 'GROK', '--plan', 'QUICK')).toEqual([
    2,
    '',
    expect.stringContaining('no others'),
  ])
  expect(await add(...ACME, '--every', 'daily')).toEqual([2, '', expect.stringContaining('monthly, weekly')])
  expect(await add('--domain', 'acme.example')).toEqual([2, '', expect.stringContaining("'--category <text>' not")])
  expect(existsSync(join(cwd, 'data'))).toBe(false)
  const nobody = await add(...ACME, '--account', 'bob@agency.example')
  expect(nobody).toEqual([1, '', expect.stringContaining('No account has this address')])
  expect((await svc(['track', 'list'], { cwd })).out).toBe('No product is tracked; `./svc track add` adds one.\n')
})

test('a product is tracked once in a category, and goes with its account', async () => {
  const { cwd, env, inStore, track } = await office()
  const id = await track(...ACME)
  const twice = await svc(['track', 'add', ...ACME, '--category', 'crm Software'], { cwd, env })
  expect([twice.code, twice.out, twice.err]).toEqual([1, '', expect.stringContaining(`./svc track remove ${id}`)])
  await inStore((db) => createAccount(db, { email: 'ada@agency.example', verified: true }, 0))
  await track(...ACME, '--account', 'ada@agency.example')
  await inStore((db) => deleteAccount(db, 'ada@agency.example', 1))
  const { out } = await svc(['track', 'list', '--json'], { cwd })
  expect(JSON.parse(out).tracked.map((product: { id: string }) => product.id)).toEqual([id])
})
