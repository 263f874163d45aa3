import type { Engine } from '../../pipeline/engines/engine.ts'
import { grantCredits, spendCredit } from '../../pipeline/store/accounts/credits.ts'
import type { Store } from '../../pipeline/store/driver/open.ts'
import { queueReport } from './job.ts'
import { type ScriptedEngine, said, scriptedEngine } from './vendors/scripted-engine.ts'

/** The engines of a QUICK report. */
export const NAMES = ['OPENAI', 'ANTHROPIC', 'GEMINI'] as const

/** An engine that names Pacewell always, and Ridgeloom in the first run of each question. */
export const answering = (name: Engine['name']) =>
  scriptedEngine(name, ({ tag }) =>
    said(tag.endsWith('r0') ? '1. **Pacewell** - cheap\n2. **Ridgeloom** - solid' : '1. **Pacewell** - cheap'),
  )

export const answered = () => NAMES.map(answering)

/** What these engines were asked, as `OPENAI <tag>`. */
export const askedOf = (engines: readonly ScriptedEngine[]) =>
  engines.flatMap(({ name, asked }) => asked.map(({ tag }) => `${name} ${tag}`))

/** A report that a credit was spent on. */
export async function paidReport(db: Store, accountId: string, slug: string): Promise<string> {
  await grantCredits(db, accountId, 1, 0)
  await queueReport(db, { slug, accountId, funding: 'CREDITS' })
  await spendCredit(db, { accountId, slug }, 0)
  return slug
}
