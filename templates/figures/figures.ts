import { join } from 'node:path'
import { counted, ranks } from '../../pipeline/contract/wording.ts'
import { htmlViews } from '../parts.ts'
import { axisOf } from './axis.ts'
import { type BrandFigure, brandFigureView, marksOf, type Rate } from './brands.ts'
import type { Drawing } from './drawing.ts'
import { type Grid, gridView, squaresKey } from './grid.ts'
import { type Months, monthsView } from './months.ts'

/** The figures of the site and of report pages, as markup in which every text is escaped. */
export interface Figures {
  /** All brands on one axis, as a table whose rows have their dot and lines. */
  readonly brands: (figure: BrandFigure) => string
  /** A rate's dot and lines on an axis from 0 to 100 %, for a table's cell. */
  readonly whisker: (rate: Rate) => string
  /** Questions x engines x runs, a square each. */
  readonly grid: (grid: Grid) => string
  /** What the squares of a grid mean. */
  readonly key: () => string
  /** A small picture for each brand over the months. */
  readonly months: (months: Months) => string
  /** A drawing as an SVG file of its own. */
  readonly svg: (drawing: Drawing) => string
}

const FONTS = 'system-ui, -apple-system, Segoe UI, Roboto, Noto Sans, DejaVu Sans, Arial, sans-serif'

/**
 * Reads the templates of the figures from the folder `templates`, each once.
 *
 * Positions come from D3's modules and the markup from templates: Observable Plot needs a DOM, its pictures have a fixed
 * width, and its rows can't be those of a table, which reflows and can be read aloud.
 */
export function createFigures(templates: string): Figures {
  const views = htmlViews(join(templates, 'figures'))
  const whole = axisOf([1])
  return {
    brands: (figure) => views.render('./brands', { ...brandFigureView(figure), counted, ranks }),
    whisker: (rate) => views.render('./whisker', marksOf(rate, whole)),
    grid: (grid) => views.render('./grid', gridView(grid)),
    key: () => views.render('./key', { key: squaresKey() }),
    months: (months) => views.render('./months', monthsView(months)),
    svg: (drawing) => views.render('./drawing.svg.eta', { ...drawing, fonts: FONTS }),
  }
}
