import type { APIRoute } from 'astro'
import { brandSlugs } from '../../../../../../pipeline/contract/addresses.ts'
import { monthName } from '../../../../../../pipeline/contract/dates.ts'
import { drawBadge } from '../../../../../../templates/figures/badge.ts'
import { figures } from '../../../../parts.ts'
import { monthOf } from '../../../../views.ts'

/** A brand's badge in the latest month. */
export const GET: APIRoute = ({ locals, params }) => {
  const { brands, month, answersCounted, simulated } = monthOf(locals).ranking
  const slugs = brandSlugs(brands.map((brand) => brand.name))
  const brand = brands.find(({ name }) => slugs.get(name) === params.brand)
  if (brand === undefined) return new Response('There is no such brand.', { status: 404 })
  return new Response(figures.svg(drawBadge({ ...brand, answers: answersCounted, month: monthName(month), simulated })))
}
