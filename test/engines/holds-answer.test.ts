import { expect, test } from 'vitest'
import { fromAnthropicReply } from '../../pipeline/engines/anthropic.ts'
import type { Reading } from '../../pipeline/engines/engine.ts'
import { fromGrokReply } from '../../pipeline/engines/grok.ts'
import { fromOpenaiReply } from '../../pipeline/engines/openai.ts'
import { fromPerplexityReply } from '../../pipeline/engines/perplexity.ts'

/** One part of a reply: a text, or a search that found something or failed. */
type Part = string | true | false

const message = (text: string) => ({ type: 'message', content: [{ type: 'output_text', text, annotations: [] }] })
const call = (found: boolean) => ({ type: 'web_search_call', status: found ? 'completed' : 'failed' })
const response = (output: unknown[]) => ({ status: 'completed', model: 'm', output })

const READERS: [string, (parts: readonly Part[]) => Reading][] = [
  [
    'ANTHROPIC',
    (parts) => {
      const failed = { type: 'web_search_tool_result_error', error_code: 'unavailable' }
      const content = parts.map((part) =>
        typeof part === 'string'
          ? { type: 'text', text: part }
          : { type: 'web_search_tool_result', tool_use_id: 's', content: part ? [] : failed },
      )
      return fromAnthropicReply([{ type: 'message', model: 'm', content, stop_reason: 'end_turn' }])
    },
  ],
  [
    'OPENAI',
    (parts) =>
      fromOpenaiReply([response(parts.map((part) => (typeof part === 'string' ? message(part) : call(part))))]),
  ],
  [
    'GROK',
    (parts) => fromGrokReply([response(parts.map((part) => (typeof part === 'string' ? message(part) : call(part))))]),
  ],
  [
    'PERPLEXITY',
    (parts) => {
      const results = (found: boolean) => (found ? [{ id: 1, url: 'https://site.example/' }] : [])
      const output = parts.map((part) =>
        typeof part === 'string' ? message(part) : { type: 'search_results', queries: [], results: results(part) },
      )
      return fromPerplexityReply([response(output)])
    },
  ],
]

const ANNOUNCED = 'I’ll look this up. '

test.each(READERS)('%s: a text that only announces a search is no answer', (_, read) => {
  expect(read([ANNOUNCED, false])).toEqual({ kind: 'empty' })
  expect(read([ANNOUNCED, false, 'Again. ', false, ' '])).toEqual({ kind: 'empty' })
  expect(read([ANNOUNCED, true])).toEqual({ kind: 'empty' })
})

test.each(READERS)('%s: a text after a search, or without one, is an answer', (_, read) => {
  expect(read([ANNOUNCED, false, 'Ridgeloom.'])).toMatchObject({
    ...{ kind: 'answered', text: `${ANNOUNCED}Ridgeloom.`, grounded: false, askAgain: true },
  })
  expect(read([ANNOUNCED, true, 'Ridgeloom.', false])).toMatchObject({ kind: 'answered', grounded: true })
  expect(read(['Ridgeloom.'])).toMatchObject({ kind: 'answered', text: 'Ridgeloom.', grounded: false })
})
