import type { APIRoute } from 'astro'
import { drawBrands } from '../../../../../../templates/figures/brand-drawing.ts'
import { figures } from '../../../../parts.ts'
import { pictureOf } from '../../../../quote.ts'
import { monthOf } from '../../../../views.ts'

/** The figure of a month's brands, for use elsewhere. */
export const GET: APIRoute = ({ locals }) => new Response(figures.svg(drawBrands(pictureOf(monthOf(locals).ranking))))
