import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { createPace, type Pace, type Start } from '../../pipeline/ask/pace.ts'
import type { LimitSettings } from '../../pipeline/ask/vendor-limit.ts'
import type { Store } from '../../pipeline/store/driver/open.ts'
import { readLimit, sweepLimits } from '../../pipeline/store/survey/vendor-limits.ts'
import { type HandClock, handClock } from '../support/clock.ts'
import { startScript } from '../support/store/script.ts'
import { freshStore } from '../support/store/store.ts'

const NOON = Date.UTC(2026, 10, 20, 12)
const never = new AbortController().signal

/** A process that keeps to the limit, with a clock of its own. */
interface Process {
  readonly pace: Pace
  readonly clock: HandClock
}

function started(db: Store, settings: Partial<LimitSettings> = {}, now = NOON): Process {
  const clock = handClock(now)
  return { clock, pace: createPace({ db, clock }, 'OPENAI key', { width: 100, spacingMs: 0, ...settings }) }
}

/** The next start, which may be had at once. */
async function begin({ pace }: Process): Promise<Start> {
  const start = await pace.start(never)
  if (start === null) throw new TypeError('it was stopped')
  return start
}

/** A start that has been asked for and refused for now; `got` says whether it came since. */
async function waiting({ pace, clock }: Process) {
  let got = false
  const start = pace.start(never).then((given) => {
    got = true
    return given
  })
  await clock.asleep()
  return { start, got: () => got }
}

/** Lets so much time pass for these processes, second by second, each doing all that it then can. */
async function pass(seconds: number, ...processes: Process[]): Promise<void> {
  for (let second = 0; second < seconds; second += 1)
    for (const { clock } of processes) {
      clock.advance(1_000)
      await clock.asleep()
    }
}

test('all processes together fill the width, and each finished call makes room', async () => {
  const { db } = await freshStore()
  const [a, b] = [started(db, { width: 2 }), started(db, { width: 2 })]
  const first = await begin(a)
  await begin(b)
  const third = await waiting(b)
  await pass(2, a, b)
  expect(third.got()).toBe(false)
  first.ended('good')
  await a.pace.settled()
  b.clock.advance(1_000)
  expect(await third.start).not.toBeNull()
})

test.each([0, 2 * 3_600_000, -2 * 3_600_000])(
  'no process starts a call during a pause, even with a clock that is %i ms off',
  async (offMs) => {
    const { db } = await freshStore()
    const [a, b] = [started(db), started(db, {}, NOON + offMs)]
    const first = await begin(a)
    await begin(b)
    a.clock.advance(500)
    b.clock.advance(500)
    first.ended({ limitedMs: 7_000 })
    await a.pace.settled()
    const [mine, other] = [await waiting(a), await waiting(b)]
    await pass(6, a, b)
    expect([mine.got(), other.got()]).toEqual([false, false])
    await pass(2, a, b)
    expect([mine.got(), other.got()]).toEqual([true, true])
  },
)

test('the share of a silent process is free after 15 s', async () => {
  const { db } = await freshStore()
  const [dead, b] = [started(db, { width: 1 }), started(db, { width: 1 })]
  await begin(dead)
  const next = await waiting(b)
  await pass(14, b)
  expect(next.got()).toBe(false)
  b.clock.advance(1_000)
  expect(await next.start).not.toBeNull()
})

test.each([0, 2 * 3_600_000, -2 * 3_600_000])(
  'a living process keeps its share, even with a clock that is %i ms off',
  async (offMs) => {
    const { db } = await freshStore()
    const [a, b] = [started(db, { width: 1 }, NOON + offMs), started(db, { width: 1 })]
    await begin(a)
    const next = await waiting(b)
    await pass(60, a, b)
    expect(next.got()).toBe(false)
  },
)

test('a share is not taken because nobody could renew it during an outage', async () => {
  const { db } = await freshStore()
  const [a, b] = [started(db, { width: 1 }), started(db, { width: 1 })]
  await begin(a)
  const next = await waiting(b)
  // Both were away for a minute, and b is back first.
  b.clock.advance(60_000)
  await b.clock.asleep()
  await pass(4, a, b)
  await pass(10, b)
  expect(next.got()).toBe(false)
})

test("a killed process's share is free within 20 s", async () => {
  const { db, database } = await freshStore()
  const child = startScript(HOLDER, database)
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  const b = started(db, { width: 1 }, Date.now())
  const next = await waiting(b)
  child.kill('SIGKILL')
  await once(child, 'close')
  await pass(19, b)
  b.clock.advance(1_000)
  expect(await next.start).not.toBeNull()
})

const HOLDER = `
  const load = (path) => import(${JSON.stringify(new URL('../../pipeline/', import.meta.url).href)} + path)
  const { openStore } = await load('store/driver/open.ts')
  const { createPace } = await load('ask/pace.ts')
  const { systemClock } = await load('ask/clock.ts')
  const db = await openStore(process.argv[1], 0)
  const pace = createPace({ db, clock: systemClock }, 'OPENAI key', { width: 1, spacingMs: 0 })
  await pace.start(new AbortController().signal)
  process.stdout.write('started')`

test('a stopped process gets no start and keeps no share', async () => {
  const { db } = await freshStore()
  const [a, b] = [started(db, { width: 1 }), started(db, { width: 1 })]
  const first = await begin(a)
  const stop = new AbortController()
  const refused = b.pace.start(stop.signal)
  await b.clock.asleep()
  stop.abort()
  expect(await refused).toBeNull()
  first.ended('good')
  await Promise.all([a.pace.settled(), b.pace.settled()])
  expect((await readLimit(db, 'OPENAI key'))?.limit.shares).toEqual({})
})

test('a stopped process has settled only once its share is gone, however far its report is', async () => {
  for (let turns = 0; turns < 20; turns += 1) {
    const { db } = await freshStore()
    const [a, b] = [started(db, { width: 1 }), started(db, { width: 1 })]
    const first = await begin(a)
    const stop = new AbortController()
    const refused = b.pace.start(stop.signal)
    await b.clock.asleep()
    stop.abort()
    for (let turn = 0; turn < turns; turn += 1) await Promise.resolve()
    await b.pace.settled()
    expect(Object.keys((await readLimit(db, 'OPENAI key'))?.limit.shares ?? {}), `${turns} turns`).toHaveLength(1)
    expect(await refused).toBeNull()
    first.ended('good')
    await a.pace.settled()
  }
})

test('many processes never exceed the width', async () => {
  const { db } = await freshStore()
  const crowd = Array.from({ length: 4 }, () => started(db, { width: 3 }))
  let underWay = 0
  let most = 0
  let ended = 0
  const work = async (one: Process) => {
    const start = await begin(one)
    underWay += 1
    most = Math.max(most, underWay)
    await new Promise((resolve) => setImmediate(resolve))
    underWay -= 1
    start.ended('good')
    ended += 1
  }
  const all = Promise.all(crowd.flatMap((one) => Array.from({ length: 6 }, () => work(one))))
  while (ended < 24) {
    for (const { clock } of crowd) clock.advance(200)
    await new Promise((resolve) => setImmediate(resolve))
  }
  await all
  expect(most).toBe(3)
})

test('a limit unused for a day is deleted', async () => {
  const { db } = await freshStore()
  const a = started(db)
  ;(await begin(a)).ended('good')
  await a.pace.settled()
  await sweepLimits(db, NOON + 24 * 3_600_000)
  expect(await readLimit(db, 'OPENAI key')).toBeDefined()
  await sweepLimits(db, NOON + 24 * 3_600_000 + 1)
  expect(await readLimit(db, 'OPENAI key')).toBeUndefined()
})
