import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { z } from 'zod'
import { providerKeys } from '../contract/start.ts'
import type { Store } from '../store/driver/open.ts'
import { readSealed, SEALED_FOR_MS, type SealedKeys } from '../store/report/sealed-keys.ts'

/** A caller's own keys, by engine. */
export type ProviderKeys = z.infer<typeof providerKeys>

const CIPHER = 'aes-256-gcm'
const KEY_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16
const DAY_MS = 24 * 3_600_000

/** The report and the time of sealing (epoch ms), bound into both ciphertexts, so that no other report can use them. */
interface Seal {
  readonly slug: string
  readonly sealedAt: number
}

/**
 * Seals a report's provider keys with AES-256-GCM under a key of its own, which is wrapped in the same way under one that
 * HKDF-SHA-256 derives from the service's secret (32 bytes) for the day of sealing.
 */
export function sealKeys(secret: Buffer, seal: Seal, keys: ProviderKeys): SealedKeys {
  const own = randomBytes(KEY_BYTES)
  const sealed = encrypt(own, seal, Buffer.from(JSON.stringify(keys)))
  const wrapped = encrypt(wrappingKey(secret, seal), seal, own)
  own.fill(0)
  return { sealed, wrapped }
}

/** `gone`: lost for good. `unreadable`: not with this secret, but perhaps with another process's. */
export type OpenedKeys = ProviderKeys | 'gone' | 'unreadable'

/**
 * A report's provider keys; `gone` if they are shredded or a day old; `unreadable` without a secret, or if they were
 * sealed with another one or for another report.
 */
export async function openKeys(
  { db, secret, now }: { readonly db: Store; readonly secret: Buffer | undefined; readonly now: () => number },
  slug: string,
): Promise<OpenedKeys> {
  const kept = await readSealed(db, slug)
  if (kept === undefined || now() - kept.sealedAt >= SEALED_FOR_MS) return 'gone'
  if (secret === undefined) return 'unreadable'
  const seal = { slug, sealedAt: kept.sealedAt }
  const own = decrypt(wrappingKey(secret, seal), seal, kept.wrapped)
  const plain = own && decrypt(own, seal, kept.sealed)
  own?.fill(0)
  if (plain === undefined) return 'unreadable'
  const keys = providerKeys.parse(JSON.parse(plain.toString()))
  plain.fill(0)
  return keys
}

function wrappingKey(secret: Buffer, { sealedAt }: Seal): Buffer {
  const day = Math.floor(sealedAt / DAY_MS)
  return Buffer.from(hkdfSync('sha256', secret, '', `svc wrapping key of day ${day}`, KEY_BYTES))
}

function boundTo({ slug, sealedAt }: Seal): Buffer {
  return Buffer.from(JSON.stringify([slug, sealedAt]))
}

/** In base64url: the nonce, the tag, the ciphertext. */
function encrypt(key: Buffer, seal: Seal, plain: Buffer): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(CIPHER, key, iv).setAAD(boundTo(seal))
  const body = Buffer.concat([cipher.update(plain), cipher.final()])
  plain.fill(0)
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')
}

function decrypt(key: Buffer, seal: Seal, text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64url')
  if (bytes.length < IV_BYTES + TAG_BYTES) return undefined
  const body = bytes.subarray(IV_BYTES + TAG_BYTES)
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
  decipher.setAAD(boundTo(seal)).setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  try {
    return Buffer.concat([decipher.update(body), decipher.final()])
  } catch {
    // The tag doesn't match: another secret, another report, or a changed row.
    return undefined
  }
}
