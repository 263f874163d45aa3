/** One fan-out in a process of its own, for its CPU time and its peak memory: `node fan-out-once.ts URL CALLS LANES`. */
import { DEFAULT_MARKET } from '../../pipeline/contract/market/market.ts'
import '../../cli/start/heap.js'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createBudget } from '../../pipeline/ask/budget.ts'
import { systemClock } from '../../pipeline/ask/clock.ts'
import { fanOut } from '../../pipeline/ask/fan-out.ts'
import { createJournal } from '../../pipeline/ask/journal.ts'
import { createLane } from '../../pipeline/ask/lane.ts'
import { createEngine } from '../../pipeline/engines/index.ts'
import { takeLease } from '../../pipeline/store/driver/leases.ts'
import { openStore } from '../../pipeline/store/driver/open.ts'
import { keepCategory } from '../../pipeline/store/ranking/categories.ts'
import { readLedger } from '../../pipeline/store/survey/answers.ts'
import { planCells } from '../../pipeline/store/survey/cells.ts'
import { beginMonthSurvey } from '../../pipeline/store/survey/surveys.ts'

const [url = '', callsText = '600', lanesText = '50'] = process.argv.slice(2)
const calls = Number(callsText)
const folder = mkdtempSync(join(tmpdir(), 'svc-bench-'))
const db = await openStore(join(folder, 'svc.db'), 0)
const questions = Array.from({ length: 60 }, (_, at) => `What are the best trail shoes for case ${at}?`)
const lease = { name: 'bench', holder: 'bench' }
const engine = await createEngine('OPENAI', {
  apiKey: 'test-openai-key',
  baseUrl: `${url}/openai/v1`,
  model: 'gpt-6-luna',
  timeoutMs: 60_000,
})
await takeLease(db, lease, Date.now())
await keepCategory(
  db,
  { slug: 'shoes', category: 'shoes', ...DEFAULT_MARKET, simulated: false, questions, questionsBy: null },
  0,
)
await beginMonthSurvey(db, 'shoes', '2026-11', { id: 'bench', simulated: false, questions }, 0)
await planCells(db, 'bench', { questions: questions.length, engines: ['OPENAI'], runs: calls / questions.length })

const never = new AbortController().signal
const cpuBefore = process.cpuUsage()
const startedAt = performance.now()
await fanOut(
  { db, clock: systemClock, random: Math.random, stop: never, cut: never },
  {
    lease,
    journal: createJournal(db, lease, systemClock),
    budget: createBudget(),
    engines: [{ engine, lane: createLane(Number(lanesText)) }],
    survey: { id: 'bench', category: 'shoes', questions, market: DEFAULT_MARKET },
    stopped: new Map(),
    retryEnded: true,
  },
)
const wallMs = performance.now() - startedAt
const cpu = process.cpuUsage(cpuBefore)
const [ledger] = await readLedger(db, 'bench', '')
await db.destroy()
rmSync(folder, { recursive: true, force: true })
if (ledger?.counted !== calls) throw new Error(`only ${ledger?.counted} of ${calls} answers were stored`)
console.log(
  JSON.stringify({ wallMs, cpuMs: (cpu.user + cpu.system) / 1_000, peakMb: process.resourceUsage().maxRSS / 1_024 }),
)
