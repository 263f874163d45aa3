import type { APIRoute } from 'astro'
import { rankingCsv } from '../../../../../../pipeline/export/ranking-csv.ts'
import { monthOf } from '../../../../views.ts'

export const GET: APIRoute = ({ locals }) => new Response(rankingCsv(monthOf(locals).ranking))
