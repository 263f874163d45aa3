import type { EngineName } from '../contract/terms.ts'
import type { CallEstimate } from '../engines/engine.ts'

/** What an estimate needs of an engine; `width` is its concurrent calls. */
export interface EstimatedEngine {
  readonly name: EngineName
  readonly estimate: CallEstimate
  readonly width: number
  readonly spacingMs: number
}

/** The typical and the highest cost of calls in USD, and their typical time in s; engines run in parallel. */
export interface CallsEstimate {
  readonly calls: number
  readonly usd: number
  readonly worstUsd: number
  readonly seconds: number
  readonly engines: readonly {
    readonly engine: EngineName
    readonly calls: number
    readonly usd: number
    readonly seconds: number
  }[]
}

/** Estimates the engines' calls, without the scribe's. */
export function estimateCalls(
  engines: readonly EstimatedEngine[],
  callsOf: (engine: EngineName) => number,
): CallsEstimate {
  const rows = engines.map(({ name, estimate, width, spacingMs }) => {
    const calls = callsOf(name)
    const ms = Math.max((calls * estimate.typicalMs) / width, calls * spacingMs)
    return {
      engine: name,
      calls,
      usd: calls * estimate.typicalUsd,
      worstUsd: calls * estimate.worstUsd,
      seconds: Math.ceil(ms / 1_000),
    }
  })
  const sum = (of: (each: (typeof rows)[number]) => number) => rows.reduce((total, each) => total + of(each), 0)
  return {
    calls: sum((each) => each.calls),
    usd: sum((each) => each.usd),
    worstUsd: sum((each) => each.worstUsd),
    seconds: Math.max(0, ...rows.map((each) => each.seconds)),
    engines: rows.map(({ worstUsd: _, ...each }) => each),
  }
}
