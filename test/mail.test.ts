import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createMailer, type Mail, MailError } from '../pipeline/mail.ts'
import { startSmtpServer } from './support/smtp-server.ts'
import { freshFolder } from './support/store/store.ts'

const FROM = 'Reports <svc@mail.example>'
const PAGE = 'https://reports.example/r/8Jx0Wq3nV5bT7yKd2Lr9Ac'

const mail: Mail = {
  id: 'Mail0001',
  recipient: 'owner@agency.example',
  subject: 'Your report on Acme has started',
  text: `It is here:\n\n${PAGE}\n`,
  createdAt: Date.UTC(2026, 10, 20, 12),
}

const overSmtp = (smtpUrl: string, deadlineMs?: number) =>
  createMailer({ smtpUrl, from: FROM, dir: 'nowhere' }, deadlineMs)

/** The header fields of a message, unfolded, by lower-case name. */
function headersOf(message: string): Map<string, string[]> {
  const lines = (message.split('\r\n\r\n')[0] ?? '').replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n')
  const fields = lines
    .map((line) => /^([\w-]+): (.*)$/.exec(line))
    .map((found) => [found?.[1] ?? '?', found?.[2] ?? ''])
  const grouped = Map.groupBy(fields, ([name = '']) => name.toLowerCase())
  return new Map(Array.from(grouped, ([name, values]) => [name, values.map(([, value = '']) => value)]))
}

const bodyOf = (message: string) => message.split('\r\n\r\n').slice(1).join('\r\n\r\n')

/** A port on which every connection is met by this. */
async function listening(meet: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    meet(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('a mail sent over SMTP arrives with its sender, recipient and text §2.2.3', async () => {
  const { url, received } = await startSmtpServer()
  await overSmtp(url)(mail)
  expect(received).toHaveLength(1)
  const [{ from, to, message } = { from: '', to: [], message: '' }] = received
  expect({ from, to }).toEqual({ from: 'svc@mail.example', to: ['owner@agency.example'] })
  const headers = headersOf(message)
  expect(headers.get('from')).toEqual([FROM])
  expect(headers.get('to')).toEqual(['owner@agency.example'])
  expect(headers.get('subject')).toEqual([mail.subject])
  expect(headers.get('date')).toEqual(['Fri, 20 Nov 2026 12:00:00 +0000'])
  expect(headers.get('auto-submitted')).toEqual(['auto-generated'])
  expect(bodyOf(message)).toContain(`\r\n\r\n${PAGE}\r\n`)
})

test('a mail sent again keeps its Message-ID', async () => {
  const { url, received } = await startSmtpServer()
  const send = overSmtp(url)
  await send(mail)
  await send(mail)
  const ids = received.map(({ message }) => headersOf(message).get('message-id'))
  expect(ids).toEqual([['<Mail0001@mail.example>'], ['<Mail0001@mail.example>']])
})

test('the user and the password in the URL are used', async () => {
  const { url, received } = await startSmtpServer({ login: { user: 'svc', password: 'pass:word/9' } })
  await overSmtp(url.replace('//', '//svc:pass%3Aword%2F9@'))(mail)
  expect(received.map(({ user }) => user)).toEqual(['svc'])
})

test.each(['a@one.example, b@two.example', 'a@one.example\r\nBcc: b@two.example', 'Name <b@two.example>'])(
  'a recipient is never parsed as a list or as headers: %j',
  async (recipient) => {
    const { url, received } = await startSmtpServer()
    await overSmtp(url)({ ...mail, recipient }).catch(() => {})
    for (const { to, message } of received) {
      expect(to).toHaveLength(1)
      expect(headersOf(message).has('bcc')).toBe(false)
    }
    expect(received.length).toBeLessThanOrEqual(1)
  },
)

test('line ends in a subject or text add no header', async () => {
  const { url, received } = await startSmtpServer()
  const injected = 'Acme\r\nBcc: victim@other.example\r\n\r\nHello'
  await overSmtp(url)({ ...mail, subject: injected, text: `.\r\n${injected}\r\n.\r\nQUIT\r\n` })
  expect(received).toHaveLength(1)
  expect(received[0]?.to).toEqual(['owner@agency.example'])
  const headers = headersOf(received[0]?.message ?? '')
  expect(headers.has('bcc')).toBe(false)
  expect([...headers.keys()].sort()).toEqual(
    ['auto-submitted', 'content-transfer-encoding', 'content-type', 'date', 'from', 'message-id', 'mime-version']
      .concat(['subject', 'to'])
      .sort(),
  )
})

test('a failure has a code and status, but no address, password or server reply', async () => {
  const rejected = await startSmtpServer({ login: { user: 'svc', password: 'right' } })
  const refused = await startSmtpServer({ refuse: () => 550 })
  const gone = await listening((socket) => socket.destroy())
  const password = 'marker-of-a-password'
  const faults = await Promise.all(
    [rejected.url.replace('//', `//svc:${password}@`), refused.url, gone].map((url) =>
      overSmtp(url)(mail).then(
        () => undefined,
        (fault: unknown) => fault,
      ),
    ),
  )
  expect(faults.every((fault) => fault instanceof MailError)).toBe(true)
  expect(faults.map((fault) => (fault instanceof MailError ? fault.code : ''))).toEqual([
    'EAUTH_535',
    'EENVELOPE_550',
    expect.stringMatching(/^E[A-Z]+$/),
  ])
  for (const fault of faults) {
    const shown = `${fault} ${JSON.stringify(fault)} ${fault instanceof Error ? `${fault.stack} ${fault.cause}` : ''}`
    expect(shown).not.toMatch(/marker|agency\.example|\bhere\b/)
  }
})

test('a server that is silent or never stops sending is abandoned at the deadline', async () => {
  const silent = await listening(() => {})
  const endless = await listening((socket) => {
    socket.write('220-still\r\n')
    const drip = setInterval(() => socket.write('220-here\r\n'), 5)
    socket.on('close', () => clearInterval(drip))
  })
  await expect(overSmtp(silent, 50)(mail)).rejects.toThrow('the mail was not sent: EABORT')
  await expect(overSmtp(endless, 50)(mail)).rejects.toThrow('the mail was not sent: EABORT')
})

test('a password is never sent unencrypted beyond this machine', async () => {
  const said: string[] = []
  const url = await listening((socket) => {
    socket.write('220 here\r\n')
    socket.on('data', (chunk) => {
      said.push(chunk.toString())
      if (/^(EHLO|HELO)/.test(chunk.toString())) socket.write('250-here\r\n250 AUTH PLAIN LOGIN\r\n')
      else socket.write('502 no\r\n')
    })
  })
  // 0.0.0.0 is this machine too, but no name of it that the mailer knows.
  const elsewhere = url.replace('127.0.0.1', 'svc:marker@0.0.0.0')
  await expect(overSmtp(elsewhere)(mail)).rejects.toThrow('the mail was not sent: ETLS')
  expect(said.join('')).toContain('EHLO')
  expect(said.join('')).not.toContain('AUTH')
})

test('without a server each mail is a file named by its id that only the owner can read', async () => {
  const dir = join(freshFolder(), 'deep', 'mail')
  const send = createMailer({ smtpUrl: undefined, from: FROM, dir })
  await send(mail)
  await send({ ...mail, id: 'Mail0002', text: `Größe — ${'long '.repeat(40)}\n\n${PAGE}\n` })
  expect(readdirSync(dir).sort()).toEqual(['Mail0001.eml', 'Mail0002.eml'])
  expect(statSync(join(dir, 'Mail0001.eml')).mode & 0o777).toBe(0o600)
  const message = readFileSync(join(dir, 'Mail0001.eml'), 'utf8')
  expect(headersOf(message).get('to')).toEqual(['owner@agency.example'])
  expect(headersOf(message).get('message-id')).toEqual(['<Mail0001@mail.example>'])
  expect(message.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  // Whatever the text around it needs, the address stays whole on a line of its own.
  for (const name of readdirSync(dir)) expect(readFileSync(join(dir, name), 'utf8').split('\r\n')).toContain(PAGE)
})

test('a file left unfinished by a kill is replaced', async () => {
  const dir = freshFolder()
  writeFileSync(join(dir, '.Mail0001.tmp'), 'From: half')
  const send = createMailer({ smtpUrl: undefined, from: FROM, dir })
  await send(mail)
  await send(mail)
  expect(readdirSync(dir)).toEqual(['Mail0001.eml'])
  expect(readFileSync(join(dir, 'Mail0001.eml'), 'utf8')).toContain(PAGE)
})

test('a folder that cannot be written gives an error with its code', async () => {
  const folder = freshFolder()
  mkdirSync(join(folder, '.Mail0001.tmp'))
  const send = createMailer({ smtpUrl: undefined, from: FROM, dir: folder })
  await expect(send(mail)).rejects.toThrow('the mail was not sent: EISDIR')
})
