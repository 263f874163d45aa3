import { scaleLinear } from 'd3-scale'

/** The axis that all rows of a figure share, from 0 to a round share; never beyond 100 %. */
export interface Axis {
  /** The share at its end, 0..1. */
  readonly end: number
  readonly ticks: readonly { readonly share: number; readonly label: string }[]
  /** The position of a share (0..1) along the axis, from 0 to 1. */
  readonly at: (share: number) => number
}

/** About how many ticks an axis has. */
const TICKS = 5

/** The axis for these shares, the largest of which is the end of an interval. */
export function axisOf(shares: readonly number[]): Axis {
  const largest = Math.min(1, Math.max(0.01, ...shares))
  const scale = scaleLinear().domain([0, largest]).nice(TICKS)
  const [, end = 1] = scale.domain()
  const within = scale.domain([0, Math.min(1, end)]).clamp(true)
  return {
    end: Math.min(1, end),
    ticks: within.ticks(TICKS).map((share) => ({ share, label: `${Number((100 * share).toFixed(2))}\u00a0%` })),
    at: (share) => within(share),
  }
}

/** A position along an SVG's width; the picture stretches with its column, and texts and dots keep their size. */
export function across(position: number): string {
  return `${Number((100 * position).toFixed(2))}%`
}
