import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findMarkerIn } from '../support/marker.ts'
import { svc } from '../support/process/svc.ts'
import { freshFolder } from '../support/store/store.ts'
import { startVendorServer } from '../support/vendors/vendor-server.ts'

test('says whether each part works and what that cost, and leaves no store behind', async () => {
  const cwd = freshFolder()
  const server = await startVendorServer()
  const { code, out, err } = await svc(['doctor', '--json'], { cwd, env: server.env })
  expect(code).toBe(0)
  expect(err).toMatch(/^Making 7 calls: usually \$0\.\d+ and at most \$\d\.\d+ in all\.\n$/)
  const { checks, cost, simulated } = JSON.parse(out)
  expect(checks.map(({ name }: { name: string }) => name)).toEqual([
    ...['OPENAI', 'ANTHROPIC', 'PERPLEXITY', 'GEMINI', 'GROK', 'AI_OVERVIEW'],
    ...['scribe', 'store', 'mail', 'secret', 'site'],
  ])
  expect(checks.map(({ ok }: { ok: boolean | null }) => ok)).toEqual([...Array(7).fill(true), null, true, null, null])
  expect(cost.usd).toBeGreaterThan(0.01)
  expect(simulated).toBe(false)
  expect(readdirSync(cwd)).toEqual([])
  await server.close()
})

test('fails if one configured part does not work, in a sentence without the key', async () => {
  const server = await startVendorServer()
  const marker = 'test-no7Qw2Zx9Lk4Vb1Mn8Rt'
  server.script('GROK', 'bad-key')
  const env = { XAI_API_KEY: marker, XAI_BASE_URL: server.env.XAI_BASE_URL ?? '' }
  const { code, out, err } = await svc(['doctor'], { cwd: freshFolder(), env })
  expect(code).toBe(1)
  expect(out).toMatch(/^FAILS +GROK +GROK rejects the key; put a valid one into XAI_API_KEY\.$/m)
  expect(out).toMatch(/^not set up +OPENAI +.*OPENAI_API_KEY/m)
  expect(out).toContain('1 of 2 that are set up work. The calls cost $0.00.')
  expect(findMarkerIn(out + err, marker)).toBeUndefined()
  await server.close()
})

test('in a simulation it says so and calls nobody', async () => {
  const { code, out, err } = await svc(['doctor'], { cwd: freshFolder(), env: { SVC_SIMULATE: '1' } })
  expect(code).toBe(0)
  expect(err).toContain('SVC_SIMULATE is set')
  expect(out.match(/SIMULATED/g)).toHaveLength(7)
  expect(out).not.toContain('cost')
})
