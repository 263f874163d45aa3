import type { APIRoute } from 'astro'
import { searchesCsv } from '../../../../../../pipeline/export/ranking-csv.ts'
import { monthOf } from '../../../../views.ts'

export const GET: APIRoute = ({ locals }) => new Response(searchesCsv(monthOf(locals).ranking))
