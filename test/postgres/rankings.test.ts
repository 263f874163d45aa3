import type { KyselyPlugin } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { remembered } from '../../pipeline/store/driver/hot-read.ts'
import { openStore } from '../../pipeline/store/driver/open.ts'
import { listRankingsJson } from '../../pipeline/store/ranking/rankings.ts'
import { frozenRanking, publish } from '../support/rankings.ts'
import { freshStore } from '../support/store.ts'

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

test('the list of rankings is made once, for however many ask, until the next publication by any process', async () => {
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
  const months = async () =>
    JSON.parse(await listRankingsJson(counted, SITE)).map(({ month }: { month: string }) => month)
  expect(await Promise.all(Array.from({ length: 40 }, months))).toEqual(Array(40).fill(['2026-10']))
  expect(made).toBe(1)
  await publish(other, frozenRanking({ month: '2026-11' }))
  expect([await months(), await months(), made]).toEqual([['2026-11'], ['2026-11'], 2])
})

test('what could not be made is made again, and of more than so many results the newest are kept', async () => {
  const { db } = await freshStore()
  const made: string[] = []
  const kept = remembered(
    2,
    async (_, name: string) => {
      made.push(name)
      if (made.length === 1) throw new Error('away')
      return name
    },
    async () => 'the same',
  )
  await expect(kept(db, 'a')).rejects.toThrow('away')
  for (const name of ['a', 'b', 'c', 'c', 'b', 'a']) await kept(db, name)
  expect(made).toEqual(['a', 'a', 'b', 'c', 'a'])
})
