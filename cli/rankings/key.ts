import { randomBytes } from 'node:crypto'
import { signerOf } from '../../pipeline/bundle/keys.ts'
import type { CommonFlags } from '../command/command.ts'
import { print, type Terminal } from '../terminal/output.ts'

/** `svc rankings key`. */
export async function rankingsKey(terminal: Terminal, flags: CommonFlags): Promise<number> {
  const seed = randomBytes(32)
  const [privateKey, { publicKey }] = [seed.toString('base64'), signerOf(seed)]
  const text = [
    `SVC_SIGNING_KEY=${privateKey}`,
    '',
    'Put this line into .env and keep it secret: it is shown only once.',
    `Its public key, which the site will publish at /signing-key.txt: ${publicKey}`,
    '',
  ]
  return print(terminal, flags, { privateKey, publicKey }, text.join('\n'))
}
