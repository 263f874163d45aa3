import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { serving } from '../../support/process/serving.ts'
import { startSvc, svc } from '../../support/process/svc.ts'
import { freshFolder } from '../../support/store/store.ts'
import { agentOverStdio } from './agent.ts'

const HELLO = [
  {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'pipe', version: '1' } },
  },
  { jsonrpc: '2.0', method: 'notifications/initialized' },
]

test('standard output carries only the protocol, and what is asked before the input ends is answered', async () => {
  const at = { cwd: freshFolder() }
  await serving({ status: 200, body: { rankings: [] } }, async (url) => {
    const { child, ended } = startSvc(['mcp'], { ...at, env: { SVC_BASE_URL: url } })
    const list = { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'rankings_list', arguments: {} } }
    for (const message of [...HELLO, 'no message', list]) child.stdin?.write(`${JSON.stringify(message)}\n`)
    child.stdin?.end()
    await once(child, 'close')
    const { code, out, err } = await ended
    expect({ code, err }).toEqual({ code: 0, err: '' })
    const messages = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(messages.map(({ jsonrpc, id }) => [jsonrpc, id])).toEqual([
      ['2.0', 1],
      ['2.0', 2],
    ])
    expect(JSON.parse(messages[1].result.content[0].text).rankings).toEqual([])
  })
})

test('without an API key the free tools work and the others say what to set; no .env file is read', async () => {
  const cwd = freshFolder()
  await serving({ status: 200, body: { rankings: [] } }, async (url) => {
    await serving({ status: 200, body: { reports: [] } }, async (other) => {
      writeFileSync(join(cwd, '.env'), `SVC_BASE_URL=${other}\nSVC_API_KEY=svc_0123456789\n`)
      const agent = await agentOverStdio({ SVC_BASE_URL: url, SVC_API_KEY: ['$', '{SVC_API_KEY}'].join('') }, cwd)
      expect((await agent.call('rankings_list')).isError).toBe(false)
      expect((await agent.call('prompts_suggest', { category: 'pens' })).json.prompts).toHaveLength(10)
      for (const name of ['reports_list', 'report_status', 'report_get', 'report_kit']) {
        const told = await agent.call(name, name === 'reports_list' ? {} : { slug: 'abc' })
        expect(told).toMatchObject({ isError: true, json: { failure: { httpStatus: null } } })
        expect(told.text).toContain('set SVC_API_KEY')
      }
    }).then((paths) => expect(paths).toEqual([]))
  })
})

test.each([
  ['SVC_BASE_URL', 'ftp://api.example'],
  ['SVC_BASE_URL', 'https://swordfish@api.example'],
  ['SVC_BASE_URL', 'https://:swordfish@api.example'],
  ['SVC_BASE_URL', 'https://api.example/?key=swordfish'],
  ['SVC_BASE_URL', 'swordfish'],
  ['SVC_API_KEY', 'svc_sword fish'],
  ['SVC_API_KEY', 'svc_swordfish\u00e9'],
])('a wrong %s is refused at start by name, never by value', async (name, value) => {
  const { code, out, err } = await svc(['mcp'], { cwd: freshFolder(), env: { [name]: value } })
  expect({ code, out }).toEqual({ code: 2, out: '' })
  expect(err).toMatch(new RegExp(`^${name} must be .*\\.\n$`))
  expect(err).not.toMatch(/sword|fish|ftp/)
})
