import type { Store } from '../driver/open.ts'

/** The amount of each kind of entry, except a grant. */
const AMOUNTS = { spend: -1, return: 1, hold: 0, release: 1 } as const
/** The entry that must precede it for the same report. */
const BEFORE = { return: 'spend', hold: 'spend', release: 'hold' } as const

/** Problems with credits, the queue and sealed keys. */
export async function checkAccounts(db: Store): Promise<string[]> {
  return [...(await checkCredits(db)), ...(await checkJobs(db)), ...(await checkSealed(db))]
}

async function checkCredits(db: Store): Promise<string[]> {
  const entries = await db
    .selectFrom('credit_entries')
    .select(['id', 'account_id', 'kind', 'amount', 'report_slug'])
    .orderBy('at')
    .orderBy('id')
    .execute()
  const known = new Set(entries.map(({ kind, report_slug }) => `${kind} ${report_slug}`))
  const problems: string[] = []
  for (const { id, kind, amount, report_slug } of entries) {
    const right = kind === 'grant' ? amount > 0 : amount === AMOUNTS[kind]
    if (!right) problems.push(`The credit entry ${id} is a ${kind} of ${amount}.`)
    if (kind === 'return' || kind === 'hold' || kind === 'release') {
      const before = BEFORE[kind]
      if (!known.has(`${before} ${report_slug}`))
        problems.push(`The credit entry ${id} is a ${kind} without a ${before}.`)
    }
  }
  for (const [account, own] of Map.groupBy(entries, ({ account_id }) => account_id)) {
    const balance = own.reduce((sum, { amount }) => sum + amount, 0)
    if (balance < 0) problems.push(`The account ${account} has ${balance} credits.`)
  }
  return problems
}

/** Waiting and running reports have a job, except the operator's own, which the command line runs. */
async function checkJobs(db: Store): Promise<string[]> {
  const rows = await db
    .selectFrom('reports')
    .leftJoin('jobs', 'jobs.report_slug', 'reports.slug')
    .select(['reports.slug', 'reports.status', 'reports.funding', 'reports.completed_at', 'jobs.report_slug as job'])
    .orderBy('reports.slug')
    .execute()
  return rows.flatMap(({ slug, status, funding, completed_at, job }) => {
    const open = status === 'PENDING' || status === 'RUNNING'
    const problems: string[] = []
    if (!open && job !== null) problems.push(`reports/${slug} is ${status} and still in the queue.`)
    if (open && job === null && funding !== 'FREE') problems.push(`reports/${slug} is ${status} and not in the queue.`)
    if (open === (completed_at !== null))
      problems.push(`reports/${slug} is ${status} and ${open ? 'has an end' : 'does not say when it ended'}.`)
    return problems
  })
}

/** Sealed keys are deleted when their report ends. */
async function checkSealed(db: Store): Promise<string[]> {
  const rows = await db
    .selectFrom('reports')
    .leftJoin('sealed_keys', 'sealed_keys.report_slug', 'reports.slug')
    .leftJoin('wrapped_keys', 'wrapped_keys.report_slug', 'reports.slug')
    .select('reports.slug')
    .where('reports.status', 'in', ['COMPLETE', 'FAILED'])
    .where((eb) =>
      eb.or([eb('sealed_keys.report_slug', 'is not', null), eb('wrapped_keys.report_slug', 'is not', null)]),
    )
    .orderBy('reports.slug')
    .execute()
  return rows.map(({ slug }) => `reports/${slug} has ended and its sealed provider keys are still there.`)
}
