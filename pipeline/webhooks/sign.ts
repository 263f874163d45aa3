import { createHash, createHmac, hkdfSync } from 'node:crypto'
import type { Webhook } from '../store/webhooks/webhooks.ts'
import type { Outcome, Post } from './post.ts'

const SECRET_BYTES = 32

/** A webhook's signing secret, `whsec_` and base64; derived from the service's secret, so stored nowhere. */
export function signingSecret(secret: Buffer, webhookId: string): string {
  const bytes = Buffer.from(hkdfSync('sha256', secret, '', `svc webhook ${webhookId}`, SECRET_BYTES))
  return `whsec_${bytes.toString('base64')}`
}

/** The SHA-256 of a signing secret in hex, by which a changed secret is noticed. */
export function fingerprintOf(signing: string): string {
  return createHash('sha256').update(signing).digest('hex')
}

/** The webhook's signing secret; undefined if the service's secret has changed since the webhook was added. */
export function secretOf(secret: Buffer, { id, fingerprint }: Pick<Webhook, 'id' | 'fingerprint'>): string | undefined {
  const signing = signingSecret(secret, id)
  return fingerprintOf(signing) === fingerprint ? signing : undefined
}

/** The signature of a body sent at a time in epoch seconds, in Stripe's form; the key is the whole secret as text. */
function signatureOf(signing: string, seconds: number, body: Buffer): string {
  const hmac = createHmac('sha256', signing).update(`${seconds}.`).update(body)
  return `t=${seconds},v1=${hmac.digest('hex')}`
}

/** The body that a receiver is sent; `createdAt` is ISO 8601. */
interface Event {
  readonly id: string
  readonly type: string
  readonly createdAt: string
  readonly data: object
}

/** Signs an event and posts it to a webhook; returns the outcome, SECRET_CHANGED if the signing secret is no longer known. */
export async function postSigned(
  { post, secret }: { readonly post: Post; readonly secret: Buffer },
  webhook: Pick<Webhook, 'id' | 'url' | 'fingerprint'>,
  event: Event,
  now: number,
): Promise<Outcome> {
  const signing = secretOf(secret, webhook)
  if (signing === undefined) return 'SECRET_CHANGED'
  // It is serialised once, because the signature must be of the bytes that are sent.
  const body = Buffer.from(JSON.stringify(event))
  const headers = {
    'Content-Type': 'application/json',
    'User-Agent': 'svc-webhooks',
    'Svc-Event-Id': event.id,
    'Svc-Signature': signatureOf(signing, Math.floor(now / 1_000), body),
  }
  return post(webhook.url, headers, body)
}
