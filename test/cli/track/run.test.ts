import { expect, test } from 'vitest'
import { svc } from '../../support/process/svc.ts'
import { ACME, aMonthPasses, BOLT, office, RUN } from './office.ts'

test('those that are due are run one after the other, and run again it prints nothing and asks nothing', async () => {
  const { run, track, reports, server, asked } = await office()
  await track(...ACME)
  await track(...BOLT, '--engines', 'OPENAI', '--every', 'weekly')
  const first = await run()
  expect(first.code).toBe(0)
  expect(asked()).toHaveLength(24 + 8)
  const [acme, bolt] = await reports()
  expect([acme?.status, bolt?.status]).toEqual(['COMPLETE', 'COMPLETE'])
  expect([acme?.tracked_period, bolt?.tracked_period]).toEqual([
    expect.stringMatching(/^\d{4}-\d\d$/),
    expect.stringMatching(/^\d{4}-W\d\d$/),
  ])
  expect(first.out.split('\n')).toEqual([
    expect.stringMatching(
      /^Acme \(acme\.example\): Named in \d+ of 24 \(\d+.%\)\. This is the first report\. \.\/svc report show /,
    ),
    expect.stringMatching(/^Bolt \(bolt\.example\): Named in \d+ of 8 .* first report\./),
    '',
  ])
  for (const line of first.err.trimEnd().split('\n')) expect(line).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ /)
  expect(first.err).toMatch(/Z Acme \(acme\.example\), report \w{22}: 24 calls to 3 engines, usually \$0/)
  expect(first.err).toMatch(/Z Tracked products: 2 complete\.\n.*Z Spent \$0\.\d+\.\n$/)

  const requests = server.requests.length
  expect(await run()).toEqual({ code: 0, out: '', err: '' })
  const json = JSON.parse((await run('--json')).out)
  expect(json).toMatchObject({ simulated: false, cost: { usd: 0 }, stopped: null })
  expect(json.tracked).toMatchObject([
    { brand: 'Acme', status: 'notDue', slug: null, nextDue: expect.stringMatching(/-01T00:00:00\.000Z$/), error: null },
    { brand: 'Bolt', status: 'notDue' },
  ])
  expect([server.requests.length, (await reports()).length]).toEqual([requests, 2])
}, 60_000)

test('a month later it asks the same questions and says in one line what moved since', async () => {
  const named = { now: false }
  const answer = (_question: string) => (named.now ? 'Take **Acme** or **Pacewell**.' : 'Take **Pacewell**.')
  const { run, track, server, inStore, reports } = await office({ answer })
  await track(...ACME)
  await track(...BOLT, '--engines', 'OPENAI')
  const costs = async (): Promise<number[]> =>
    JSON.parse((await run('--dry-run', '--json')).out).tracked.map(({ cost }: { cost: { usd: number } }) => cost.usd)
  const withQuestions = await costs()
  await run()
  const questions = async () =>
    inStore((db) =>
      db
        .selectFrom('survey_questions')
        .select(['survey_id', 'text'])
        .orderBy('survey_id')
        .orderBy('question')
        .execute(),
    )
  const before = await questions()
  const written = server.requests.filter(({ body }) => JSON.stringify(body).includes('"questions"')).length

  await inStore(aMonthPasses)
  named.now = true
  const planned = await costs()
  const json = await run('--json')
  expect(json.code).toBe(0)
  const { tracked } = JSON.parse(json.out)
  // No call for questions, which are those of the first reports, is in the estimates before and during the run.
  const said = [...json.err.matchAll(/usually \$([\d.]+)/g)].map(([, usd]) => Number(usd))
  expect(said).toEqual(planned.map((usd) => expect.closeTo(usd, 4)))
  expect(planned.map((usd, at) => usd < (withQuestions[at] ?? 0))).toEqual([true, true])
  const [, , slug] = (await reports()).map((report) => report.slug)
  expect(tracked).toMatchObject([
    {
      ...{ brand: 'Acme', status: 'complete', slug, mentions: 24, answers: 24 },
      since: {
        ...{ before: { mentions: 0, answers: 24 }, after: { mentions: 24, answers: 24 }, rivalsMoved: [] },
        change: { points: 1, moved: true, comparedCells: 12 },
      },
    },
    { brand: 'Bolt', status: 'complete', since: { change: { points: 0, moved: false } } },
  ])
  const texts = async (of: string) =>
    (await questions()).filter((each) => each.survey_id === of).map(({ text }) => text)
  const [first = ''] = (await reports()).map((report) => `report/${report.slug}`)
  expect(await texts(`report/${slug}`)).toEqual(await texts(first))
  expect(before).toHaveLength(8)
  expect(server.requests.filter(({ body }) => JSON.stringify(body).includes('"questions"'))).toHaveLength(written)

  await inStore(aMonthPasses)
  named.now = false
  const text = await run()
  expect(text.out).toMatch(
    /^Acme \(acme\.example\): Named in 0 of 24 \(0.%\), compared with 24 of 24 \(100.%\) on .* \d{4}, over the 12 pairs of question and engine counted both times: down, −100\.0 points \(95.% interval .*\)\. \.\/svc report show \w{22}$/m,
  )
}, 60_000)

test('simulated reports are no real ones: neither stands in for the other, and all say what they are', async () => {
  const { run, track, reports, server } = await office()
  await track(...ACME)
  const simulated = await run('--simulate')
  expect([simulated.code, server.requests]).toEqual([0, []])
  expect(simulated.out).toMatch(/^SIMULATED Acme \(acme\.example\): Named in .* first report\./)
  expect(JSON.parse((await run('--json')).out)).toMatchObject({
    simulated: false,
    tracked: [{ status: 'complete', since: null }],
  })
  expect(await reports()).toHaveLength(2)
  expect([await run(), await run('--simulate')]).toEqual(Array(2).fill({ code: 0, out: '', err: '' }))
})

test('a dry run says what is due and what it would cost, and neither asks nor begins anything', async () => {
  const { run, track, reports, server } = await office()
  const acme = await track(...ACME)
  await track(...BOLT, '--engines', 'OPENAI')
  const dry = JSON.parse((await run('--dry-run', '--json')).out)
  expect(dry).toMatchObject({
    ...{ simulated: false, calls: 32, cost: { usd: expect.any(Number) } },
    tracked: [
      { id: acme, brand: 'Acme', slug: null, calls: 24 },
      { brand: 'Bolt', calls: 8 },
    ],
  })
  expect(dry.cost.usd).toBeCloseTo(dry.tracked[0].cost.usd + dry.tracked[1].cost.usd, 5)
  const { out } = await run('--dry-run')
  expect(out).toMatch(/^Acme +QUICK, due +24/m)
  expect(out).toMatch(/2 reports for 2 tracked products: 32 calls, usually \$0\.\d+ and .*Nothing was asked\.\n$/)
  expect((await run('--dry-run', '--simulate')).out).toContain(
    'SIMULATED: 2 reports for 2 tracked products: 32 calls, which cost nothing.',
  )
  expect([server.requests, await reports()]).toEqual([[], []])
})

test('a market of its own is said, and one whose questions nobody can write is left without beginning a report', async () => {
  const { cwd, env, run, track, reports, server } = await office()
  await track(...ACME, '--engines', 'OPENAI')
  await track(...ACME, '--engines', 'OPENAI', '--country', 'DE', '--language', 'de')
  expect((await run('--dry-run')).out).toMatch(/^Acme \(Germany, German\) +QUICK, due/m)
  expect(JSON.parse((await run('--dry-run', '--json')).out).tracked).toMatchObject([
    { country: 'US', language: 'en' },
    { country: 'DE', language: 'de' },
  ])
  const simulated = JSON.parse((await run('--simulate', '--json')).out)
  expect(simulated.tracked).toMatchObject([
    { country: 'US', language: 'en', status: 'complete' },
    { country: 'DE', language: 'de', status: 'left', slug: null, error: expect.stringContaining('in German') },
  ])
  expect(await reports()).toHaveLength(1)
  const real = await run()
  expect(real.code).toBe(0)
  expect(real.out).toMatch(/^Acme \(acme\.example\) in Germany, asked in German: Named in .* first report\./m)
  expect(server.requests.some(({ body }) => JSON.stringify(body).includes('"DE"'))).toBe(true)
  const { out } = await svc(['track', 'list'], { cwd, env })
  expect(out.replaceAll(/\s+/g, ' ')).toContain('CRM software in Germany, asked in German QUICK')
})

test.each([
  [['--domain', 'acme.example']],
  [['--question', 'Which CRM is best?']],
  [['--plan', 'QUICK']],
  [['--engines', 'OPENAI']],
  [['--kit', 'kit']],
  [['--csv']],
])('%j does not go with --tracked', async (flags) => {
  const { cwd } = await office()
  const { code, out, err } = await svc([...RUN, ...flags], { cwd })
  expect([code, out, err]).toEqual([2, '', expect.stringMatching(/^option '--tracked' cannot be used with option '--/)])
})
