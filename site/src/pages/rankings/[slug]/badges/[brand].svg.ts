import type { APIRoute } from 'astro'
import { marketBeside } from '../../../../../../pipeline/contract/market/market-words.ts'
import { monthAsked } from '../../../../../../pipeline/contract/wording.ts'
import { drawBadge } from '../../../../../../templates/figures/badge.ts'
import { figures } from '../../../../parts.ts'
import { badgeOf, monthOf } from '../../../../views.ts'

/** A brand's badge in the latest month. */
export const GET: APIRoute = ({ locals }) => {
  const { ranking } = monthOf(locals)
  const { answersCounted, simulated } = ranking
  const month = `${monthAsked(ranking)}${marketBeside(ranking)}`
  return new Response(figures.svg(drawBadge({ ...badgeOf(locals), answers: answersCounted, month, simulated })))
}
