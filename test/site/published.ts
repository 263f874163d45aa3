import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FrozenRanking } from '../../pipeline/contract/ranking.ts'
import { openStore } from '../../pipeline/store/driver/open.ts'
import { publishSite } from '../../site/publish.ts'
import { publish } from '../support/rankings.ts'

/** A site in a fresh folder. */
export interface Published {
  readonly pages: number
  readonly siteDir: string
  remove(): Promise<void>
}

/** Builds a site of these rankings, published one after the other. */
export async function publishRankings(siteUrl: string, rankings: readonly FrozenRanking[]): Promise<Published> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-site-'))
  const database = join(folder, 'svc.db')
  const siteDir = join(folder, 'site')
  const db = await openStore(database, Date.parse('2026-11-03T00:00:00Z'))
  for (const ranking of rankings) await publish(db, ranking)
  await db.destroy()
  const { pages } = await publishSite({ database, siteDir, siteUrl, dataLicense: 'CC BY 4.0' })
  return { pages, siteDir, remove: () => rm(folder, { recursive: true }) }
}
