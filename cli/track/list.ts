import { inMarket } from '../../pipeline/contract/market/market-words.ts'
import { percent } from '../../pipeline/contract/wording.ts'
import { sideOf } from '../../pipeline/report/over-time/compare.ts'
import { stateOf, type Tracked, trackedProducts } from '../../pipeline/report/over-time/tracked.ts'
import { accountById } from '../../pipeline/store/accounts/accounts.ts'
import type { Store } from '../../pipeline/store/driver/open.ts'
import { frozenReport } from '../../pipeline/store/report/reports.ts'
import { removeTracked, trackedQuestions } from '../../pipeline/store/report/tracked.ts'
import type { CommonFlags, OwnerFlags } from '../command/command.ts'
import { knownAccount, withStore } from '../setup/store.ts'
import { COLUMNS, prose, wrapped } from '../terminal/columns.ts'
import { CommandError, iso, plain, print, type Terminal } from '../terminal/output.ts'

const NONE = 'No product is tracked; `./svc track add` adds one.\n'

/** A tracked product as `svc track list` shows it. */
type Listed = Awaited<ReturnType<typeof listed>>

/** `svc track list`. */
export async function trackList(terminal: Terminal, flags: OwnerFlags): Promise<number> {
  const { account } = flags
  return withStore(flags, async ({ db, now }) => {
    const accountId = account === undefined ? undefined : (await knownAccount(db, account)).id
    const tracked: Listed[] = []
    for (const each of await trackedProducts(db, accountId)) tracked.push(await listed(db, each, now))
    const text = tracked.map((each) => textOf(each, now)).join('\n')
    return print(terminal, flags, { tracked }, tracked.length === 0 ? NONE : text)
  })
}

/** `svc track remove`. */
export async function trackRemove(terminal: Terminal, id: string, flags: CommonFlags): Promise<number> {
  const removed = await withStore(flags, ({ db }) => removeTracked(db, id))
  if (!removed) throw new CommandError('No tracked product has this id; `./svc track list` lists ids.')
  return print(terminal, flags, { id }, 'It is no longer tracked; its reports stay.\n')
}

async function listed(db: Store, each: Tracked, now: number) {
  const { id, accountId, createdAt, seedPrompts, ...product } = each.product
  const account = accountId === null ? undefined : await accountById(db, accountId)
  const isSimulated = each.reports.some(({ simulated }) => simulated)
  return {
    ...{ id, ...product, account: account?.email ?? null, createdAt: iso(createdAt) },
    ...(await shownState(db, each, { simulated: false, now })),
    simulated: isSimulated ? await shownState(db, each, { simulated: true, now }) : null,
  }
}

async function shownState(db: Store, each: Tracked, at: { readonly simulated: boolean; readonly now: number }) {
  const { last, nextDueAt } = stateOf(each, at)
  const { id, seedPrompts } = each.product
  const frozen = last?.status === 'COMPLETE' ? await frozenReport(db, last.slug) : undefined
  const { mentions = null, answers = null } = frozen === undefined ? {} : sideOf(frozen)
  return {
    questions: (await trackedQuestions(db, { id, simulated: at.simulated })) ?? seedPrompts,
    last:
      last === undefined
        ? null
        : {
            ...{ slug: last.slug, status: last.status, mentions, answers },
            ...{ createdAt: iso(last.createdAt), completedAt: iso(last.completedAt) },
          },
    nextDue: iso(nextDueAt),
  }
}

function textOf(tracked: Listed, now: number): string {
  const { id, brand, domain, category, plan, every, account, simulated } = tracked
  const kinds = [stateLine(tracked, now), ...(simulated === null ? [] : [`SIMULATED: ${stateLine(simulated, now)}`])]
  const head = `${id} ${brand} (${domain}), ${category}${inMarket(tracked)}`
  const rest = [`${plan}, ${every}${account === null ? '' : `, for ${account}`}`, ...kinds]
  const lines = rest.flatMap((line) => wrapped(plain(line), COLUMNS - 2).map((part) => `  ${part}`))
  return `${[...prose(head), ...lines].join('\n')}\n`
}

function stateLine({ last, nextDue }: Pick<Listed, 'last' | 'nextDue'>, now: number): string {
  if (last === null) return 'no report yet; the first is due now'
  const { slug, status, createdAt, mentions, answers } = last
  const next = Date.parse(nextDue) <= now ? 'now' : `on ${nextDue.slice(0, 10)}`
  const named =
    mentions === null || answers === null
      ? status
      : `named in ${mentions} of ${answers} (${percent(mentions / Math.max(1, answers))})`
  return `${createdAt.slice(0, 10)}, report ${slug}: ${named}; the next is due ${next}`
}
