import type { Stopped } from '../ask/fan-out.ts'
import { fanOut } from '../ask/fan-out.ts'
import { withLease } from '../ask/held.ts'
import { createJournal } from '../ask/journal.ts'
import type { RunProgress } from '../ask/progress.ts'
import { recoverAnswers } from '../ask/recover.ts'
import { SKIP_REASONS } from '../ask/retry.ts'
import type { LedgerRow } from '../contract/terms.ts'
import { countOpenCells, countUnknownCells, readLedger, replanCells, skipCells } from '../store/cells.ts'
import type { Lease } from '../store/leases.ts'
import type { CategorySpec } from './categories.ts'
import type { NamedCategory } from './names.ts'
import { nameCategory } from './names.ts'
import type { PreparedCategory } from './prepare.ts'
import { prepareCategory, refuseMixture } from './prepare.ts'
import type { Published } from './publish.ts'
import { publishCategory } from './publish.ts'
import type { RunScope } from './scope.ts'

/** A category as the run left it. */
export interface CategoryResult {
  readonly slug: string
  readonly ledger: readonly LedgerRow[]
  readonly published: Published
}

export interface RunResult {
  readonly month: string
  readonly simulated: boolean
  /** Requests that this invocation sent to engines. */
  readonly calls: number
  /** Cells that an earlier run had sent and not stored, found at the start. */
  readonly unknown: number
  readonly costUsd: number
  readonly stopped: Stopped | null
  readonly categories: readonly CategoryResult[]
}

/**
 * Runs a month: prepares every category, asks what is missing or failed, and publishes each category that is whole when
 * the run ends by itself. Returns a sentence instead where the run is refused. Throws LeaseLost when another process
 * took the month over; whatever was stored stays.
 */
export async function runMonth(
  scope: RunScope,
  specs: readonly CategorySpec[],
  progress: RunProgress,
): Promise<RunResult | { refusal: string }> {
  const { db, month } = scope
  const held = await withLease(scope, `rankings/${month}`, async (lease) => {
    const refusal = await refuseMixture(db, specs, scope.simulated)
    return refusal === undefined ? runHeld(scope, lease, specs, progress) : { refusal }
  })
  if ('result' in held) return held.result
  const seconds = Math.ceil(held.heldForMs / 1_000)
  return { refusal: `Another run of ${month} is under way (or was killed: then try again in ${seconds} s).` }
}

async function runHeld(
  scope: RunScope,
  lease: Lease,
  specs: readonly CategorySpec[],
  progress: RunProgress,
): Promise<RunResult> {
  const { db, clock } = scope
  const prepared: PreparedCategory[] = []
  let stopped: Stopped | null = null
  for (const spec of specs) {
    const next = await prepareCategory(scope, lease, spec)
    if (typeof next === 'string') {
      stopped = next
      break
    }
    prepared.push(next)
  }
  const surveyIds = prepared.map((each) => each.surveyId)
  const { month, simulated, budget } = scope
  if (surveyIds.length === 0)
    return { month, simulated, calls: 0, unknown: 0, costUsd: budget.spentUsd, stopped, categories: [] }

  const unknown = await countUnknownCells(db, surveyIds)
  const journal = createJournal(db, lease, clock)
  const engines = scope.engines.map((each) => each.engine)
  await recoverAnswers(db, journal, engines, surveyIds)
  await replanCells(
    db,
    lease,
    surveyIds,
    engines.map((engine) => engine.name),
    clock.now(),
  )
  for (const name of scope.selected)
    if (!engines.some((engine) => engine.name === name))
      await skipCells(db, lease, surveyIds, name, SKIP_REASONS.noKey, clock.now())

  let calls = 0
  if (stopped === null) {
    const open = await countOpenCells(db, { surveyIds, endedToo: true })
    progress.begin(new Map([...open].filter(([name]) => engines.some((engine) => engine.name === name))))
    const asked = await fanOut({
      ...scope,
      lease,
      journal,
      endedToo: true,
      surveys: prepared.map(({ surveyId, category, questions }) => ({
        id: surveyId,
        category,
        tag: surveyId,
        questions,
      })),
      progress: (engine, event) => progress[event](engine),
    }).finally(() => progress.end())
    calls = asked.calls
    stopped = asked.stopped
  }

  // All names first: a run that the budget or a person ends while names are proposed publishes nothing.
  const named: NamedCategory[] = []
  for (const each of prepared) {
    if (stopped !== null) break
    const outcome = await nameCategory(scope, lease, each)
    if (typeof outcome === 'string') stopped = outcome
    else named.push(outcome)
  }
  const published = new Map<string, Published>()
  if (stopped === null)
    for (const each of named) published.set(each.prepared.slug, await publishCategory(scope, lease, each))

  const openReason = stopped === 'budget' ? 'not asked: the budget ended' : 'not asked: the run was interrupted'
  const unpublished = { unpublished: 'the run was stopped before its end; run it again' }
  const categories: CategoryResult[] = []
  for (const { slug, surveyId } of prepared)
    categories.push({
      slug,
      ledger: await readLedger(db, surveyId, stopped === null ? 'not asked' : openReason),
      published: published.get(slug) ?? unpublished,
    })
  return { month, simulated, calls, unknown, costUsd: budget.spentUsd, stopped, categories }
}
