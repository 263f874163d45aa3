/** The floor that a fan-out is held against: `fetch`, `JSON.parse` and one insert a call, nothing else. Same arguments. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'

const [url = '', callsText = '600', lanesText = '50'] = process.argv.slice(2)
const calls = Number(callsText)
const folder = mkdtempSync(join(tmpdir(), 'svc-bench-'))
const db = new Database(join(folder, 'bare.db'))
db.pragma('journal_mode = WAL')
db.pragma('synchronous = FULL')
db.exec('create table answers (id integer primary key, body text not null)')
const insert = db.prepare('insert into answers (body) values (?)')

const cpuBefore = process.cpuUsage()
const startedAt = performance.now()
let next = 0
async function lane(): Promise<void> {
  while (next < calls) {
    const question = `What are the best trail shoes for case ${next++ % 60}?`
    const response = await fetch(`${url}/openai/v1/responses`, {
      method: 'POST',
      headers: { authorization: 'Bearer test-openai-key', 'content-type': 'application/json' },
      body: JSON.stringify({
        model: 'gpt-6-luna',
        input: question,
        tools: [{ type: 'web_search' }],
        tool_choice: 'required',
        max_output_tokens: 4_000,
        store: false,
      }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`the loopback vendor answered ${response.status}: ${text}`)
    JSON.parse(text)
    insert.run(text)
  }
}
await Promise.all(Array.from({ length: Number(lanesText) }, lane))
const wallMs = performance.now() - startedAt
const cpu = process.cpuUsage(cpuBefore)
db.close()
rmSync(folder, { recursive: true, force: true })
console.log(
  JSON.stringify({ wallMs, cpuMs: (cpu.user + cpu.system) / 1_000, peakMb: process.resourceUsage().maxRSS / 1_024 }),
)
