import { type ListedDelivery, listDeliveries, resendDelivery } from '../../pipeline/store/webhooks/deliveries.ts'
import type { CommonFlags, OwnerFlags } from '../command/command.ts'
import { deliverDue } from '../setup/due-webhooks.ts'
import { knownAccount, withStore } from '../setup/store.ts'
import { sendTest } from '../setup/webhooks.ts'
import { CommandError, EXIT, iso, lineWriter, print, type Terminal } from '../terminal/output.ts'
import { table } from '../terminal/table.ts'

interface DeliveriesFlags extends OwnerFlags {
  readonly webhook?: string
  readonly failed?: boolean
}

/** `svc webhooks deliveries`. */
export async function deliveries(terminal: Terminal, flags: DeliveriesFlags): Promise<number> {
  const { account, webhook, failed } = flags
  const deliveries = await withStore(flags, async ({ db }) => {
    const accountId = account === undefined ? undefined : (await knownAccount(db, account)).id
    return (await listDeliveries(db, { accountId, webhookId: webhook, failed })).map(shown)
  })
  const rows = deliveries.map(({ id, createdAt, type, slug, state, outcome }) => [
    id,
    createdAt.slice(0, 10),
    `${type} ${slug}`,
    state,
    outcome ?? '',
  ])
  const none = failed === true ? 'No event was given up.\n' : 'Nothing has been sent to a webhook yet.\n'
  return print(terminal, flags, { deliveries }, table(['id', 'date', 'event', 'state', 'last attempt'], rows, none))
}

function shown({ id, webhook, event, state, outcome, attempts, ...times }: ListedDelivery) {
  return {
    id,
    webhook,
    type: event.type,
    slug: event.data.slug,
    createdAt: iso(times.createdAt),
    state,
    failedAttempts: attempts,
    outcome,
    nextAttemptAt: iso(times.nextAt),
    deliveredAt: iso(times.deliveredAt),
  }
}

/** `svc webhooks resend`: queues the event again and delivers it at once, because there may be no worker. */
export async function resend(terminal: Terminal, id: string, flags: CommonFlags): Promise<number> {
  const delivery = await withStore(flags, async ({ db, now, config }) => {
    if (await resendDelivery(db, id, now)) await deliverDue(config, db, lineWriter(terminal))
    const [sent] = await listDeliveries(db, { id })
    if (sent === undefined) throw new CommandError('No event has this id; `./svc webhooks deliveries` lists ids.')
    return shown(sent)
  })
  const { state, outcome } = delivery
  const how = state === 'delivered' ? 'Delivered' : 'Not delivered yet'
  return print(terminal, flags, { delivery }, `${how}: ${outcome ?? 'it is waiting to be sent'}.\n`)
}

/** `svc webhooks test`; exits with 1 if the receiver didn't take the event. */
export async function test(terminal: Terminal, id: string, flags: CommonFlags): Promise<number> {
  const { outcome, delivered } = await withStore(flags, ({ db, config }) => sendTest(config, db, id))
  print(terminal, flags, { id, outcome, delivered }, `${delivered ? 'Delivered' : 'Not delivered'}: ${outcome}.\n`)
  return delivered ? EXIT.done : EXIT.failed
}
