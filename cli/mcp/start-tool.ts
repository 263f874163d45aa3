import { randomUUID } from 'node:crypto'
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'
import { PLANS } from '../../pipeline/contract/report.ts'
import { idempotencyKey, type StartRequest, startRequest } from '../../pipeline/contract/start.ts'
import type { EngineName } from '../../pipeline/contract/terms.ts'
import { ENGINES, keyVariable, SCRIBE_VENDORS } from '../../pipeline/contract/words.ts'
import { operationOf } from './client.ts'
import { refused } from './failure.ts'
import { answer } from './result.ts'
import { startRules } from './rules.ts'
import type { ProviderKeys } from './settings.ts'
import type { ToolOptions } from './tools.ts'

const {
  domain,
  category,
  country,
  language,
  description,
  funding,
  plan,
  brand,
  aliases,
  engines,
  seedPrompts,
  notify,
} = startRequest.shape

const input = z.strictObject({
  domain: domain.describe("The product's domain"),
  category: category.describe('What buyers search for, in their words; must not name the product'),
  country: country.describe('Where the questions are asked from, a two-letter code (ISO 3166-1); default: US'),
  language: language.describe(
    'The language of the questions and of seedPrompts, a two-letter code (ISO 639-1); default: en',
  ),
  description: description.describe('One line on what the product does'),
  funding: funding.describe(
    [
      'credits: spends one agency credit and always runs FULL.',
      "byok: spends on the caller's own provider keys, which this server takes from its environment, never from an",
      'argument; needs an active Agent plan',
    ].join(' '),
  ),
  plan: plan.describe('The size of a report on own keys: QUICK 24 answers, FULL 180 (default), DEEP 600'),
  brand: brand.describe('Product name; default: taken from the domain'),
  aliases: aliases.describe('Other spellings that count as the product'),
  engines: engines.describe("Only these of the plan's engines; default: all of them"),
  seedPrompts: seedPrompts.describe('Questions to ask; the rest are generated. None may name the product'),
  notify: notify.describe('false: no mail when the report ends'),
  idempotencyKey: idempotencyKey
    .optional()
    .describe(
      [
        'Choose one (16 to 128 of A-Z a-z 0-9 - _) and repeat it on every retry:',
        'then a retry is never paid twice, even if this result never reaches you.',
        'Default: one is generated, and returned in the result and in every error',
      ].join(' '),
    ),
})

const start = operationOf('startReport')

/** The one tool that spends. */
export function addStartTool(server: McpServer, { api, providerKeys, redact }: ToolOptions): void {
  server.registerTool(
    'report_start',
    {
      title: 'Start a report (spends)',
      description: [
        'SPENDS MONEY: starts a report that asks AI answer engines buyer questions and counts how often they name',
        'the product.',
        'The only tool that spends. Ask the user first. Takes several minutes;',
        'then report_status, report_get, report_kit.',
        'After an error with an unknown outcome, retry with the same arguments and the idempotencyKey of that',
        'error, never with a new one.',
      ].join(' '),
      inputSchema: input,
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
    },
    ({ idempotencyKey: given, ...asked }, { signal }) =>
      answer(redact, async () => {
        const idempotencyKey = given ?? randomUUID()
        const own = asked.funding === 'byok' ? ownKeys(asked, providerKeys) : undefined
        if (own === 'missing') return { failure: { ...NO_KEYS, idempotencyKey } }
        const headers = { 'idempotency-key': idempotencyKey }
        const outcome = await api.call(start, { body: { ...asked, providerKeys: own }, headers }, signal)
        const keysSent = own && ENGINES.filter((engine) => engine in own).map(keyVariable)
        if ('body' in outcome)
          return {
            result: {
              rules: startRules(outcome.body.reused),
              ...outcome.body,
              idempotencyKey,
              ...(keysSent && { keysSent }),
            },
          }
        const failure = { ...outcome.failure, idempotencyKey }
        if (keysSent === undefined || failure.fields?.includes('providerKeys') !== true) return { failure }
        return { failure: { ...failure, error: `${failure.error} The keys were taken from ${keysSent.join(', ')}.` } }
      }),
  )
}

const NO_KEYS = refused(
  [
    'Nothing was started:',
    `a report on own keys needs a key for a selected engine and one for ${SCRIBE_VENDORS.join(', ')}.`,
    `Set ${SCRIBE_VENDORS.map(keyVariable).join(', ')} or the others needed in the`,
    'environment of this tool server, and start it again;',
    'a key is never an argument.',
  ].join(' '),
  { fields: ['providerKeys'] },
)

/** Only the keys that a report needs: those of its engines and, if none of them can be the scribe, one that can. */
function ownKeys({ plan = 'FULL', engines }: Partial<StartRequest>, keys: ProviderKeys): ProviderKeys | 'missing' {
  const those = (names: readonly EngineName[]): ProviderKeys =>
    Object.fromEntries(names.flatMap((name) => (keys[name] === undefined ? [] : [[name, keys[name]]])))
  const asked = those(engines ?? PLANS[plan].engines)
  if (Object.keys(asked).length === 0) return 'missing'
  if (SCRIBE_VENDORS.some((name) => name in asked)) return asked
  const scribe = SCRIBE_VENDORS.find((name) => name in keys)
  return scribe === undefined ? 'missing' : { ...asked, ...those([scribe]) }
}
