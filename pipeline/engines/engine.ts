/**
 * The interface of the six engines. An engine asks one question and reads the reply; it knows its vendor's wire format
 * and nothing about cells, retries, budgets or brands.
 */
import type { Market } from '../contract/market/market.ts'
import type { Citation, EngineName } from '../contract/terms.ts'

/** What of an asking is sent to a vendor. */
export interface Asked {
  readonly question: string
  readonly market: Market
}

/** One asking; what isn't sent to a vendor seeds the simulated engines. */
export interface Asking extends Asked {
  readonly category: string
  /** Identifies the cell, e.g. `2026-11/crm-software/q3/r0`. */
  readonly tag: string
  /** The product of a report, which simulated engines sometimes name. */
  readonly product?: { readonly brand: string; readonly domain: string }
}

/** A successful reply: its body as received and parsed, and its cost in USD. */
export interface Reply {
  readonly raw: string
  readonly body: unknown
  readonly costUsd: number
}

/**
 * What the replies to one asking say. `askAgain` requests one more try, whose reading then stands: for an answer whose
 * searches all failed, or an overview that was announced but never loaded.
 */
export type Reading =
  | {
      readonly kind: 'answered'
      readonly text: string
      readonly citations: readonly Citation[]
      readonly grounded: boolean
      /** The queries that it sent to the web; null if the engine doesn't say. */
      readonly searches: readonly string[] | null
      readonly model: string
      readonly askAgain?: true
    }
  | { readonly kind: 'noAnswer'; readonly text: string; readonly model: string; readonly askAgain?: true }
  | { readonly kind: 'empty' }
  | { readonly kind: 'unfinished' }

/** The cost of one call in USD and its usual duration in ms; a budget reserves `worstUsd` before the call. */
export interface CallEstimate {
  readonly typicalUsd: number
  readonly worstUsd: number
  readonly typicalMs: number
}

export interface Engine {
  readonly name: EngineName
  /** At today's prices, as an engine can outlive a price. */
  readonly estimate: CallEstimate
  /**
   * Sends one request and ends within the engine's timeout, or as soon as the signal aborts. `earlier` holds the bodies
   * of this asking's unfinished replies (ANTHROPIC's `pause_turn`), oldest first. Throws only EngineError.
   */
  ask(asking: Asking, earlier: readonly unknown[], signal: AbortSignal): Promise<Reply>
  /** Reads the bodies of one asking; a pure function. */
  read(bodies: readonly unknown[]): Reading
}

/** How to reach a vendor; every field is required so that no SDK falls back to the environment. */
export interface VendorAccess {
  readonly apiKey: string
  readonly baseUrl: string
  readonly model: string
  readonly timeoutMs: number
}
