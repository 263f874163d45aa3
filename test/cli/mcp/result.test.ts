import { expect, test } from 'vitest'
import { answer } from '../../../cli/mcp/result.ts'

test('no text of a result can hide or reverse what an agent shows', async () => {
  const given = { report: { questions: ['\u202eevil\u001b[2J'] } }
  const seen = { report: { questions: ['\ufffdevil\ufffd[2J'] } }
  const { content } = await answer(
    (value) => value,
    () => ({ result: given }),
  )
  expect(content).toEqual([{ type: 'text', text: JSON.stringify(seen) }])
})
