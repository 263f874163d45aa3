import type { APIRoute } from 'astro'
import { monthName } from '../../../../../../pipeline/contract/dates.ts'
import { drawBadge } from '../../../../../../templates/figures/badge.ts'
import { figures } from '../../../../parts.ts'
import { badgeOf, monthOf } from '../../../../views.ts'

/** A brand's badge in the latest month. */
export const GET: APIRoute = ({ locals }) => {
  const { month, answersCounted, simulated } = monthOf(locals).ranking
  return new Response(
    figures.svg(drawBadge({ ...badgeOf(locals), answers: answersCounted, month: monthName(month), simulated })),
  )
}
