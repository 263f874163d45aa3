import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { svc } from '../support/process/svc.ts'
import { freshFolder } from '../support/store/store.ts'
import { startVendorServer } from '../support/vendors/vendor-server.ts'

test('a category begun without a scribe gets its questions rewritten once one has a key', async () => {
  const cwd = freshFolder()
  writeFileSync(join(cwd, 'categories.yaml'), 'categories:\n  - slug: crm\n    category: CRM software\n')
  const server = await startVendorServer()
  const withoutScribe = { ...server.env, OPENAI_API_KEY: '', ANTHROPIC_API_KEY: '', GEMINI_API_KEY: '' }
  const run = ['rankings', 'run', '--categories', 'categories.yaml', '--engines', 'GROK', '--runs', '1', '--no-site']
  expect((await svc(run, { cwd, env: withoutScribe })).err).toContain('`./svc questions rewrite crm`')

  const refused = await svc(['questions', 'rewrite', 'crm'], { cwd, env: withoutScribe })
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('OPENAI_API_KEY')])
  const rewritten = await svc(['questions', 'rewrite', 'crm', '--json'], { cwd, env: server.env })
  expect(rewritten.code).toBe(0)
  expect(JSON.parse(rewritten.out).questions).toHaveLength(10)
  expect(rewritten.err).toContain('Written by OPENAI for $')
  expect((await svc(run, { cwd, env: server.env })).err).not.toContain('rewrite')
  await server.close()
}, 60_000)
