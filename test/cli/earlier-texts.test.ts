import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openStore } from '../../pipeline/store/driver/open.ts'
import { svc } from '../support/process/svc.ts'
import { freezeEarlier } from '../support/store/earlier.ts'
import { freshFolder } from '../support/store/store.ts'

test('what an earlier version froze is shown by every command, with a dash for what it lacks', async () => {
  const cwd = freshFolder()
  const db = await openStore(join(cwd, 'data', 'svc.db'), 0)
  const slug = await freezeEarlier(db)
  await db.destroy()
  const run = async (...args: string[]) => {
    const { code, out, err } = await svc(args, { cwd, env: { SVC_SITE_URL: 'https://site.example' } })
    expect({ args, code, err: code === 0 ? '' : err }).toEqual({ args, code: 0, err: '' })
    return out
  }
  expect(await run('rankings', 'list')).toContain('Acme, in 3 of 3')
  const shown = await run('rankings', 'show', 'crm-software')
  expect(shown).toMatch(/^– +Acme .* up, from 50\.0 %$/m)
  expect(shown).toMatch(/^– +Bolt .* another model answered$/m)
  expect(shown).toContain('A model proposed names for all answers together. Counted by code.')
  expect(await run('rankings', 'show', 'crm-software', '--csv')).toContain('crm-software,US,en,2026-10,,,false,,,Acme,')
  expect(await run('report', 'show', slug)).toContain('41.7')
  expect((await run('audit')).replaceAll(/\s+/g, ' ')).toContain(`reports/${slug} was frozen by an earlier version`)
  await run('site', 'build')
  const page = readFileSync(join(cwd, 'data/site/rankings/crm-software/index.html'), 'utf8')
  expect(page).not.toContain('class="ranks"')
}, 120_000)
