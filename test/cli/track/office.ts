import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { periodOf } from '../../../pipeline/report/over-time/period.ts'
import { openStore, type Store } from '../../../pipeline/store/driver/open.ts'
import { svc } from '../../support/process/svc.ts'
import { freshFolder } from '../../support/store/store.ts'
import { startVendorServer, type VendorServerOptions } from '../../support/vendors/vendor-server.ts'

export const ACME = [
  '--domain',
  'acme.example',
  '--category',
  'CRM software',
  '--description',
  'A CRM for small teams.',
]
export const BOLT = ['--domain', 'bolt.example', '--category', 'CRM software', '--description', 'A CRM for big teams.']
export const RUN = ['report', 'run', '--tracked']

/** A folder with a vendor server, where products are tracked and run on real wire formats. */
export async function office(options: VendorServerOptions = {}) {
  const cwd = freshFolder()
  const server = await startVendorServer(options)
  onTestFinished(() => server.close())
  const { env } = server
  const inStore = async <Result>(act: (db: Store) => Promise<Result>): Promise<Result> => {
    const db = await openStore(join(cwd, 'data', 'svc.db'), 0)
    return act(db).finally(() => db.destroy())
  }
  /** The id of a product that is tracked from now on, QUICK unless the flags say otherwise. */
  const track = async (...flags: string[]): Promise<string> => {
    const { code, out, err } = await svc(['track', 'add', '--plan', 'QUICK', ...flags], { cwd, env })
    if (code !== 0) throw new Error(err)
    return out.trim()
  }
  const run = (...flags: string[]) => svc([...RUN, ...flags], { cwd, env })
  const reports = () =>
    inStore((db) =>
      db.selectFrom('reports').select(['slug', 'status', 'tracked_period']).orderBy('created_at').execute(),
    )
  const asked = () => server.requests.filter(({ engine }) => engine !== 'SCRIBE')
  return { cwd, env, server, inStore, track, run, reports, asked }
}

const DAYS = 86_400_000

/** Moves every tracked report a month back, as if that time had passed since. */
export async function aMonthPasses(db: Store): Promise<void> {
  const rows = await db
    .selectFrom('reports')
    .innerJoin('tracked_products', 'tracked_products.id', 'reports.tracked_id')
    .select(['slug', 'reports.created_at', 'completed_at', 'every'])
    .execute()
  for (const { slug, created_at, completed_at, every } of rows) {
    const at = periodOf('monthly', created_at).endsAt - 32 * DAYS
    await db
      .updateTable('reports')
      .set({ created_at: at, completed_at: completed_at && at + 1_000, tracked_period: periodOf(every, at).name })
      .where('slug', '=', slug)
      .execute()
  }
}
