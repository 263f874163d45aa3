import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'

/** The PKCS #8 prefix of a 32-byte Ed25519 private key (RFC 8410). */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')

/** Signs digests with a 32-byte Ed25519 private key; `publicKey` is its public half. Keys and signatures are in base64. */
export function signerOf(seed: Uint8Array) {
  const key = createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' })
  const { x = '' } = createPublicKey(key).export({ format: 'jwk' })
  return {
    publicKey: Buffer.from(x, 'base64url').toString('base64'),
    sign: (digest: Uint8Array) => sign(null, digest, key).toString('base64'),
  }
}

/** Whether a digest was signed with the private half of `publicKey`, which is in base64. */
export function isSignedBy(publicKey: string, digest: Uint8Array, signature: string): boolean {
  try {
    return verify(null, digest, keyOf(publicKey), Buffer.from(signature, 'base64'))
  } catch {
    return false
  }
}

function keyOf(publicKey: string): KeyObject {
  const x = Buffer.from(publicKey, 'base64').toString('base64url')
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
}
