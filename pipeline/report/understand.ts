import { createHash } from 'node:crypto'
import { isDefaultMarket, type MarketFields, marketOf } from '../contract/market/market.ts'
import { PLANS, type PlanName } from '../contract/report.ts'
import type { StartRequest } from '../contract/start.ts'
import type { EngineName } from '../contract/terms.ts'
import { ENGINES, SCRIBE_VENDORS } from '../contract/words.ts'
import { isUsableKey } from '../engines/keys.ts'
import { isName, namesProduct } from '../mentions/product.ts'
import { suggestQuestions } from '../scribe/suggest.ts'
import type { AskedProduct } from '../store/report/rows.ts'
import { brandOfDomain, normaliseDomain } from './product.ts'
import { withoutRepeats } from './questions.ts'
import type { ProviderKeys } from './seal.ts'

/** A normalised start. */
export interface UnderstoodStart extends AskedProduct {
  /** The caller's own keys; null on a credit. */
  readonly keys: ProviderKeys | null
  /** Whether to send a mail when the report ends. */
  readonly notify: boolean
  /** A SHA-256 of the fields that an idempotency key is bound to (specification 4.1); never of the keys or the funding. */
  readonly boundHash: string
}

/** A field of a request that may need fixing; the schema has already refused a market that doesn't exist. */
export type ReportField = Exclude<keyof ReportRequest, keyof MarketFields>

/** Templates tried against the product's name; one usable question shows that others are. */
const TEMPLATES_TRIED = 3

/** Control characters other than white space, and halves of surrogate pairs, which no store can hold. */
const CONTROL = /[^\P{Cc}\t\n\r]|\p{Cs}/u

/** The fields that any request for a report has; `aliases` are other spellings of the product. */
export interface ReportRequest
  extends MarketFields,
    Pick<StartRequest, 'domain' | 'brand' | 'category' | 'description' | 'engines' | 'seedPrompts'> {
  readonly aliases?: readonly string[] | undefined
}

/** The normalised start, or the fields to fix, each once (specification 2.1). Makes no lookups. */
export function understandStart(request: StartRequest): UnderstoodStart | { readonly fields: readonly string[] } {
  const { funding, providerKeys, notify = true } = request
  // A credit always runs FULL.
  const plan = funding === 'credits' ? 'FULL' : (request.plan ?? 'FULL')
  const meant = understandReport(request, plan)
  const keysFit =
    funding === 'byok' ? areEnough(providerKeys, selectedEngines(request, plan)) : providerKeys === undefined
  const fields = [...('fields' in meant ? meant.fields : []), ...(keysFit ? [] : ['providerKeys'])]
  if ('fields' in meant || fields.length > 0) return { fields }
  // The default engines are those of the plan that was sent: a credit runs FULL, and the funding isn't bound.
  const sent = request.plan ?? 'FULL'
  const engines = request.engines === undefined ? PLANS[sent].engines : meant.engines
  const bound = { ...meant, engines, seedPrompts: request.seedPrompts ?? [] }
  return { ...meant, keys: providerKeys ?? null, notify, boundHash: hashBound(bound, sent) }
}

/**
 * What the request asks, with the domain in its canonical form and defaults filled in, or the fields to fix, each once. Makes
 * no lookups.
 */
export function understandReport(
  request: ReportRequest,
  plan: PlanName,
): AskedProduct | { readonly fields: readonly ReportField[] } {
  const fields = new Set<ReportField>()
  const { category, description, seedPrompts = [], aliases = [] } = request
  const domain = normaliseDomain(request.domain)
  const brand = request.brand ?? (domain === null ? undefined : brandOfDomain(domain))
  const engines = selectedEngines(request, plan)

  if (domain === null) fields.add('domain')
  if (CONTROL.test(category)) fields.add('category')
  if (CONTROL.test(description)) fields.add('description')
  if (brand !== undefined && !isSpelling(brand)) fields.add('brand')
  if (!aliases.every(isSpelling)) fields.add('aliases')
  if (engines.some((engine) => !PLANS[plan].engines.includes(engine))) fields.add('engines')
  if (seedPrompts.length > PLANS[plan].questions || seedPrompts.some((text) => CONTROL.test(text)))
    fields.add('seedPrompts')

  if (domain !== null && brand !== undefined && isName(brand)) {
    const product = { brand, domain, aliases: aliases.filter(isName), category }
    // Every question repeats the category; a name that is an ordinary word is only recognised within a question.
    const names = (text: string) => namesProduct(text, product)
    if (seedPrompts.some(names)) fields.add('seedPrompts')
    if (names(category) || suggestQuestions(category, TEMPLATES_TRIED).every(names)) fields.add('category')
  }
  if (domain === null || brand === undefined || fields.size > 0) return { fields: [...fields] }
  const asked = { domain, brand, aliases, category, ...marketOf(request), description, plan, engines }
  return { ...asked, seedPrompts: withoutRepeats(seedPrompts) }
}

function selectedEngines(request: ReportRequest, plan: PlanName): readonly EngineName[] {
  return ENGINES.filter((engine) => (request.engines ?? PLANS[plan].engines).includes(engine))
}

function isSpelling(text: string): boolean {
  return !CONTROL.test(text) && isName(text)
}

/** Whether every key is usable, one serves the scribe, and one serves a selected engine. */
function areEnough(keys: ProviderKeys | undefined, engines: readonly EngineName[]): boolean {
  const sent = ENGINES.flatMap((engine) => (keys?.[engine] === undefined ? [] : [{ engine, key: keys[engine] }]))
  return (
    sent.every(({ engine, key }) => isUsableKey(engine, key)) &&
    SCRIBE_VENDORS.some((vendor) => keys?.[vendor] !== undefined) &&
    sent.some(({ engine }) => engines.includes(engine))
  )
}

/**
 * The hash of the bound fields, with the plan as sent or its default although a credit always runs FULL. Aliases, as a set,
 * and another market than the default change what is measured, so they are bound too; without them, the fields are exactly
 * those of the specification.
 */
function hashBound(asked: AskedProduct, plan: PlanName): string {
  const { domain, brand, description, category, engines, seedPrompts } = asked
  const aliases = [...new Set(asked.aliases)].sort()
  const bound = [
    domain,
    brand,
    description,
    category,
    plan,
    engines,
    seedPrompts,
    ...(aliases.length > 0 ? [aliases] : []),
    ...(isDefaultMarket(asked) ? [] : [{ country: asked.country, language: asked.language }]),
  ]
  return createHash('sha256').update(JSON.stringify(bound)).digest('hex')
}
