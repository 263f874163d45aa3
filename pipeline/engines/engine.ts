/**
 * The seam between the product and the six vendors. An engine asks one question and reads the reply; it knows its
 * vendor's wire format and nothing of cells, retries, budgets or brands. What the rest knows of an engine stands here.
 */
import type { Citation, EngineName } from '../contract/terms.ts'

/** One asking: only `question` goes to a vendor; the rest is for the simulated engines, which it seeds. */
export interface Asking {
  readonly question: string
  readonly category: string
  /** Names the cell, e.g. `2026-11/crm-software/q3/r0`; equal tags get equal simulated replies. */
  readonly tag: string
  /** The product of a report, which simulated engines name now and then. */
  readonly product?: { readonly brand: string; readonly domain: string }
}

/** A good reply: the body as it came, the same body parsed, and what it cost in USD. */
export interface Reply {
  readonly raw: string
  readonly body: unknown
  readonly costUsd: number
}

/**
 * What the replies to one asking say. `askAgain` asks for one more try, after which the reading stands as it is:
 * an answer whose searches all failed, an overview that was announced and not loaded.
 */
export type Reading =
  | {
      readonly kind: 'answered'
      readonly text: string
      readonly citations: readonly Citation[]
      readonly grounded: boolean
      readonly model: string
      readonly askAgain?: true
    }
  | { readonly kind: 'noAnswer'; readonly text: string; readonly model: string; readonly askAgain?: true }
  | { readonly kind: 'empty' }
  | { readonly kind: 'unfinished' }

/** Prices in USD for one call and its usual length in ms; `worstUsd` is what a budget reserves before it is sent. */
export interface CallEstimate {
  readonly typicalUsd: number
  readonly worstUsd: number
  readonly typicalMs: number
}

export interface Engine {
  readonly name: EngineName
  readonly model: string
  readonly simulated: boolean
  readonly estimate: CallEstimate
  /**
   * Sends one request. `earlier` holds the bodies of this asking's unfinished replies, oldest first (ANTHROPIC's
   * `pause_turn`), and is empty otherwise. Ends within the engine's own timeout, and at once when the signal aborts.
   * Throws EngineError and nothing else.
   */
  ask(asking: Asking, earlier: readonly unknown[], signal: AbortSignal): Promise<Reply>
  /** Reads the bodies of one asking, pure: the same bodies always read the same. */
  read(bodies: readonly unknown[]): Reading
}

/** What a vendor's client is built from: always explicit, so that no SDK falls back to something in the environment. */
export interface VendorAccess {
  readonly apiKey: string
  readonly baseUrl: string
  readonly model: string
  readonly timeoutMs: number
}
