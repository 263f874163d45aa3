import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createSimulated } from '../../pipeline/engines/simulated/simulated.ts'
import { openStore, type Store } from '../../pipeline/store/driver/open.ts'
import { ranMonth } from '../support/month.ts'
import { svc } from '../support/process/svc.ts'
import { folderWithStore, freshFolder } from '../support/store/store.ts'

const CRM = { slug: 'crm', category: 'CRM software', questions: ['Which CRM is best?', 'Which CRM is cheap?'] }

/** A folder with a simulated month in its store, after `tamper`. */
async function folder(tamper: (db: Store) => Promise<unknown> = async () => {}): Promise<string> {
  const cwd = freshFolder()
  const db = await openStore(join(cwd, 'data', 'svc.db'), 0)
  await ranMonth(db, [CRM], { engines: [createSimulated('OPENAI')], simulated: true })
  await tamper(db)
  await db.destroy()
  return cwd
}

test('an audit without a difference says what it compared, and exits 0', async () => {
  const cwd = await folder()
  const json = await svc(['audit', '--json'], { cwd })
  expect({ code: json.code, err: json.err }).toEqual({ code: 0, err: '' })
  const { checked, differences, audited } = JSON.parse(json.out)
  expect(differences).toEqual([])
  expect(audited).toEqual([
    { what: 'rankings/crm/2026-11', version: 1, simulated: true, replies: 4, notes: [], checked, differences: 0 },
  ])
  const text = await svc(['audit', 'crm', '--month', '2026-11'], { cwd })
  expect(text.code).toBe(0)
  expect(text.out).toMatch(/^rankings\/crm\/2026-11 +version 1 +4 +\d+ +0 +SIMULATED$/m)
  expect(text.out).toContain(`No differences: all ${checked} values match the stored replies.`)
})

test('a difference is named with both values, and exits 1', async () => {
  const added = '\u001b[31mNobody\u202e at all'
  const cwd = await folder(async (db) => {
    const ofCell = ['cell_id', '=', '2026-11/crm/OPENAI/r0/q0'] as const
    const reply = await db
      .selectFrom('replies')
      .select('body')
      .where(...ofCell)
      .executeTakeFirstOrThrow()
    const said = JSON.parse(reply.body)
    const body = JSON.stringify({ ...said, text: `${said.text} ${added}` })
    await db
      .updateTable('replies')
      .set({ body })
      .where(...ofCell)
      .execute()
  })
  const json = await svc(['audit', '--json'], { cwd })
  expect(json.code).toBe(1)
  expect(JSON.parse(json.out).differences).toContainEqual({
    what: 'rankings/crm/2026-11 answers/q0 OPENAI r0 text',
    published: expect.any(String),
    derived: expect.stringContaining(added),
  })
  const plain = await svc(['audit'], { cwd })
  expect(plain.code).toBe(1)
  expect(plain.out).toMatch(/^rankings\/crm\/2026-11 answers\/q0 OPENAI r0 text: published ".+", derived ".*Nobody/m)
  expect(plain.out).toMatch(/\d+ of \d+ values differ from the stored replies\.\n$/)
  for (const control of ['\u001b', '\u202e']) expect(plain.out).not.toContain(control)
})

test('a long list is cut only on the terminal', async () => {
  const cwd = await folder((db) => db.updateTable('replies').set({ body: '{}' }).execute())
  const { differences } = JSON.parse((await svc(['audit', '--json'], { cwd })).out)
  expect(differences.length).toBeGreaterThan(40)
  const { out } = await svc(['audit'], { cwd })
  expect(out).toContain(`… and ${differences.length - 40} more; --json has all of them.`)
})

test('with nothing published there is nothing to audit, and an unknown slug is refused', async () => {
  const cwd = await folderWithStore()
  const none = await svc(['audit', '--json'], { cwd })
  expect(none.code).toBe(0)
  expect(JSON.parse(none.out)).toEqual({ checked: 0, differences: [], audited: [] })
  expect((await svc(['audit'], { cwd })).out).toContain('Nothing is published yet')
  const unknown = await svc(['audit', 'pens'], { cwd })
  expect({ code: unknown.code, out: unknown.out }).toEqual({ code: 1, out: '' })
  expect(unknown.err).toContain('Nothing is published under pens')
})
