import type { Comparison } from '../../pipeline/contract/comparison/comparison.ts'
import { sideInWords, sinceInWords } from '../../pipeline/contract/comparison/comparison-words.ts'
import { inMarket } from '../../pipeline/contract/market/market-words.ts'
import type { TrackedProduct } from '../../pipeline/store/report/tracked.ts'
import { iso, plain } from '../terminal/output.ts'

/** The outcome of a tracked product in one invocation. */
export type TrackedOutcome = { readonly product: TrackedProduct } & (
  | {
      readonly status: 'complete'
      readonly slug: string
      readonly named: Comparison['before']
      /** The comparison with the previous report; undefined for the first. */
      readonly since: Comparison | undefined
    }
  | { readonly status: 'failed'; readonly slug: string; readonly error: string }
  /** Another process is running it. */
  | { readonly status: 'held'; readonly slug: string | null }
  /** Left for the next invocation; with an error if something other than a stop prevented it. */
  | { readonly status: 'left'; readonly slug: string | null; readonly error?: string }
  | { readonly status: 'notDue'; readonly nextDueAt: number }
)

/** A tracked product, such as `Acme (acme.com)`, with its country and language unless they are the default. */
export function productName({
  brand,
  domain,
  ...named
}: Pick<TrackedProduct, 'brand' | 'domain' | 'country' | 'language'>): string {
  return `${brand} (${domain})${inMarket(named)}`
}

/** An outcome as a line; undefined if nothing was done, which `endLines` reports. */
export function outcomeLine(outcome: TrackedOutcome, simulated: boolean): string | undefined {
  const name = productName(outcome.product)
  const says = (sentence: string) => plain(`${simulated ? 'SIMULATED ' : ''}${name}: ${sentence}`)
  switch (outcome.status) {
    case 'complete': {
      const { slug, named, since } = outcome
      const first = `Named in ${sideInWords(named)}. This is the first report.`
      return says(`${since === undefined ? first : sinceInWords(since)} ./svc report show ${slug}`)
    }
    case 'failed':
      return says(`The report ${outcome.slug} failed: ${outcome.error}`)
    case 'held':
      return says('Another process is running its report.')
    case 'left':
      return outcome.error === undefined ? undefined : says(outcome.error)
    case 'notDue':
      return undefined
  }
}

/** Lines that say what was left and why, what is not due, and how many products had each outcome. */
export function endLines(outcomes: readonly TrackedOutcome[], stopped: 'budget' | 'interrupted' | null): string[] {
  const left = outcomes.filter(({ status }) => status === 'left').map(({ product }) => product.brand)
  const cause = stopped === 'budget' ? 'Stopped by the budget' : 'Interrupted'
  const how = stopped === 'budget' ? ' with a larger --budget' : ''
  const waiting = outcomes.flatMap((outcome) =>
    outcome.status === 'notDue' ? [`${outcome.product.brand} (${iso(outcome.nextDueAt).slice(0, 10)})`] : [],
  )
  const groups = Map.groupBy(outcomes, ({ status }) => STATUSES[status])
  const counts = [...groups].map(([words, those]) => `${those.length} ${words}`).join(', ')
  return [
    ...(stopped === null
      ? []
      : [`${cause}; nothing stored is asked again. Run it again${how} for ${left.join(', ')}.`]),
    ...(waiting.length === 0 ? [] : [`Not due: ${waiting.join(', ')}.`]),
    outcomes.length === 0 ? 'No product is tracked; `./svc track add` adds one.' : `Tracked products: ${counts}.`,
  ].map(plain)
}

const STATUSES = {
  complete: 'complete',
  failed: 'failed',
  held: 'run by another process',
  left: 'left for the next run',
  notDue: 'not due',
} as const

/** Whether it makes the invocation fail. */
export function hasFailed(outcome: TrackedOutcome): boolean {
  return outcome.status === 'failed' || (outcome.status === 'left' && outcome.error !== undefined)
}

/** An outcome as JSON. */
export function outcomeJson(outcome: TrackedOutcome) {
  const { id, domain, brand, category, country, language, every } = outcome.product
  const named = outcome.status === 'complete' ? outcome.named : undefined
  const since = outcome.status === 'complete' ? outcome.since : undefined
  const [product, ...rivals] = since?.brands ?? []
  return {
    ...{ id, domain, brand, category, country, language, every, status: outcome.status },
    slug: 'slug' in outcome ? outcome.slug : null,
    mentions: named?.mentions ?? null,
    answers: named?.answers ?? null,
    since:
      since === undefined
        ? null
        : {
            slug: since.before.slug,
            completedAt: since.before.completedAt,
            ...{ before: product?.before, after: product?.after, change: product?.change },
            rivalsMoved: rivals.filter(({ change }) => change.moved === true).map(({ name }) => name),
          },
    nextDue: outcome.status === 'notDue' ? iso(outcome.nextDueAt) : null,
    error: 'error' in outcome ? (outcome.error ?? null) : null,
  }
}
