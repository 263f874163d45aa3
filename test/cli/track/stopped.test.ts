import { join } from 'node:path'
import { expect, test } from 'vitest'
import { beginTracked } from '../../../pipeline/report/over-time/tracked.ts'
import { createAccount, deleteAccount } from '../../../pipeline/store/accounts/accounts.ts'
import { listTracked } from '../../../pipeline/store/report/tracked.ts'
import { aMinutePasses } from '../../support/a-minute.ts'
import { startSvc, svc } from '../../support/process/svc.ts'
import { ACME, aMonthPasses, BOLT, office, RUN } from './office.ts'

test('out of budget it exits 1 and begins no other product; run again it continues, and asks nothing twice', async () => {
  const { run, track, reports, inStore, asked } = await office()
  await track(...ACME)
  await track(...BOLT)
  const first = await run('--budget', '0.15', '--json')
  expect(first.code).toBe(1)
  const [acme] = await reports()
  expect(JSON.parse(first.out)).toMatchObject({
    tracked: [
      { brand: 'Acme', status: 'left', slug: acme?.slug, error: null },
      { brand: 'Bolt', status: 'left', slug: null },
    ],
    stopped: 'budget',
  })
  expect(first.err).toContain(
    'Stopped by the budget; nothing stored is asked again. Run it again with a larger --budget for Acme, Bolt.',
  )
  expect(asked().length).toBeLessThan(24)
  expect(JSON.parse((await run('--dry-run', '--json')).out)).toMatchObject({
    calls: 48 - asked().length,
    tracked: [{ slug: acme?.slug }, { slug: null }],
  })

  const second = await run()
  expect(second.code).toBe(0)
  expect(asked()).toHaveLength(48)
  expect((await reports()).map(({ slug, status }) => [slug === acme?.slug, status])).toEqual([
    [true, 'COMPLETE'],
    [false, 'COMPLETE'],
  ])
  const cells = await inStore((db) => db.selectFrom('cells').select('attempt').execute())
  expect(cells.map(({ attempt }) => attempt)).toEqual(Array(48).fill(1))
})

test('a report left unfinished in an earlier month is finished first, then this month’s begins', async () => {
  const { run, track, reports, inStore, asked } = await office()
  await track(...ACME)
  await run('--budget', '0.15')
  await inStore(aMonthPasses)
  const { code, out } = await run('--json')
  expect(code).toBe(0)
  const [earlier, present] = await reports()
  expect(JSON.parse(out).tracked).toMatchObject([
    { status: 'complete', slug: earlier?.slug, since: null },
    { status: 'complete', slug: present?.slug, since: { slug: earlier?.slug } },
  ])
  expect(asked()).toHaveLength(48)
})

test('what happens to a later product while an earlier one is asked about is seen when its turn comes', async () => {
  const { cwd, env, server, inStore, track, asked } = await office({ latencyMs: 50 })
  await track(...ACME)
  const begun = await track(...BOLT)
  const crane = ['--domain', 'crane.example', '--category', 'CRM software', '--description', 'A CRM for teams.']
  const removed = await track(...crane)
  const running = startSvc([...RUN, '--json'], { cwd, env })
  await server.reached(1)
  expect((await svc(['track', 'remove', removed], { cwd, env })).code).toBe(0)
  // A process that is then out of budget leaves it so.
  const slug = await inStore(async (db) => {
    const product = (await listTracked(db)).find(({ id }) => id === begun)
    return product && beginTracked(db, product, { simulated: false, now: Date.now() })
  })
  const { code, out } = await running.ended
  expect(code).toBe(0)
  expect(JSON.parse(out).tracked).toMatchObject([
    { brand: 'Acme', status: 'complete' },
    { brand: 'Bolt', status: 'complete', slug },
  ])
  expect(JSON.parse(out).tracked).toHaveLength(2)
  expect(asked()).toHaveLength(48)
}, 60_000)

test('Ctrl-C waits for the calls under way, begins no other product and exits 130', async () => {
  const { cwd, env, server, track, run, reports, asked } = await office({ latencyMs: 100 })
  await track(...ACME)
  await track(...BOLT)
  const slow = { ...env, SVC_CONCURRENCY_OPENAI: '1', SVC_CONCURRENCY_ANTHROPIC: '1', SVC_CONCURRENCY_GEMINI: '1' }
  const { child, ended, says } = startSvc(RUN, { cwd, env: slow })
  await server.reached(4)
  child.kill('SIGINT')
  await says('Stopping')
  const { code, out, err } = await ended
  expect([code, out]).toEqual([130, ''])
  expect(err).toContain('Interrupted; nothing stored is asked again. Run it again for Acme, Bolt.')
  expect(await reports()).toHaveLength(1)
  server.latencyMs = 0
  expect((await run()).code).toBe(0)
  expect([asked().length, (await reports()).length]).toEqual([48, 2])
})

test('a product that fails or lacks a key makes it exit 1, and the others are still run', async () => {
  const { cwd, env, run, track, reports, server } = await office()
  await track(...ACME, '--engines', 'OPENAI')
  await track(...BOLT, '--engines', 'GEMINI')
  await track(...BOLT, '--category', 'Help desks', '--engines', 'ANTHROPIC')
  server.always('OPENAI', () => 'bad-key')
  const { GEMINI_API_KEY: _, ...without } = env
  const { code, out } = await svc([...RUN, '--json'], { cwd, env: without })
  expect([code, JSON.parse(out)]).toMatchObject([
    1,
    {
      tracked: [
        { brand: 'Acme', status: 'failed', error: 'No engine gave an answer that could be counted.' },
        { brand: 'Bolt', status: 'left', slug: null, error: expect.stringContaining('has a key') },
        { brand: 'Bolt', category: 'Help desks', status: 'complete' },
      ],
      stopped: null,
    },
  ])
  // The failed one was this month's; the other begins once there is a key.
  server.always('OPENAI', () => undefined)
  const again = await run()
  expect([again.code, again.out.trimEnd().split('\n').length]).toEqual([0, 1])
  expect(again.err).toMatch(/Not due: Acme \(20\d\d-\d\d-01\), Bolt \(20\d\d-\d\d-01\)\./)
  expect((await reports()).map(({ status }) => status)).toEqual(['FAILED', 'COMPLETE', 'COMPLETE'])
})

test('a report that another process is running is left to it unless that was killed, and the rest is run', async () => {
  const { cwd, env, server, track, run, reports, inStore, asked } = await office()
  await track(...ACME, '--engines', 'OPENAI')
  await track(...BOLT, '--engines', 'GEMINI')
  server.always('OPENAI', () => 'hang')
  const { child, ended } = startSvc(RUN, { cwd, env })
  await server.reached(1)
  const beside = await run('--json')
  expect([beside.code, JSON.parse(beside.out).tracked]).toMatchObject([
    0,
    [
      { brand: 'Acme', status: 'held', slug: (await reports())[0]?.slug },
      { brand: 'Bolt', status: 'complete' },
    ],
  ])
  child.kill('SIGKILL')
  await ended
  server.always('OPENAI', () => undefined)
  const after = startSvc([...RUN, '--json'], { cwd, env })
  await after.says('Another process has this report; waiting to see whether it is still running.')
  await inStore((db) => aMinutePasses(db, join(cwd, 'data', 'svc.db')))
  const { code, out } = await after.ended
  expect([code, JSON.parse(out).tracked]).toMatchObject([
    0,
    [
      { brand: 'Acme', status: 'complete' },
      { brand: 'Bolt', status: 'notDue' },
    ],
  ])
  expect(asked().filter(({ engine }) => engine === 'GEMINI')).toHaveLength(8)
}, 60_000)

test('a report whose account is deleted while it runs is named, and the next one is run', async () => {
  const { cwd, env, server, inStore, track } = await office({ latencyMs: 200 })
  await track(...BOLT, '--engines', 'GEMINI', '--question', 'Which CRM is best?')
  await inStore((db) => createAccount(db, { email: 'ada@agency.example', verified: false }, 0))
  await track(...ACME, '--account', 'ada@agency.example')
  await track(...ACME, '--engines', 'OPENAI')
  const ended = svc([...RUN, '--json'], { cwd, env })
  await server.reached(8 + 1)
  server.latencyMs = 0
  await inStore((db) => deleteAccount(db, 'ada@agency.example', 1))
  const { code, out } = await ended
  expect([code, JSON.parse(out).tracked]).toMatchObject([
    1,
    [
      { brand: 'Bolt', status: 'complete' },
      { brand: 'Acme', status: 'failed', error: 'It was deleted with its account while it ran.' },
      { brand: 'Acme', status: 'complete' },
    ],
  ])
  await server.idle()
})
