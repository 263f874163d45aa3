import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openStore } from '../../pipeline/store/driver/open.ts'
import { publishSite } from '../../site/publish.ts'
import { fixedClock } from '../support/clock.ts'
import { ranMonth } from '../support/month.ts'
import { said, scriptedEngine } from '../support/vendors/scripted-engine.ts'

/** Later than its months. */
const ASKED_AT = /^2026-12-02T08:/
const CRM = { slug: 'crm', category: 'CRM software', questions: ['Which CRM is best?'] }

test('the page of a month with canaries says what came of them, and links every answer of both months', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-canaries-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const database = join(folder, 'svc.db')
  const db = await openStore(database, 0)
  const engines = [scriptedEngine('OPENAI', () => said('1. **Ridgeloom** </script><b>solid</b>'))]
  const clock = fixedClock(Date.parse('2026-12-02T08:00:00Z'))
  for (const month of ['2026-10', '2026-11']) await ranMonth(db, [CRM], { engines, month, canaries: true, clock })
  await db.destroy()
  const siteDir = join(folder, 'site')
  await publishSite({ database, siteDir, siteUrl: 'https://x.example/base', dataLicense: 'CC BY 4.0' })

  const page = readFileSync(join(siteDir, 'rankings/crm/index.html'), 'utf8')
  expect(page).toContain('none answers the canary questions differently than in October 2026')
  for (const month of ['2026-10', '2026-11']) {
    expect(page).toContain(`href="/base/canaries/${month}.json"`)
    const canaries = JSON.parse(readFileSync(join(siteDir, `canaries/${month}.json`), 'utf8'))
    expect(canaries.questions).toHaveLength(5)
    const at = expect.stringMatching(ASKED_AT)
    expect(canaries.asked).toEqual({ from: at, until: at })
    expect(canaries.answers).toHaveLength(15)
    expect(canaries.answers[0]).toMatchObject({
      engine: 'OPENAI',
      model: 'scripted',
      text: expect.stringContaining('Ridgeloom'),
    })
  }
}, 120_000)
