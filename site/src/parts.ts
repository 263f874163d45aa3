import { createParts } from '../../templates/parts.ts'

/** A part of a page as HTML, from the templates that report pages use too; see its template for what it shows. */
export const part = createParts(__SVC_TEMPLATES__)
