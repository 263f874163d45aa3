import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { auditStore } from '../../pipeline/audit/audit.ts'
import type { Difference } from '../../pipeline/audit/compare.ts'
import type { FrozenRanking } from '../../pipeline/contract/ranking.ts'
import type { FrozenReport } from '../../pipeline/contract/report.ts'
import { createSimulated } from '../../pipeline/engines/simulated/simulated.ts'
import { runReport } from '../../pipeline/report/run.ts'
import { createSimulatedScribe } from '../../pipeline/scribe/simulated.ts'
import { openStore, type Store } from '../../pipeline/store/driver/open.ts'
import { fixedClock } from '../support/clock.ts'
import { jobScope, queueReport } from '../support/job.ts'
import { ranMonth } from '../support/month.ts'
import { freshFolder } from '../support/store/store.ts'

export const CRM = {
  slug: 'crm',
  category: 'CRM software',
  questions: ['Which CRM is best?', 'Which CRM is cheap?', 'Which CRM suits a small team?'],
}
export const SIMULATED = (['OPENAI', 'ANTHROPIC', 'GEMINI', 'AI_OVERVIEW'] as const).map(createSimulated)
export const SCRIBES = [
  createSimulatedScribe('OPENAI', 'simulated-reader-1'),
  createSimulatedScribe('GEMINI', 'simulated-reader-2'),
]
export const at = (day: string) => fixedClock(Date.parse(day))
export const MONTH = 'rankings/crm/2026-11'

let file: Promise<Buffer> | undefined

/** The file of a store with two simulated months and a simulated report. */
async function makeFile(): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-audit-'))
  const db = await openStore(join(folder, 'svc.db'), 0)
  const all = { engines: SIMULATED, scribes: SCRIBES, simulated: true }
  for (const month of ['2026-10', '2026-11']) await ranMonth(db, [CRM], { ...all, month, clock: at(`${month}-05`) })
  await queueReport(db, { simulated: true, slug: 'rep' })
  await runReport(jobScope(db, { ...all, clock: at('2026-11-06') }), 'rep')
  await db.destroy()
  const made = readFileSync(join(folder, 'svc.db'))
  rmSync(folder, { recursive: true })
  return made
}

/** Two simulated months of `crm` and the simulated report `rep`, in a store of the test's own. */
export async function simulatedStore(): Promise<Store> {
  const database = join(freshFolder(), 'svc.db')
  file ??= makeFile()
  writeFileSync(database, await file)
  const db = await openStore(database, 0)
  onTestFinished(() => db.destroy())
  return db
}

/** The differences that the audit finds: in everything, or in what is selected. */
export async function differencesIn(
  db: Store,
  selected: { slugs: string[]; month?: string } = { slugs: [] },
): Promise<Difference[]> {
  const { audited } = await auditStore(db, selected)
  expect(audited.length).toBeGreaterThan(0)
  return audited.flatMap(({ differences }) => differences)
}

/** Where those differences are. */
export async function whats(db: Store, selected?: { slugs: string[]; month?: string }): Promise<string[]> {
  return (await differencesIn(db, selected)).map(({ what }) => what)
}

/** Changes the newest frozen ranking. */
export async function retouch(db: Store, change: (body: FrozenRanking) => unknown): Promise<void> {
  const row = await db.selectFrom('rankings').select('body').where('month', '=', '2026-11').executeTakeFirstOrThrow()
  const body: FrozenRanking = JSON.parse(row.body)
  change(body)
  await db
    .updateTable('rankings')
    .set({ body: JSON.stringify(body) })
    .where('month', '=', '2026-11')
    .execute()
}

/** Changes the frozen report. */
export async function retouchReport(db: Store, change: (body: FrozenReport) => unknown): Promise<void> {
  const { body: text } = await db.selectFrom('reports').select('body').executeTakeFirstOrThrow()
  const body: FrozenReport = JSON.parse(text ?? '')
  change(body)
  await db
    .updateTable('reports')
    .set({ body: JSON.stringify(body) })
    .execute()
}
