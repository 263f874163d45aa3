import { createParts } from '../../templates/parts.ts'

/** Renders a part of a page as HTML, from the templates shared with report pages. */
export const part = createParts(__SVC_TEMPLATES__)
