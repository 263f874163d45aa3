import type { APIRoute } from 'astro'
import { drawBrands } from '../../../../../../templates/figures/brand-drawing.ts'
import { pngOf } from '../../../../../../templates/figures/png.ts'
import { pictureOf } from '../../../../quote.ts'
import { monthOf } from '../../../../views.ts'

/** The preview picture for shared links to a month (https://ogp.me), 1200 x 630 pixels. */
const WIDTH = 1200
const HEIGHT = 378

export const GET: APIRoute = async ({ locals }) =>
  new Response(
    new Uint8Array(await pngOf(drawBrands({ ...pictureOf(monthOf(locals).ranking), height: HEIGHT }), WIDTH)),
  )
