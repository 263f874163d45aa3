import type { WebhookEventType } from '../../pipeline/contract/webhook.ts'
import { WEBHOOK_EVENTS } from '../../pipeline/contract/words.ts'
import type { ListedWebhook } from '../../pipeline/store/webhooks/webhooks.ts'
import type { AddressFault } from '../../pipeline/webhooks/address.ts'
import type { Command, CommonFlags, OwnerFlags } from '../command/command.ts'
import { TERMS } from '../command/terms.ts'
import { listOf, parseEmail } from '../command/values.ts'
import { knownAccount, noWebhook, withStore } from '../setup/store.ts'
import { CommandError, EXIT, iso, plain, print, type Terminal } from '../terminal/output.ts'
import { table } from '../terminal/table.ts'

/** `svc webhooks`. */
export function addWebhooks(program: Command): void {
  const webhooks = program
    .noun('webhooks', 'addresses that are notified when a report ends or a ranking is published')
    .summary('addresses that are notified')
  const sample = 'https://hooks.example/svc --events report.completed,report.failed'
  webhooks
    .verb('add', 'adds a webhook and shows its signing secret once', sample)
    .argument('<url>', 'an https address, or - to read it from standard input, where no list of processes shows it')
    .requiredOption('--events <list>', `a comma-separated list of ${WEBHOOK_EVENTS.join(', ')}`, listOf(WEBHOOK_EVENTS))
    .option('--account <address>', "the owning account's e-mail address (default: the operator)", parseEmail)
    .addHelpText('after', TERMS.webhooks)
    .runs(() => add)
  webhooks
    .verb('list', 'every webhook, oldest first')
    .option('--account <address>', "only this account's", parseEmail)
    .runs(() => list)
  webhooks
    .verb('remove', 'removes a webhook with its deliveries', '4fT9mPq2XbLk7RwZs0HcVa')
    .argument('<id>', "the webhook's id, from `svc webhooks list`")
    .runs(() => remove)
  webhooks
    .verb('test', 'sends an event of type "test" at once and shows the result', '4fT9mPq2XbLk7RwZs0HcVa')
    .argument('<id>', "the webhook's id, from `svc webhooks list`")
    .runs(async () => (await import('./deliveries.ts')).test)
  webhooks
    .verb('deliveries', 'events that were sent, are waiting or were given up, newest first', '--failed')
    .option('--account <address>', "only those to this account's webhooks", parseEmail)
    .option('--webhook <id>', 'only those to this webhook')
    .option('--failed', 'only those that were given up after a day')
    .runs(async () => (await import('./deliveries.ts')).deliveries)
  webhooks
    .verb('resend', 'sends an event again, under the same id, and retries it for another day', '4fT9mPq2XbLk7RwZs0HcVa')
    .argument('<id>', "the event's id, from `svc webhooks deliveries`")
    .runs(async () => (await import('./deliveries.ts')).resend)
}

const FAULTS: Readonly<Record<AddressFault, string>> = {
  malformed: 'Give an https address of at most 2,000 characters, such as https://hooks.agency.example/svc.',
  credentials: 'The address must not contain a user name or password; events are signed instead.',
  notHttps: 'The address must begin with https://; SVC_WEBHOOK_PRIVATE=1 allows http.',
  private: 'The address is not on the public Internet; SVC_WEBHOOK_PRIVATE=1 allows that.',
  unknownHost: "The address's host could not be found; check its spelling.",
}

/** Adds a webhook and shows its secret; it can't be shown again. */
async function add(
  terminal: Terminal,
  given: string,
  flags: OwnerFlags & { readonly events: readonly WebhookEventType[] },
): Promise<number> {
  const { text } = await import('node:stream/consumers')
  const url = given === '-' ? (await text(process.stdin)).trim() : given
  const { addressFault, resolveHost } = await import('../../pipeline/webhooks/address.ts')
  const { fingerprintOf, signingSecret } = await import('../../pipeline/webhooks/sign.ts')
  const { randomId } = await import('../../pipeline/store/driver/ids.ts')
  const { addWebhook } = await import('../../pipeline/store/webhooks/webhooks.ts')
  const added = await withStore(flags, async ({ db, now, config }) => {
    if (config.secret === undefined)
      throw new CommandError('Set SVC_SECRET first: the secret that signs a webhook’s events is derived from it.')
    const fault = await addressFault(url, { allowPrivate: config.webhookPrivate, resolve: resolveHost })
    if (fault !== undefined) throw new CommandError(FAULTS[fault], EXIT.usage)
    const account = flags.account === undefined ? null : await knownAccount(db, flags.account)
    const id = randomId()
    const secret = signingSecret(config.secret, id)
    const webhook = { id, account: account?.email ?? null, url: new URL(url).href, events: flags.events }
    await addWebhook(db, { ...webhook, accountId: account?.id ?? null, fingerprint: fingerprintOf(secret) }, now)
    return { webhook: shown({ ...webhook, createdAt: now }), secret }
  })
  if (flags.json !== true) terminal.err(`This secret is shown once; the webhook's id is ${added.webhook.id}.\n`)
  return print(terminal, flags, added, `${added.secret}\n`)
}

async function list(terminal: Terminal, flags: OwnerFlags): Promise<number> {
  const { listWebhooks } = await import('../../pipeline/store/webhooks/webhooks.ts')
  const webhooks = await withStore(flags, async ({ db }) => {
    const owner = flags.account === undefined ? undefined : (await knownAccount(db, flags.account)).id
    return (await listWebhooks(db, owner)).map(shown)
  })
  const rows = webhooks.map(({ id, account, url, events }) => [
    id,
    plain(account ?? 'the operator'),
    events.join(' '),
    plain(url),
  ])
  const none = 'There is no webhook yet; `./svc webhooks add` adds one.\n'
  return print(terminal, flags, { webhooks }, table(['id', 'owner', 'events', 'address'], rows, none))
}

function shown({ createdAt, ...webhook }: ListedWebhook) {
  return { ...webhook, createdAt: iso(createdAt) }
}

async function remove(terminal: Terminal, id: string, flags: CommonFlags): Promise<number> {
  const { removeWebhook } = await import('../../pipeline/store/webhooks/webhooks.ts')
  if (!(await withStore(flags, ({ db }) => removeWebhook(db, id)))) throw noWebhook()
  return print(terminal, flags, { id }, 'Removed; its waiting events will not be sent.\n')
}
