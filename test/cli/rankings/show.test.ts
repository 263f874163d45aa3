import { expect, test } from 'vitest'
import type { Change } from '../../../pipeline/contract/ranking.ts'
import { openStore } from '../../../pipeline/store/driver/open.ts'
import { svc } from '../../support/process/svc.ts'
import { frozenRanking, publish } from '../../support/rankings.ts'
import { folderWithStore } from '../../support/store/store.ts'

test('a change says the rate that was compared, not the one that the month before shows', async () => {
  const cwd = await folderWithStore()
  const interval = { low: 0.05, high: 0.55 }
  const up: Change = { from: 0.123, to: 0.423, points: 0.3, interval, moved: true, comparedCells: 2, leftOut: [] }
  const { brands } = frozenRanking()
  const [first, second] = [up, { ...up, from: 0, to: 0, points: 0, moved: false }]
  const changed = brands.map((brand, at) => ({ ...brand, change: at === 0 ? first : second }))
  const db = await openStore(`${cwd}/data/svc.db`, 0)
  await publish(db, frozenRanking({ brands: changed }))
  await db.destroy()
  const { out } = await svc(['rankings', 'show', 'crm-software'], { cwd })
  expect(out).toMatch(/ Acme .* up, from 12\.3 %\n/)
  expect(out).toMatch(/ Bolt .* too close to tell, from\s+0\.0 %\n/)
})
