import { describe, expect, test } from 'vitest'
import { auditStore } from '../../pipeline/audit/audit.ts'
import { type EngineName, readName } from '../../pipeline/contract/terms.ts'
import { createEngine } from '../../pipeline/engines/index.ts'
import { recountMonth } from '../../pipeline/ranking/recount.ts'
import { runReport } from '../../pipeline/report/run.ts'
import { createScribe } from '../../pipeline/scribe/scribe.ts'
import type { Store } from '../../pipeline/store/driver/open.ts'
import { jobScope, queueReport } from '../support/job.ts'
import { ranMonth } from '../support/month.ts'
import { freshStore } from '../support/store/store.ts'
import { type Fault, startVendorServer } from '../support/vendors/vendor-server.ts'
import { at, CRM, differencesIn, MONTH, retouch, whats } from './simulated.ts'

describe('with the vendors’ own replies', () => {
  /** The six engines over a loopback of their vendors; `faults` are the next replies of an engine. */
  async function vendors(
    faults: Partial<Record<EngineName, Fault[]>> = {},
    answer?: (question: string, engine: EngineName, n: number) => string,
  ) {
    const server = await startVendorServer(answer && { answer })
    for (const [engine, script] of Object.entries(faults)) server.script(engine as EngineName, ...script)
    const engines = await Promise.all(
      (['OPENAI', 'ANTHROPIC', 'PERPLEXITY', 'GEMINI', 'GROK', 'AI_OVERVIEW'] as const).map((name) =>
        createEngine(name, server.access(name)),
      ),
    )
    return { server, engines }
  }

  test('refusals, pauses, empty and failed replies are derived as they were counted', async () => {
    const { db } = await freshStore()
    const { server, engines } = await vendors({
      OPENAI: ['empty', 'empty', 'refusal', 'bad-request'],
      ANTHROPIC: ['anthropic:pause-turn', 'ok', 'anthropic:search-error', 'overloaded'],
      PERPLEXITY: ['perplexity:no-markers', 'server-error', 'server-error', 'server-error'],
      GEMINI: ['gemini:blocked-prompt', 'gemini:non-ascii'],
      GROK: ['grok:no-title', 'rate-limited', 'incomplete-no-text'],
      AI_OVERVIEW: ['ai-overview:none', 'ai-overview:not-loaded', 'ai-overview:no-markdown'],
    })
    await ranMonth(db, [CRM], { engines, width: 1 })
    await queueReport(db, { engines: engines.map(({ name }) => name) })
    await runReport(jobScope(db, { engines, width: 1 }), 'r1')
    await server.close()
    const { audited } = await auditStore(db, { slugs: [] })
    expect(audited.map(({ what, differences }) => ({ what, differences }))).toEqual([
      { what: MONTH, differences: [] },
      { what: 'reports/r1', differences: [] },
    ])
    const states = await db.selectFrom('cells').select('state').distinct().execute()
    expect(states.map(({ state }) => state).sort()).toEqual(['answered', 'failed', 'noAnswer'])
  })

  test('what a later run has asked but not published is not a difference', async () => {
    const { db } = await freshStore()
    const { server, engines } = await vendors({ OPENAI: ['bad-request', 'bad-request', 'bad-request'] })
    const selected = engines.map(({ name }) => name)
    const first = engines.filter(({ name }) => name === 'OPENAI' || name === 'GROK')
    await ranMonth(db, [CRM], { engines: first, selected, clock: at('2026-11-05'), width: 1 })
    server.script('OPENAI', 'ok', 'bad-request')
    const { stopped } = await ranMonth(db, [CRM], {
      engines,
      runs: 3,
      clock: at('2026-11-09'),
      budgetUsd: 0.3,
      width: 1,
    })
    await server.close()
    expect(stopped).toBe('budget')
    const late = await db.selectFrom('cells').select('id').where('finished_at', '>', Date.parse('2026-11-08')).execute()
    expect(late.length).toBeGreaterThan(3)
    expect(await differencesIn(db)).toEqual([])
    await retouch(db, ({ ledger }) => ledger[3] && Object.assign(ledger[3], { planned: 90, skipped: 90 }))
    expect(await whats(db)).toEqual([`${MONTH} ledger/GEMINI planned`, `${MONTH} ledger/GEMINI skipped`])
  })

  describe('what was read', () => {
    const texts = ['OPENAI', 'ANTHROPIC'] as const
    async function readMonth(day: string, scribe: 'scribe' | 'none', db: Store) {
      const { server, engines } = await vendors()
      const access = server.access('OPENAI')
      await ranMonth(db, [CRM], {
        engines: engines.filter(({ name }) => texts.some((each) => each === name)),
        scribes:
          scribe === 'none'
            ? []
            : [await createScribe('OPENAI', access), await createScribe('GEMINI', server.access('GEMINI'))],
        clock: at(day),
      })
      await server.close()
    }
    const readings = (db: Store) =>
      db.selectFrom('readings').select(['hash', 'names', 'model']).orderBy('hash').execute()

    test('is derived from the replies, and a stored reading that differs is named', async () => {
      const { db } = await freshStore()
      await readMonth('2026-11-05', 'scribe', db)
      expect(await differencesIn(db)).toEqual([])
      const { audited } = await auditStore(db, { slugs: [] })
      const calls = await db.selectFrom('reading_calls').select('id').execute()
      expect(audited[0]?.replies).toBe(12 + calls.length)
      const [first] = await readings(db)
      await db
        .updateTable('readings')
        .set({ names: '[]' })
        .where('hash', '=', first?.hash ?? '')
        .execute()
      const read = readName.array().parse(JSON.parse(first?.names ?? ''))
      const names = new Set(read.map(({ name }) => `rankings/crm/2026-11 readings/${first?.hash}/${name}`))
      expect(new Set(await whats(db))).toEqual(names)
    })

    test('is named if no reply says it', async () => {
      const { db } = await freshStore()
      await readMonth('2026-11-05', 'scribe', db)
      await db.updateTable('reading_calls').set({ body: '{}' }).execute()
      const kept = await readings(db)
      expect(await whats(db)).toHaveLength(kept.length)
    })

    test('after a version was published is part of a later count, not of that version', async () => {
      const { db } = await freshStore()
      await readMonth('2026-11-05', 'none', db)
      expect(await differencesIn(db)).toEqual([])
      const other = await freshStore()
      await readMonth('2026-11-06', 'scribe', other.db)
      for (const call of await other.db.selectFrom('reading_calls').selectAll().execute())
        await db.insertInto('reading_calls').values(call).execute()
      for (const reading of await other.db.selectFrom('readings').selectAll().execute())
        await db.insertInto('readings').values(reading).execute()
      expect(await differencesIn(db)).toEqual([])
      const again = await recountMonth(db, at('2026-11-07'), '2026-11', ['crm'], (...both) =>
        both.map(({ method }) => method.namesBy),
      )
      expect(again).toEqual({ result: [['rules', 'model']] })
      expect(await differencesIn(db)).toEqual([])
    })
  })
})
