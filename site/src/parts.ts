import { createFigures } from '../../templates/figures/figures.ts'
import { createParts } from '../../templates/parts.ts'

/** Renders a part of a page as HTML, from the templates shared with report pages. */
export const part = createParts(globalThis.svcSite.templates)

/** Draws the figures that report pages have too. */
export const figures = createFigures(globalThis.svcSite.templates)
