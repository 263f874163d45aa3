import { touchAccount } from '../../store/accounts/accounts.ts'
import { randomId } from '../../store/driver/ids.ts'
import type { Store } from '../../store/driver/open.ts'
import { inTransaction } from '../../store/driver/transaction.ts'
import {
  insertTrackedReport,
  listTracked,
  type TrackedProduct,
  type TrackedReport,
  trackedReports,
} from '../../store/report/tracked.ts'
import { periodOf } from './period.ts'

/** A tracked product with its reports, newest first. */
export interface Tracked {
  readonly product: TrackedProduct
  readonly reports: readonly TrackedReport[]
}

/** The state of a tracked product's reports of one kind, simulated or real; times are epoch ms. */
export interface TrackedState {
  /** The one begun last; undefined before the first. */
  readonly last: TrackedReport | undefined
  /** The one that hasn't ended; there is never a second. */
  readonly open: TrackedReport | undefined
  /** Whether no report was begun in the current period. */
  readonly isDue: boolean
  /** When the next is or was due. */
  readonly nextDueAt: number
}

/** The tracked products, of an account if one is given, oldest first, with their reports. */
export async function trackedProducts(db: Store, accountId?: string): Promise<Tracked[]> {
  const [products, reports] = [await listTracked(db, accountId), await trackedReports(db)]
  return products.map((product) => ({ product, reports: reports.get(product.id) ?? [] }))
}

/** The tracked product as it is now, with its reports; undefined if it is no longer tracked. */
export async function trackedProduct(db: Store, id: string): Promise<Tracked | undefined> {
  return (await trackedProducts(db)).find(({ product }) => product.id === id)
}

/** The product's state at a time (epoch ms). */
export function stateOf(
  { product, reports }: Tracked,
  { simulated, now }: { readonly simulated: boolean; readonly now: number },
): TrackedState {
  const own = reports.filter((report) => report.simulated === simulated)
  const [last] = own
  const current = periodOf(product.every, now).name
  return {
    last,
    open: own.find(({ status }) => status === 'PENDING' || status === 'RUNNING'),
    isDue: own.every(({ period }) => period !== current),
    nextDueAt: last === undefined ? product.createdAt : periodOf(product.every, last.createdAt).endsAt,
  }
}

/**
 * Begins the product's report for the period of a time (epoch ms) and returns its slug; undefined if another process has
 * begun it or the product is no longer tracked.
 */
export async function beginTracked(
  db: Store,
  product: TrackedProduct,
  { simulated, now }: { readonly simulated: boolean; readonly now: number },
): Promise<string | undefined> {
  const { accountId, every } = product
  const report = { slug: randomId(), simulated, period: periodOf(every, now).name }
  return inTransaction(db, async (trx) => {
    // Locks the account before the product, as deleting an account does.
    if (accountId !== null && (await touchAccount(trx, accountId, now)) === undefined) return undefined
    return (await insertTrackedReport(trx, product, report, now)) ? report.slug : undefined
  })
}
