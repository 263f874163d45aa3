import { expect, test } from 'vitest'
import type { Engine } from '../../pipeline/engines/engine.ts'
import { EngineError } from '../../pipeline/engines/error.ts'
import { runReport } from '../../pipeline/report/run.ts'
import type { Scribe } from '../../pipeline/scribe/scribe.ts'
import { LEASE_MS, LeaseLost } from '../../pipeline/store/driver/leases.ts'
import type { Store } from '../../pipeline/store/driver/open.ts'
import { skipCells } from '../../pipeline/store/survey/cells.ts'
import { withSurvey } from '../store/one-report.ts'
import { fixedClock } from '../support/clock.ts'
import { jobScope, queueReport } from '../support/job.ts'
import { everyRow, freshStore } from '../support/store/store.ts'
import { said, scriptedEngine } from '../support/vendors/scripted-engine.ts'
import { readingsOf, scriptedScribe } from '../support/vendors/scripted-scribe.ts'

/** One engine in one lane: any other call's step would prolong the lease. */
const ENGINES = ['OPENAI'] as const

/** A scribe whose every call ends when `meanwhile` does; its names are of its own. */
function scribeWith(brand: string, meanwhile: (call: string) => Promise<void>): Scribe {
  return scriptedScribe(async ({ name, prompt }) => {
    await meanwhile(name)
    const questions = { questions: Array.from({ length: 4 }, (_, at) => `Which of ${at} does ${brand} users' work?`) }
    return name === 'questions' ? questions : readingsOf(prompt, [brand])
  })
}

/** What a worker writes, by table, without leases and the queue's own tables. */
async function written(db: Store) {
  const rows = await everyRow(db)
  return ['reports', 'surveys', 'survey_questions', 'cells', 'replies', 'answers', 'readings', 'jobs'].map((table) => [
    table,
    rows.get(table),
  ])
}

test.each([
  ['an answer', 'first answer'],
  ['an answer that is not its first', 'later answer'],
  ['the rejection of its key', 'rejected'],
  ['a failure', 'failed'],
  ['its questions', 'questions'],
  ['its readings', 'readings'],
])('a worker that stalled over %s writes nothing once another has the report', async (_, at) => {
  const { db } = await freshStore()
  const clock = fixedClock()
  const slug = await queueReport(db, { engines: [...ENGINES], seedPrompts: at === 'questions' ? [] : ['Which one?'] })
  // Where the stalled one would skip or propose, the other does so otherwise, or not at all.
  const other = ENGINES.map((name) =>
    scriptedEngine(name, () =>
      at === 'rejected' ? { kind: 'error', error: 'QUOTA' } : said('1. **Pacewell** - cheap'),
    ),
  )

  let after: unknown
  /** The lease runs out while a call is under way; another worker takes the report to its end. */
  const stall = async () => {
    if (after !== undefined) return
    after = null
    clock.advance(LEASE_MS)
    const scribes = at === 'readings' ? [] : [scribeWith('Pacewell', async () => {})]
    const end = await runReport(jobScope(db, { engines: other, clock, scribes }), slug)
    expect(end).toBe(at === 'rejected' ? 'failed' : 'complete')
    after = await written(db)
  }
  const asked: string[] = []
  const stored = async () =>
    (await db.selectFrom('cells').select('id').where('state', '=', 'answered').execute()).map(({ id }) => id)
  const kept: string[] = []
  const stalling = ENGINES.map((name): Engine => {
    const base = scriptedEngine(name, () => said('1. **Ridgeloom** - solid'))
    return {
      ...base,
      ask: async (asking, ...rest) => {
        asked.push(`${name} ${asking.tag}`)
        const stalls = !at.includes('questions') && at !== 'readings'
        if (stalls && asked.length > (at === 'later answer' ? 5 : 0)) {
          if (after === undefined) kept.push(...(await stored()))
          await stall()
          if (at === 'rejected') throw new EngineError('KEY_REJECTED')
          if (at === 'failed') throw new EngineError('BAD_REQUEST')
        }
        return base.ask(asking, ...rest)
      },
    }
  })
  const scribe = scribeWith('Ridgeloom', async (call) => {
    if (call === at) await stall()
  })
  expect(await runReport(jobScope(db, { engines: stalling, clock, width: 1, scribes: [scribe] }), slug)).toBe('held')
  expect(await written(db)).toEqual(after)
  // What the first had stored stands, and was not asked again.
  const askedAgain = other.flatMap(({ name, asked: tags }) => tags.map(({ tag }) => `${name} ${tag}`))
  const ofCell = (id: string) => {
    const [, , engine, run, question] = id.split('/')
    return `${engine} report/${slug}/${question}/${run}`
  }
  for (const id of kept) expect(askedAgain).not.toContain(ofCell(id))
  if (at === 'later answer') expect(kept.length).toBeGreaterThan(0)
})

test('an engine is not skipped by a worker whose report another has', async () => {
  const { db, lease } = await withSurvey()
  await db.updateTable('leases').set({ holder: 'other' }).where('name', '=', lease.name).execute()
  const before = await written(db)
  await expect(skipCells(db, lease, 'report/one', 'OPENAI', 'late', 9_000)).rejects.toThrow(LeaseLost)
  expect(await written(db)).toEqual(before)
})
