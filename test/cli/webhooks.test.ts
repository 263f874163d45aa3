import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findMarker, findMarkerIn } from '../support/marker.ts'
import { startSvc, svc } from '../support/process/svc.ts'
import { type Received, startReceiver } from '../support/receiver.ts'
import { freshFolder } from '../support/store/store.ts'

const EMAIL = 'ada@agency.example'
const REPORT = [
  'report',
  'run',
  '--domain',
  'acme.example',
  '--category',
  'CRM',
  '--description',
  'A CRM.',
  '--simulate',
]
const EVENTS = 'report.completed,report.failed,ranking.published,ranking.moved'
const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)

/** A folder with a store, and `svc` in it with a secret, where private addresses may be webhooks. */
async function office() {
  const cwd = freshFolder()
  const env = { SVC_SECRET: randomBytes(32).toString('base64'), SVC_WEBHOOK_PRIVATE: '1' }
  const json = async (...args: string[]) => {
    const { code, out, err } = await svc([...args, '--json'], { cwd, env })
    expect({ code, err: code === 0 ? '' : err }).toEqual({ code: 0, err: '' })
    return JSON.parse(out)
  }
  await json('accounts', 'create', '--email', EMAIL, '--verified')
  return { cwd, env, json }
}

const PAGE = readFileSync(new URL('../../docs/webhooks.md', import.meta.url), 'utf8')
const [, CODE = ''] = /```js\n([\s\S]*?)```/.exec(PAGE) ?? []

/** The event in a request, after checking its signature by the code that the page of webhooks gives to receivers. */
async function genuine({ headers, body }: Received, secret: string) {
  const { isGenuine } = await import(`data:text/javascript,${encodeURIComponent(CODE)}`)
  const signature = headers['svc-signature']
  expect(isGenuine(secret, signature, body)).toBe(true)
  expect(isGenuine(`${secret}x`, signature, body)).toBe(false)
  expect(isGenuine(secret, signature, Buffer.concat([body, Buffer.from(' ')]))).toBe(false)
  return JSON.parse(body.toString())
}

test('webhooks are added with a secret that is shown once, listed and removed', async () => {
  const { cwd, env, json } = await office()
  const url = 'http://127.0.0.1:9/hook'
  const own = await json('webhooks', 'add', url, '--events', 'ranking.moved, report.failed', '--account', EMAIL)
  expect(own).toEqual({
    webhook: {
      id: expect.any(String),
      account: EMAIL,
      url,
      events: ['report.failed', 'ranking.moved'],
      createdAt: TIME,
    },
    secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
  })
  const shown = await svc(['webhooks', 'add', url, '--events', 'ranking.moved'], { cwd, env })
  expect(shown).toMatchObject({ code: 0, out: expect.stringMatching(/^whsec_\S+\n$/) })
  expect(shown.out.trim()).not.toBe(own.secret)
  const { webhooks } = await json('webhooks', 'list')
  expect(webhooks).toMatchObject([own.webhook, { account: null, url, events: ['ranking.moved'] }])
  expect(await json('webhooks', 'list', '--account', EMAIL)).toEqual({ webhooks: [own.webhook] })
  expect((await svc(['webhooks', 'list'], { cwd, env })).out).toContain('the operator')
  expect(findMarker(cwd, own.secret)).toEqual([])
  expect(await json('webhooks', 'remove', own.webhook.id)).toEqual({ id: own.webhook.id })
  expect((await json('webhooks', 'list')).webhooks).toHaveLength(1)
})

test('an address that holds a token is read from standard input', async () => {
  const { cwd, env, json } = await office()
  const { child, ended } = startSvc(['webhooks', 'add', '-', '--events', 'ranking.moved'], { cwd, env })
  child.stdin?.end('http://127.0.0.1:9/hook?token=s3cret\n')
  expect(await ended).toMatchObject({ code: 0, out: expect.stringMatching(/^whsec_\S+\n$/) })
  expect((await json('webhooks', 'list')).webhooks).toMatchObject([{ url: 'http://127.0.0.1:9/hook?token=s3cret' }])
})

const PUBLIC = { SVC_WEBHOOK_PRIVATE: '0' }
test.each([
  ['http', ['add', 'http://hooks.example/'], PUBLIC, 2, 'must begin with https'],
  ['a private address', ['add', 'https://10.0.0.1/'], PUBLIC, 2, 'not on the public Internet'],
  ['a private address behind a name', ['add', 'https://localhost/'], PUBLIC, 2, 'not on the public Internet'],
  ['a password', ['add', 'https://a:hunter2@hooks.example/'], {}, 2, 'user name or password'],
  ['no address', ['add', 'nowhere'], {}, 2, 'Give an https address'],
  ['an unknown account', ['add', 'http://127.0.0.1/', '--account', 'bob@agency.example'], {}, 1, 'No account has'],
  ['no secret', ['add', 'http://127.0.0.1/'], { SVC_SECRET: '' }, 1, 'Set SVC_SECRET first'],
  [
    'an unknown event',
    ['add', 'http://127.0.0.1/', '--events', 'report.started'],
    {},
    2,
    'Give a comma-separated list',
  ],
  ['removing nothing', ['remove', 'nothing'], {}, 1, 'No webhook has this id'],
  ['testing nothing', ['test', 'nothing'], {}, 1, 'No webhook has this id'],
  ['sending nothing again', ['resend', 'nothing'], {}, 1, 'No event has this id'],
])('%s is refused in one sentence', async (_, [verb = '', ...args], settings, exit, sentence) => {
  const { cwd, env } = await office()
  const events = verb === 'add' && !args.includes('--events') ? ['--events', EVENTS] : []
  const { code, out, err } = await svc(['webhooks', verb, ...args, ...events], { cwd, env: { ...env, ...settings } })
  expect({ code, out }).toEqual({ code: exit, out: '' })
  expect(err).toContain(sentence)
  expect(err).not.toContain('hunter2')
  expect(err.trim().split('\n')).toHaveLength(1)
})

test('commands without a worker deliver what they did at their end; what failed is listed and sent again', async () => {
  const { cwd, env, json } = await office()
  const receiver = await startReceiver(200, 500, 200)
  const { webhook, secret } = await json('webhooks', 'add', receiver.url, '--events', EVENTS)
  expect(await json('webhooks', 'test', webhook.id)).toEqual({ id: webhook.id, outcome: 'HTTP_200', delivered: true })
  const events = () => Promise.all(receiver.received.map((each) => genuine(each, secret)))
  expect(await events()).toMatchObject([{ type: 'test', data: {} }])

  const run = await svc([...REPORT, '--plan', 'QUICK', '--json'], { cwd, env })
  const { report } = JSON.parse(run.out)
  expect(run.err).toContain('A webhook could not be reached')
  const { deliveries } = await json('webhooks', 'deliveries')
  expect(deliveries).toEqual([
    {
      ...{ id: expect.any(String), webhook: webhook.id, type: 'report.completed', slug: report.slug, createdAt: TIME },
      ...{ state: 'waiting', failedAttempts: 1, outcome: 'HTTP_500', nextAttemptAt: TIME, deliveredAt: null },
    },
  ])
  expect(await json('webhooks', 'deliveries', '--failed')).toEqual({ deliveries: [] })
  const again = await json('webhooks', 'resend', deliveries[0].id)
  expect(again).toMatchObject({ delivery: { id: deliveries[0].id, state: 'delivered', outcome: 'HTTP_200' } })
  const [, first, second] = await events()
  expect(second).toEqual(first)
  expect(first).toMatchObject({ id: deliveries[0].id, data: { slug: report.slug, simulated: true, statusUrl: null } })

  const questions = '    questions: [Which trail shoes are best?]\n'
  writeFileSync(join(cwd, 'c.yaml'), `categories:\n  - slug: shoes\n    category: trail shoes\n${questions}`)
  const rankings = ['rankings', 'run', '--categories', 'c.yaml', '--simulate', '--no-site']
  expect((await svc(rankings, { cwd, env })).code).toBe(0)
  expect((await events()).at(-1)).toMatchObject({
    type: 'ranking.published',
    data: { slug: 'shoes', version: 1, simulated: true },
  })
  expect(receiver.received).toHaveLength(4)

  await json('track', 'add', ...REPORT.slice(2, -1), '--plan', 'QUICK')
  const tracked = await json('report', 'run', '--tracked', '--simulate')
  expect((await events()).at(-1)).toMatchObject({ type: 'report.completed', data: { slug: tracked.tracked[0].slug } })
  expect(receiver.received).toHaveLength(5)
}, 120_000)

test('what a command left undelivered is delivered by the next one, also by one that has nothing else to do', async () => {
  const { cwd, env, json } = await office()
  const receiver = await startReceiver(200)
  await json('webhooks', 'add', receiver.url, '--events', EVENTS)
  await json('track', 'add', ...REPORT.slice(2, -1), '--plan', 'QUICK')
  const tracked = ['report', 'run', '--tracked', '--simulate']
  const questions = '    questions: [Which trail shoes are best?]\n'
  writeFileSync(join(cwd, 'c.yaml'), `categories:\n  - slug: shoes\n    category: trail shoes\n${questions}`)
  const rankings = ['rankings', 'run', '--categories', 'c.yaml', '--simulate', '--no-site']
  const run = await svc([...REPORT, '--plan', 'QUICK', '--json'], { cwd, env })
  const { slug } = JSON.parse(run.out).report
  const idle = [tracked, rankings, ['report', 'resume', slug, '--simulate']]
  for (const command of idle) await svc(command, { cwd, env })
  const done = receiver.received.length
  const { deliveries } = await json('webhooks', 'deliveries')
  for (const [at, command] of idle.entries()) {
    // A kill before the end leaves it so.
    const left = await svc([...REPORT, '--plan', 'QUICK'], { cwd, env: { ...env, SVC_SECRET: '' } })
    expect(left).toMatchObject({ code: 0, err: expect.stringContaining('SVC_SECRET is not set') })
    expect(receiver.received).toHaveLength(done + at)
    const { code, err } = await svc(command, { cwd, env })
    expect([code, err]).toEqual([0, ''])
    expect(receiver.received).toHaveLength(done + at + 1)
  }
  expect((await json('webhooks', 'deliveries')).deliveries).toHaveLength(deliveries.length + idle.length)
}, 120_000)

test('a server delivers; its log names neither the address nor the secret of a webhook that fails', async () => {
  const { cwd, env, json } = await office()
  const receiver = await startReceiver(500, 200)
  const [own, others] = [randomBytes(18).toString('base64url'), randomBytes(18).toString('base64url')]
  await json('credits', 'grant', '--account', EMAIL, '--count', '1')
  const { key } = await json('keys', 'create', '--account', EMAIL)
  const added = await json('webhooks', 'add', `${receiver.url}?token=${own}`, '--events', EVENTS, '--account', EMAIL)
  const other = await json('webhooks', 'add', `${receiver.url}?token=${others}`, '--events', EVENTS)
  const server = startSvc(['serve', '--port', '0', '--simulate'], { cwd, env: { ...env, SVC_LOG: 'debug' } })
  const url = (await server.line('listening on ')).replace('listening on ', '')
  const started = await fetch(`${url}/v1/reports`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ domain: 'acme.example', category: 'CRM', description: 'A CRM.', funding: 'credits' }),
  })
  const { slug, statusUrl } = JSON.parse(await started.text())
  await receiver.reached(1)
  const [told] = await Promise.all(receiver.received.map((each) => genuine(each, added.secret)))
  // As its own answers do, the event has the address at which this server listens.
  expect(told.data).toMatchObject({ slug, statusUrl, status: 'COMPLETE', url: `${url}/r/${slug}` })
  await server.says('Undelivered HTTP_500')
  server.child.kill('SIGTERM')
  const { code, out, err } = await server.ended
  expect(code).toBe(0)
  for (const secret of [own, others, added.secret, other.secret])
    expect(findMarkerIn(out + err, secret)).toBeUndefined()
  expect(await json('webhooks', 'deliveries', '--account', EMAIL)).toMatchObject({
    deliveries: [{ webhook: added.webhook.id, outcome: 'HTTP_500' }],
  })
}, 60_000)
