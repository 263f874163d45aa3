import { expect, test } from 'vitest'
import { agentInProcess } from './agent.ts'

test('what an agent reads before its first call is under 12 KB, all tools and the instructions', async () => {
  const { client } = await agentInProcess({})
  const { tools } = await client.listTools()
  expect(tools).toHaveLength(8)
  expect(Buffer.byteLength(JSON.stringify([tools, client.getInstructions()]))).toBeLessThan(12_000)
})

test('a result is one text, and nothing of it stands there twice', async () => {
  const { client } = await agentInProcess({})
  const result = await client.callTool({ name: 'prompts_suggest', arguments: { category: 'fountain pens', count: 1 } })
  expect(result.content).toHaveLength(1)
  expect(JSON.stringify(result).match(/fountain pens/g)).toHaveLength(1)
})
