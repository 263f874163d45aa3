import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'
import type { Failure } from './failure.ts'
import { explain, failure, refused } from './failure.ts'

/** What a tool came to: the API's own document, with the rules for reading it, or why there is none. */
export type Ran = { readonly result: Record<string, unknown> } | { readonly failure: Failure }

/**
 * The schema of a tool's structured content. Everything is optional, because agents hold errors to it too: a success has
 * all but `failure`, an error has `failure` alone.
 */
export function outputOf<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.object({
    rules: z.array(z.string()).optional().describe('How to read this result; keep to them'),
    ...z.object(shape).partial().shape,
    failure: failure.optional().describe('Only where isError is true'),
  })
}

/** Runs a tool into what the protocol carries, with every key blotted out; a fault becomes an error without its details. */
export async function answer(
  redact: <Value>(value: Value) => Value,
  run: () => Promise<Ran> | Ran,
): Promise<CallToolResult> {
  let ran: Ran
  try {
    ran = await run()
  } catch {
    ran = { failure: refused('A fault in the tool server itself; nothing is known about the result.') }
  }
  if ('failure' in ran) {
    const told = redact(ran.failure)
    return {
      isError: true,
      content: [textOf(explain(told)), textOf(JSON.stringify(told))],
      structuredContent: { failure: told },
    }
  }
  const structuredContent = redact(ran.result)
  return { content: [textOf(JSON.stringify(structuredContent))], structuredContent }
}

function textOf(text: string): { type: 'text'; text: string } {
  return { type: 'text', text }
}
