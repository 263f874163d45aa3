import { createHash, createHmac, hkdfSync } from 'node:crypto'
import type { Webhook } from '../store/webhooks/webhooks.ts'
import type { Outcome, Post } from './post.ts'

const SECRET_BYTES = 32

/**
 * The secret that signs what a webhook is sent, `whsec_` and 32 bytes in base64. It is derived from the service's secret and
 * the webhook's id, so that it is stored nowhere.
 */
export function signingSecret(secret: Buffer, webhookId: string): string {
  const bytes = Buffer.from(hkdfSync('sha256', secret, '', `svc webhook ${webhookId}`, SECRET_BYTES))
  return `whsec_${bytes.toString('base64')}`
}

/** Tells whether a signing secret is still the one that was shown; it reveals nothing of it. */
export function fingerprintOf(signing: string): string {
  return createHash('sha256').update(signing).digest('hex')
}

/** The webhook's signing secret; undefined where the service has another secret than when the webhook was added. */
export function secretOf(secret: Buffer, { id, fingerprint }: Pick<Webhook, 'id' | 'fingerprint'>): string | undefined {
  const signing = signingSecret(secret, id)
  return fingerprintOf(signing) === fingerprint ? signing : undefined
}

/** The signature of a body sent at a time in epoch seconds, in Stripe's form; the key is the whole secret as text. */
function signatureOf(signing: string, seconds: number, body: Buffer): string {
  const hmac = createHmac('sha256', signing).update(`${seconds}.`).update(body)
  return `t=${seconds},v1=${hmac.digest('hex')}`
}

/** What a receiver is sent; `createdAt` is ISO 8601. */
interface Event {
  readonly id: string
  readonly type: string
  readonly createdAt: string
  readonly data: object
}

/** Posts an event to a webhook, signed for this attempt, unless the webhook's secret is no longer the one that was shown. */
export async function postSigned(
  { post, secret }: { readonly post: Post; readonly secret: Buffer },
  webhook: Pick<Webhook, 'id' | 'url' | 'fingerprint'>,
  event: Event,
  now: number,
): Promise<Outcome> {
  const signing = secretOf(secret, webhook)
  if (signing === undefined) return 'SECRET_CHANGED'
  // The bytes that are signed are those that are sent.
  const body = Buffer.from(JSON.stringify(event))
  const headers = {
    'Content-Type': 'application/json',
    'User-Agent': 'svc-webhooks',
    'Svc-Event-Id': event.id,
    'Svc-Signature': signatureOf(signing, Math.floor(now / 1_000), body),
  }
  return post(webhook.url, headers, body)
}
