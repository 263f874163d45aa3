import type { KyselyPlugin } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openStore } from '../../pipeline/store/driver/open.ts'
import { listRankingsJson } from '../../pipeline/store/ranking/rankings.ts'
import { frozenRanking, publish } from '../support/rankings.ts'
import { freshStore } from '../support/store/store.ts'

const SITE = 'https://www.example'

/** Calls back for each query that reads list entries. */
function whenListed(listed: () => void): KyselyPlugin {
  return {
    transformQuery: ({ node }) => {
      if (JSON.stringify(node).includes('"entry"')) listed()
      return node
    },
    transformResult: async ({ result }) => result,
  }
}

test('40 callers at once build the list of rankings once, until any process publishes', async () => {
  const { db, database } = await freshStore()
  const other = await openStore(database, 0)
  onTestFinished(() => other.destroy())
  let made = 0
  const counted = db.withPlugin(
    whenListed(() => {
      made += 1
    }),
  )
  await publish(other, frozenRanking())
  const months = async () => {
    const { json } = await listRankingsJson(counted, SITE)
    return JSON.parse(new TextDecoder().decode(json)).rankings.map(({ month }: { month: string }) => month)
  }
  expect(await Promise.all(Array.from({ length: 40 }, months))).toEqual(Array(40).fill(['2026-10']))
  expect(made).toBe(1)
  await publish(other, frozenRanking({ month: '2026-11' }))
  expect([await months(), await months(), made]).toEqual([['2026-11'], ['2026-11'], 2])
})
