import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { visibleTexts } from '../../pipeline/contract/wording.ts'
import type { Failure } from './failure.ts'
import { explain, refused } from './failure.ts'

/** What a tool came to: the API's own document, with the rules for reading it, or why there is none. */
export type Ran = { readonly result: Record<string, unknown> } | { readonly failure: Failure }

/**
 * Runs a tool into what the protocol carries, with every key blotted out and every character to be seen: one text, which
 * every agent reads, and nothing of it a second time as structured content. An error is a sentence and then its JSON; a fault is one without its details.
 */
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
    const told = visibleTexts(redact(ran.failure))
    return {
      isError: true,
      content: [textOf(explain(told)), textOf(JSON.stringify(told))],
    }
  }
  return { content: [textOf(JSON.stringify(visibleTexts(redact(ran.result))))] }
}

function textOf(text: string): { type: 'text'; text: string } {
  return { type: 'text', text }
}
