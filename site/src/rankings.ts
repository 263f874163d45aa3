import type { CollectionEntry } from 'astro:content'
import { getCollection } from 'astro:content'
import { readFile } from 'node:fs/promises'
import type { Ranking } from '../../pipeline/contract/ranking.ts'

/** What lists show of a category's month; `file` holds the whole ranking. */
export type RankingEntry = CollectionEntry<'rankings'>['data']

/** Every published month of every category, newest version each. */
export async function allMonths(): Promise<RankingEntry[]> {
  return (await getCollection('rankings')).map((entry) => entry.data)
}

/** Each category's latest month, by the category's name. */
export async function latestMonths(): Promise<RankingEntry[]> {
  const latest = (await allMonths()).filter((entry) => entry.month === entry.months[0])
  return latest.sort((a, b) => a.category.localeCompare(b.category, 'en') || (a.slug < b.slug ? -1 : 1))
}

/** How much of something is made of simulated answers. */
export type Simulated = 'not' | 'partly' | 'wholly'

/** How many of the site's rankings are simulated; a site without any is not. */
export async function howSimulated(): Promise<Simulated> {
  const months = await allMonths()
  if (!months.some((entry) => entry.simulated)) return 'not'
  return months.every((entry) => entry.simulated) ? 'wholly' : 'partly'
}

/** The whole ranking of an entry, which was checked against the contract when its file was written. */
export async function wholeRanking(entry: RankingEntry): Promise<Ranking> {
  return JSON.parse(await readFile(entry.file, 'utf8'))
}
