import { defineCollection } from 'astro:content'
import { mkdir, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Loader } from 'astro/loaders'
import { z } from 'astro/zod'
import { rankingUrl } from '../../pipeline/contract/addresses.ts'
import { ranking } from '../../pipeline/contract/ranking.ts'
import { visibleTexts } from '../../pipeline/contract/wording.ts'

/**
 * The newest version of each category's month, under the id `<slug>/<YYYY-MM>`. An entry has only what lists need and the path of a
 * file with the whole ranking, as Astro keeps many copies of the collection in memory.
 */
const published: Loader = {
  name: 'published-rankings',
  async load({ store, parseData, config }) {
    store.clear()
    if (globalThis.svcDatabase === undefined) return
    // Imported here, as Astro builds a site without rankings if this module fails to load.
    const { openStoreForReading } = await import('../../pipeline/store/driver/open.ts')
    const { publishedMonths, rankingMonths, readRanking } = await import('../../pipeline/store/ranking/rankings.ts')
    const folder = fileURLToPath(new URL('rankings/', config.cacheDir))
    const db = await openStoreForReading(globalThis.svcDatabase)
    try {
      await mkdir(folder, { recursive: true })
      for (const { slug, month } of await publishedMonths(db)) {
        const url = rankingUrl(__SVC_SITE_URL__, slug)
        const months = await rankingMonths(db, slug)
        const whole = visibleTexts(ranking.parse({ ...(await readRanking(db, slug, month)), url, months }))
        const file = `${folder}${slug}.${month}.json`
        await writeFile(file, JSON.stringify(whole))
        const id = `${slug}/${month}`
        store.set({ id, data: await parseData({ id, data: { ...whole, file } }) })
      }
    } finally {
      await db.destroy()
    }
  },
}

const entry = ranking
  .pick({ slug: true, category: true, month: true, months: true, simulated: true, prompts: true, answersCounted: true })
  .extend(ranking.pick({ checkedAt: true, asked: true, engines: true, top: true }).shape)
  .extend({ file: z.string() })

export const collections = { rankings: defineCollection({ loader: published, schema: entry }) }
