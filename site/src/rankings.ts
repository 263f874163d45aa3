import type { CollectionEntry } from 'astro:content'
import { getCollection } from 'astro:content'
import { readFile } from 'node:fs/promises'
import type { Ranking } from '../../pipeline/contract/ranking.ts'

/** A category's month as lists show it; `file` is the path of the whole ranking. */
export type RankingEntry = CollectionEntry<'rankings'>['data']

/** Every published month of every category, in its newest version. */
export async function allMonths(): Promise<RankingEntry[]> {
  return (await getCollection('rankings')).map((entry) => entry.data)
}

/** Each category's latest month, sorted by category name. */
export async function latestMonths(): Promise<RankingEntry[]> {
  const latest = (await allMonths()).filter((entry) => entry.month === entry.months[0])
  return latest.sort((a, b) => a.category.localeCompare(b.category, 'en') || (a.slug < b.slug ? -1 : 1))
}

/** How much of the data shown is simulated. */
export type Simulated = 'not' | 'partly' | 'wholly'

/** How much of the site is simulated; `not` for a site without rankings. */
export async function howSimulated(): Promise<Simulated> {
  const months = await allMonths()
  if (!months.some((entry) => entry.simulated)) return 'not'
  return months.every((entry) => entry.simulated) ? 'wholly' : 'partly'
}

/** The whole ranking of an entry, validated when its file was written. */
export async function wholeRanking(entry: RankingEntry): Promise<Ranking> {
  return JSON.parse(await readFile(entry.file, 'utf8'))
}
