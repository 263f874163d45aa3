import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { visibleTexts } from '../../pipeline/contract/texts.ts'
import { explain, type Failure, refused } from './failure.ts'

/** A tool's result: the API's document with the rules for reading it, or the failure. */
export type Ran = { readonly result: Record<string, unknown> } | { readonly failure: Failure }

/**
 * Runs a tool and returns its result as JSON text, with keys redacted and invisible characters shown. A failure becomes
 * sentences followed by its JSON, and an exception becomes a failure without details.
 */
export async function answer(
  redact: <Value>(value: Value) => Value,
  run: () => Promise<Ran> | Ran,
): Promise<CallToolResult> {
  let ran: Ran
  try {
    ran = await run()
  } catch {
    ran = { failure: refused('An internal error of the tool server; the result is unknown.') }
  }
  if ('failure' in ran) {
    const shown = visibleTexts(redact(ran.failure))
    return { isError: true, content: [textOf(explain(shown)), textOf(JSON.stringify(shown))] }
  }
  return { content: [textOf(JSON.stringify(visibleTexts(redact(ran.result))))] }
}

function textOf(text: string): { type: 'text'; text: string } {
  return { type: 'text', text }
}
