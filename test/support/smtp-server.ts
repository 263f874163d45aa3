import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { onTestFinished } from 'vitest'

/** One received mail: its envelope and its raw message. */
export interface Received {
  readonly from: string
  readonly to: readonly string[]
  readonly message: string
  readonly user: string | undefined
}

export interface SmtpOptions {
  /** The required user and password; without them the server accepts mail from anyone. */
  readonly login?: { readonly user: string; readonly password: string }
  /** The status that refuses a recipient; undefined accepts it. */
  readonly refuse?: (recipient: string) => number | undefined
}

/** An SMTP server on a loopback port, which offers STARTTLS with a certificate that nobody trusts. */
export async function startSmtpServer({ login, refuse }: SmtpOptions = {}): Promise<{
  url: string
  received: Received[]
}> {
  const received: Received[] = []
  const server = new SMTPServer({
    authOptional: login === undefined,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    logger: false,
    onAuth: ({ username, password }, _session, done) => {
      if (username === login?.user && password === login?.password) return done(null, { user: username })
      done(new Error(`no ${username} with ${password} here`))
    },
    onRcptTo: ({ address }, _session, done) => {
      const responseCode = refuse?.(address)
      done(responseCode === undefined ? null : Object.assign(new Error(`no ${address} here`), { responseCode }))
    },
    onData: (stream, { envelope, user }, done) => {
      const { mailFrom, rcptTo } = envelope
      text(stream).then((message) => {
        const from = mailFrom === false ? '' : mailFrom.address
        received.push({ from, to: rcptTo.map(({ address }) => address), message, user })
        done()
      }, done)
    },
  })
  // Some tests disconnect in the middle of a mail.
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => server.close(resolve)))
  return { url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`, received }
}
