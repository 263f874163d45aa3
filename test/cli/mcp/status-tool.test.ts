import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { agentInProcess } from './agent.ts'

/** An API whose report has these numbers of answers, one per request, and is complete at the last. */
async function reportWith(stored: readonly number[]) {
  let asked = 0
  const happened: string[] = []
  const server = createServer((_, response) => {
    const progress = { answersStored: stored[asked] ?? 0, answersPlanned: 24 }
    asked += 1
    happened.push('asked')
    const status = asked < stored.length ? 'RUNNING' : 'COMPLETE'
    const rest = { slug: 'abc', simulated: false, overallScore: null, error: null, url: 'https://www.example/r/abc' }
    const body = { status: { ...rest, status, progress, funding: 'CREDITS' } }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const sleep = async (ms: number) => void happened.push(`slept ${ms}`)
  const agent = await agentInProcess({ baseUrl, apiKey: 'svc_Yk2hQ8vZr5TnX1pLw7cJ4mB9dF3gS6' }, undefined, sleep)
  return { agent, asked: () => asked, happened }
}

test('waits for the end, polls once a minute, and reports progress every half minute to an agent that asked for it', async () => {
  const { agent, happened } = await reportWith([0, 10, 10, 24])
  const told: unknown[] = []
  const onprogress = (progress: unknown) => told.push(progress)
  const args = { name: 'report_status', arguments: { slug: 'abc', wait: true } }
  const result = await agent.client.callTool(args, undefined, { onprogress })
  const stored = [0, 0, 10, 10, 10, 10]
  expect(told).toEqual(stored.map((count, at) => ({ progress: at + 1, message: `${count} of 24 answers are stored.` })))
  const minute = ['asked', 'slept 30000', 'slept 30000']
  expect(happened).toEqual([...minute, ...minute, ...minute, 'asked'])
  expect(JSON.stringify(result.content)).toContain('COMPLETE')
})

test('answers at once without a progress token or without wait', async () => {
  const { agent, asked } = await reportWith([0, 10, 24])
  expect((await agent.call('report_status', { slug: 'abc', wait: true })).text).toContain('RUNNING')
  const args = { name: 'report_status', arguments: { slug: 'abc' } }
  await agent.client.callTool(args, undefined, { onprogress: () => {} })
  expect(asked()).toBe(2)
})
