import type { APIRoute } from 'astro'
import { drawBrands } from '../../../../../../templates/figures/brand-drawing.ts'
import { pngOf } from '../../../../../../templates/figures/png.ts'
import { pictureOf } from '../../../../quote.ts'
import { monthOf } from '../../../../views.ts'

const WIDTH = 1440

export const GET: APIRoute = async ({ locals }) =>
  new Response(new Uint8Array(await pngOf(drawBrands(pictureOf(monthOf(locals).ranking)), WIDTH)))
