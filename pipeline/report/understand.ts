import { createHash } from 'node:crypto'
import type { PlanName } from '../contract/report.ts'
import { PLANS } from '../contract/report.ts'
import type { StartRequest } from '../contract/start.ts'
import type { EngineName } from '../contract/terms.ts'
import { ENGINES } from '../contract/terms.ts'
import { isUsableKey } from '../engines/keys.ts'
import { isName, namesProduct } from '../mentions/product.ts'
import { brandOfDomain, normaliseDomain } from './product.ts'
import type { ProviderKeys } from './seal.ts'

/** A start as it was meant: the domain normalised, defaults filled in, engines in the order of ENGINES. */
export interface UnderstoodStart {
  readonly domain: string
  readonly brand: string
  readonly category: string
  readonly description: string
  /** What runs: always FULL on a credit. */
  readonly plan: PlanName
  readonly engines: readonly EngineName[]
  readonly seedPrompts: readonly string[]
  /** The caller's own keys; null on a credit. */
  readonly keys: ProviderKeys | null
  /** A SHA-256 of the fields that an idempotency key is bound to (specification 4.1); never of the keys or the funding. */
  readonly boundHash: string
}

/** The scribe that writes a report's questions needs a key of one of these. */
const SCRIBES: readonly EngineName[] = ['OPENAI', 'ANTHROPIC', 'GEMINI']

/** What no question, name or line of text holds: control characters but for white space. */
const CONTROL = /[^\P{Cc}\t\n\r]/u

/** The start as it was meant, or the fields to fix, each once (specification 2.1). Looks nothing up. */
export function understandStart(request: StartRequest): UnderstoodStart | { readonly fields: readonly string[] } {
  const fields = new Set<string>()
  const { category, description, seedPrompts = [], providerKeys } = request
  const plan = request.funding === 'credits' ? 'FULL' : (request.plan ?? 'FULL')
  const domain = normaliseDomain(request.domain)
  const brand = request.brand ?? (domain === null ? undefined : brandOfDomain(domain))
  const engines = ENGINES.filter((engine) => (request.engines ?? PLANS[plan].engines).includes(engine))

  if (domain === null) fields.add('domain')
  if (CONTROL.test(category)) fields.add('category')
  if (CONTROL.test(description)) fields.add('description')
  if (brand !== undefined && (CONTROL.test(brand) || !isName(brand))) fields.add('brand')
  if (engines.some((engine) => !PLANS[plan].engines.includes(engine))) fields.add('engines')
  if (seedPrompts.length > PLANS[plan].questions || seedPrompts.some((text) => CONTROL.test(text)))
    fields.add('seedPrompts')
  if (request.funding === 'byok' ? !areEnough(providerKeys, engines) : providerKeys !== undefined)
    fields.add('providerKeys')

  if (domain !== null && brand !== undefined && isName(brand)) {
    const product = { brand, domain, aliases: [], category }
    if (seedPrompts.some((text) => namesProduct(text, product))) fields.add('seedPrompts')
    // Every question repeats the category, so none could be asked.
    if (namesProduct(category, product)) fields.add('category')
  }
  if (domain === null || brand === undefined || fields.size > 0) return { fields: [...fields] }
  const asked = { domain, brand, category, description, engines, seedPrompts }
  // The default engines are those of the plan that was sent: a credit runs FULL, and the funding isn't bound.
  const sent = request.plan ?? 'FULL'
  const bound = { ...asked, engines: request.engines === undefined ? PLANS[sent].engines : engines }
  return { ...asked, plan, keys: providerKeys ?? null, boundHash: hashBound(bound, sent) }
}

/** Whether every key can be sent, one serves the scribe, and one serves an engine that is selected. */
function areEnough(keys: ProviderKeys | undefined, engines: readonly EngineName[]): boolean {
  const sent = ENGINES.flatMap((engine) => (keys?.[engine] === undefined ? [] : [{ engine, key: keys[engine] }]))
  return (
    sent.every(({ engine, key }) => isUsableKey(engine, key)) &&
    sent.some(({ engine }) => SCRIBES.includes(engine)) &&
    sent.some(({ engine }) => engines.includes(engine))
  )
}

/** The plan is bound as it was sent, or as its default: a credit runs FULL whatever was sent, and yet a change is a change. */
function hashBound(
  asked: Pick<UnderstoodStart, 'domain' | 'brand' | 'category' | 'description' | 'engines' | 'seedPrompts'>,
  plan: PlanName,
): string {
  const { domain, brand, description, category, engines, seedPrompts } = asked
  const bound = [domain, brand, description, category, plan, engines, seedPrompts]
  return createHash('sha256').update(JSON.stringify(bound)).digest('hex')
}
