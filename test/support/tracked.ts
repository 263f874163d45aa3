import type { Store } from '../../pipeline/store/driver/open.ts'
import {
  insertTracked,
  listTracked,
  type NewTracked,
  type TrackedProduct,
} from '../../pipeline/store/report/tracked.ts'
import { newReport } from './job.ts'

/** A product to track: Ridgeloom, monthly, without an account. */
export function newTracked(changed: Partial<NewTracked> = {}): NewTracked {
  const { plan, domain, brand, aliases, category, country, language, description, engines, seedPrompts } = newReport()
  const product = { plan, domain, brand, aliases, category, country, language, description, engines, seedPrompts }
  return { ...product, accountId: null, every: 'monthly', ...changed }
}

/** Tracks a product. */
export async function track(db: Store, changed: Partial<NewTracked> = {}, now = 0): Promise<TrackedProduct> {
  const added = await insertTracked(db, newTracked(changed), now)
  if ('already' in added) throw new Error('the test tracks this product already')
  const found = (await listTracked(db)).find(({ id }) => id === added.id)
  if (found === undefined) throw new Error('the tracked product is not listed')
  return found
}
