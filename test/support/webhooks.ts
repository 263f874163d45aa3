import type { WebhookEvent, WebhookEventType } from '../../pipeline/contract/webhook.ts'
import { WEBHOOK_EVENTS } from '../../pipeline/contract/words.ts'
import { randomId } from '../../pipeline/store/driver/ids.ts'
import type { Store } from '../../pipeline/store/driver/open.ts'
import { addWebhook } from '../../pipeline/store/webhooks/webhooks.ts'
import { fingerprintOf, signingSecret } from '../../pipeline/webhooks/sign.ts'

/** The service's secret. */
export const SERVICE_SECRET = Buffer.alloc(32, 5)

/** Adds a webhook, the operator's and for all events unless said otherwise. */
export async function newWebhook(
  db: Store,
  webhook: { readonly url: string; readonly accountId?: string; readonly events?: readonly WebhookEventType[] },
): Promise<{ id: string; signing: string }> {
  const id = randomId()
  const signing = signingSecret(SERVICE_SECRET, id)
  const fingerprint = fingerprintOf(signing)
  await addWebhook(db, { id, accountId: null, events: WEBHOOK_EVENTS, ...webhook, fingerprint }, 0)
  return { id, signing }
}

/** A ranking that is published. */
export function published(slug = 'crm-software'): WebhookEvent {
  const checkedAt = '2026-10-02T08:30:00.000Z'
  return {
    type: 'ranking.published',
    data: {
      slug,
      category: 'CRM software',
      country: 'US',
      language: 'en',
      month: '2026-10',
      version: 1,
      simulated: true,
      checkedAt,
    },
  }
}
