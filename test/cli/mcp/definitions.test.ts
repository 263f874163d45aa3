import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { agentInProcess } from './agent.ts'

test('all tools and the instructions, which an agent reads before its first call, are under 12 KB', async () => {
  const { client } = await agentInProcess({})
  const { tools } = await client.listTools()
  expect(tools).toHaveLength(8)
  expect(Buffer.byteLength(JSON.stringify([tools, client.getInstructions()]))).toBeLessThan(12_000)
})

test('the page for agents lists the tools, and those that need the API key', async () => {
  const page = readFileSync(new URL('../../../docs/agents.md', import.meta.url), 'utf8')
  const listed = [...page.matchAll(/^\| `(\w+)` \|.*\| (.+) \|$/gm)].map(([, name, key]) => [name, key])
  const { client } = await agentInProcess({})
  const { tools } = await client.listTools()
  const defined = tools.map(({ name, description = '' }) => [name, /Free/.test(description) ? 'none' : '`SVC_API_KEY`'])
  expect(listed.toSorted()).toEqual(defined.toSorted())
})

test('a result is one text that repeats nothing', async () => {
  const { client } = await agentInProcess({})
  const result = await client.callTool({ name: 'prompts_suggest', arguments: { category: 'fountain pens', count: 1 } })
  expect(result.content).toHaveLength(1)
  expect(JSON.stringify(result).match(/fountain pens/g)).toHaveLength(1)
})
