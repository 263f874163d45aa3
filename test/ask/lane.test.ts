import { expect, test } from 'vitest'
import { createLane } from '../../pipeline/ask/lane.ts'
import type { CallOutcome } from '../../pipeline/ask/pace.ts'

const never = new AbortController().signal

/** A lane of four with as many calls in it, and how many of them were begun. */
async function fourCalls() {
  const lane = createLane(4)
  const ends = Array.from({ length: 4 }, () => Promise.withResolvers<CallOutcome>())
  let begun = 0
  const running = ends.map((end) =>
    lane.run(async () => {
      const start = await lane.start(never)
      begun += 1
      start?.ended(await end.promise)
      start?.ended('failed')
    }),
  )
  await turn()
  return { ends, running, begun: () => begun }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

test.each(['good', 'failed'] as const)(
  'one call is a probe; once it has come back %s, the others begin',
  async (end) => {
    const { ends, begun } = await fourCalls()
    expect(begun()).toBe(1)
    ends[0]?.resolve(end)
    await turn()
    expect(begun()).toBe(4)
  },
)

test.each(['stopped', 'unknown', { limitedMs: 0 }] as const)(
  'a probe that ended with %j is followed by another',
  async (end) => {
    const { ends, begun } = await fourCalls()
    ends[0]?.resolve(end)
    await turn()
    expect(begun()).toBe(2)
  },
)

test('there is room only while fewer tasks wait than could start', async () => {
  const lane = createLane(1)
  const tasks = Array.from({ length: 2 }, () => Promise.withResolvers<void>())
  const running = tasks.map((task) => lane.run(() => task.promise))
  let roomy = false
  const room = lane.room().then(() => {
    roomy = true
  })
  await turn()
  expect(roomy).toBe(false)
  tasks[0]?.resolve()
  await room
  for (const task of tasks) task.resolve()
  await Promise.all(running)
  expect(roomy).toBe(true)
})

test('nothing starts once it has been told to stop', async () => {
  expect(await createLane(1).start(AbortSignal.abort())).toBeNull()
})
