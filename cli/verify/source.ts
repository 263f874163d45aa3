import { createReadStream } from 'node:fs'
import { CommandError } from '../terminal/output.ts'

/** The longest download, in ms. */
const DOWNLOAD_MS = 30 * 60_000

/** The bytes of a file or, from an http or https address, of a download. Throws CommandError. */
export async function* bytesOf(source: string): AsyncGenerator<Uint8Array> {
  const isUrl = /^[a-z][a-z\d+.-]*:\/\//i.test(source)
  try {
    yield* isUrl ? await download(source) : createReadStream(source)
  } catch (fault) {
    if (fault instanceof CommandError || !(fault instanceof Error) || fault.name === 'BundleRefusal') throw fault
    if (isUrl) throw new CommandError('The download did not finish; check the address and try again.')
    const isMissing = 'code' in fault && fault.code === 'ENOENT'
    throw new CommandError(isMissing ? 'There is no such file.' : 'The file cannot be read; check its permissions.')
  }
}

/** The body behind an address. Redirects aren't followed: one may lead to another operator's bundle. */
async function download(source: string): Promise<AsyncIterable<Uint8Array>> {
  const url = URL.parse(source)
  if (url === null || !isAllowed(url))
    throw new CommandError('Give a file or an https address; http is for this machine only.')
  const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(DOWNLOAD_MS) })
  if (response.status >= 300 && response.status < 400)
    throw new CommandError('The address redirects elsewhere; give the one that it redirects to.')
  if (!response.ok || response.body === null)
    throw new CommandError(`The server has no bundle there: it answered with ${response.status}.`)
  return response.body
}

function isAllowed({ protocol, hostname, username }: URL): boolean {
  const isHere = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
  return username === '' && (protocol === 'https:' || (protocol === 'http:' && isHere))
}
