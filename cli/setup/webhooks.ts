import { systemClock } from '../../pipeline/ask/clock.ts'
import type { Config } from '../../pipeline/config/config.ts'
import type { Log } from '../../pipeline/log.ts'
import { randomId } from '../../pipeline/store/driver/ids.ts'
import type { Store } from '../../pipeline/store/driver/open.ts'
import { findWebhook } from '../../pipeline/store/webhooks/webhooks.ts'
import { createDeliverer, type Deliverer } from '../../pipeline/webhooks/deliver.ts'
import { createPost, isDelivered, type Outcome } from '../../pipeline/webhooks/post.ts'
import { postSigned } from '../../pipeline/webhooks/sign.ts'
import { CommandError } from '../terminal/output.ts'
import { publicBaseUrl, publicSiteUrl } from './site.ts'
import { noWebhook } from './store.ts'

/** This process's deliverer to webhooks; undefined without SVC_SECRET. */
export function webhookDeliverer(
  config: Config,
  db: Store,
  log: Pick<Log, 'fault'>,
  stop: AbortSignal,
): Deliverer | undefined {
  const { secret, webhookPrivate } = config
  return (
    secret &&
    createDeliverer({
      db,
      now: systemClock.now,
      secret,
      post: createPost({ allowPrivate: webhookPrivate }),
      addresses: { siteUrl: publicSiteUrl(config), baseUrl: publicBaseUrl(config) },
      stop,
      log,
    })
  )
}

/** Sends an empty event to a webhook, once, and returns how it ended. Throws CommandError without SVC_SECRET or such a webhook. */
export async function sendTest(
  { secret, webhookPrivate }: Config,
  db: Store,
  webhookId: string,
): Promise<{ outcome: Outcome; delivered: boolean }> {
  const webhook = await findWebhook(db, webhookId)
  if (webhook === undefined) throw noWebhook()
  if (secret === undefined) throw new CommandError('Set SVC_SECRET first: a webhook’s events are signed with it.')
  const now = systemClock.now()
  const event = { id: randomId(), type: 'test', createdAt: new Date(now).toISOString(), data: {} }
  const post = createPost({ allowPrivate: webhookPrivate })
  const outcome = await postSigned({ post, secret }, webhook, event, now)
  return { outcome, delivered: isDelivered(outcome) }
}
