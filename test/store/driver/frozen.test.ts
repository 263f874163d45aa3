import { expect, test } from 'vitest'
import { auditStore } from '../../../pipeline/audit/audit.ts'
import { ranking as rankingShape } from '../../../pipeline/contract/ranking.ts'
import { report as reportShape } from '../../../pipeline/contract/report.ts'
import { renderReportPage } from '../../../pipeline/render/page.ts'
import { newestRankingJson, publicRanking } from '../../../pipeline/store/ranking/rankings.ts'
import { ownReportJson, publicReport } from '../../../pipeline/store/report/views.ts'
import { checkFrozen } from '../../../pipeline/store/upkeep/check-frozen.ts'
import { newAccount } from '../../support/accounts.ts'
import { frozenRanking, publish } from '../../support/rankings.ts'
import { freezeEarlier } from '../../support/store/earlier.ts'
import { freshStore } from '../../support/store/store.ts'

const SITE = 'https://site.example'
const parsed = (json: Uint8Array | undefined) => JSON.parse(Buffer.from(json ?? []).toString())

test('a ranking frozen by an earlier version reads as the contract requires, with nothing added', async () => {
  const { db } = await freshStore()
  await freezeEarlier(db)
  const ranking = rankingShape.strict().parse(await publicRanking(db, SITE, 'crm-software'))
  expect(ranking.brands.map(({ change }) => change)).toEqual([
    { from: 0.5, to: 1, points: 0.5, interval: null, moved: true, leftOut: [] },
    { from: 0.5, to: 0.25, points: -0.25, interval: null, moved: null, leftOut: [], reason: 'MODEL_CHANGED' },
  ])
  expect(ranking.brands.map(({ rankRange, tie }) => [rankRange, tie])).toEqual([
    [undefined, 1],
    [undefined, 2],
  ])
  expect(ranking.method).toEqual({ detector: '2026-11-21', namesBy: 'model', reader: null, agreement: null })
  expect(parsed(await (await newestRankingJson(db, SITE, 'crm-software'))?.json())).toEqual({ ranking })
})

test('so does a report frozen by an earlier version, with its page', async () => {
  const { db } = await freshStore()
  const { id } = await newAccount(db)
  const slug = await freezeEarlier(db, id)
  const report = reportShape.strict().parse(await publicReport(db, slug, SITE))
  expect(report).toMatchObject({ overallScore: 41.7, overallScoreInterval: null, method: { reader: null } })
  expect(parsed((await ownReportJson(db, id, slug, SITE))?.json)).toEqual({ report })
  expect(renderReportPage(report)).toContain('A model proposed names for all answers together.')
})

test('neither fails the audit or the check: the audit says that they are not derived again', async () => {
  const { db } = await freshStore()
  const slug = await freezeEarlier(db)
  const { audited } = await auditStore(db, { slugs: [] })
  for (const [at, what] of ['rankings/crm-software/2026-10', `reports/${slug}`].entries()) {
    expect(audited[at]).toMatchObject({ what, checked: 0, differences: [] })
    expect(audited[at]?.notes).toEqual([expect.stringContaining(`${what} was frozen by an earlier version`)])
  }
  expect(await checkFrozen(db, { begin: () => {}, done: () => {} })).toEqual([])
})

test('a current document is read as it was written, whatever its answers contain', async () => {
  const { db } = await freshStore()
  const today = frozenRanking({ category: 'CRM "unverified": software' })
  await publish(db, today)
  expect(await publicRanking(db, SITE, today.slug)).toEqual({
    ...today,
    url: `${SITE}/rankings/crm-software/`,
    months: ['2026-10'],
  })
})
