import { expect, test } from 'vitest'
import { createMailer } from '../pipeline/mail.ts'
import { drainOutbox } from '../pipeline/outbox.ts'
import { createAccount } from '../pipeline/store/accounts/accounts.ts'
import { openStore, type Store } from '../pipeline/store/driver/open.ts'
import { queueMail } from '../pipeline/store/upkeep/outbox.ts'
import { fixedClock } from './support/clock.ts'
import { startSmtpServer } from './support/smtp-server.ts'
import { failingOnDemand } from './support/store/failing-store.ts'
import { freshStore } from './support/store/store.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** A store with an account, and this many mails to `0@agency.example`, `1@agency.example` …, queued 1 ms apart. */
async function withMail(count: number): Promise<{ db: Store; database: string; clock: ReturnType<typeof fixedClock> }> {
  const clock = fixedClock()
  const { db, database } = await freshStore()
  const account = await createAccount(db, { email: 'owner@agency.example', verified: true }, clock.now())
  if (account === 'taken') throw new TypeError('the account of a fresh store is taken')
  for (let at = 0; at < count; at += 1) {
    const mail = { accountId: account.id, recipient: `${at}@agency.example`, subject: 'Started', text: `Report ${at}.` }
    await queueMail(db, mail, clock.now())
    clock.advance(1)
  }
  return { db, database, clock }
}

const recipients = (count: number) => Array.from({ length: count }, (_, at) => `${at}@agency.example`)

test('due mail is sent once, longest due first', async () => {
  const { db, clock } = await withMail(3)
  const { url, received } = await startSmtpServer()
  const send = createMailer({ smtpUrl: url, from: 'svc@mail.example', dir: 'nowhere' })
  expect(await drainOutbox(db, send, clock.now)).toEqual({ sent: 3 })
  expect(await drainOutbox(db, send, clock.now)).toEqual({ sent: 0 })
  clock.advance(DAY)
  expect(await drainOutbox(db, send, clock.now)).toEqual({ sent: 0 })
  expect(received.flatMap(({ to }) => to)).toEqual(recipients(3))
  expect(received[2]?.message).toContain('Report 2.')
})

test('one call sends a limited number of mails, and the next call the rest', async () => {
  const { db, clock } = await withMail(25)
  const sent: string[] = []
  const send = async ({ recipient }: { recipient: string }) => void sent.push(recipient)
  expect(await drainOutbox(db, send, clock.now)).toEqual({ sent: 20 })
  expect(await drainOutbox(db, send, clock.now)).toEqual({ sent: 5 })
  expect(sent).toEqual(recipients(25))
})

test('concurrent senders send each mail once', async () => {
  const { db, database, clock } = await withMail(12)
  const other = await openStore(database, clock.now())
  const sent: string[] = []
  const send = async ({ recipient }: { recipient: string }) => {
    await new Promise((resolve) => setImmediate(resolve))
    sent.push(recipient)
  }
  const drained = await Promise.all([db, other, db, other].map((store) => drainOutbox(store, send, clock.now)))
  await other.destroy()
  expect(drained.map((each) => each.sent).reduce((sum, each) => sum + each)).toBe(12)
  expect(sent.sort()).toEqual(recipients(12).sort())
})

test('what another sender has sent meanwhile is not sent again, however long that took', async () => {
  const { db, clock } = await withMail(2)
  const sent: string[] = []
  const send = async ({ recipient }: { recipient: string }) => {
    sent.push(recipient)
    if (sent.length > 1) return
    await drainOutbox(db, send, clock.now)
    clock.advance(DAY)
  }
  expect(await drainOutbox(db, send, clock.now)).toEqual({ sent: 1 })
  expect(sent).toEqual(recipients(2))
})

test('a mail is marked as sent once the store is back, so that it is not sent twice', async () => {
  const { db, clock } = await withMail(1)
  const away = failingOnDemand(db, 'SQLITE_BUSY', 'updateTable')
  let sent = 0
  const send = async () => {
    sent += 1
    away.fail(4)
  }
  expect(await drainOutbox(away.db, send, clock.now)).toEqual({ sent: 1 })
  clock.advance(DAY)
  expect(await drainOutbox(away.db, send, clock.now)).toEqual({ sent: 0 })
  expect(sent).toBe(1)
})

test('an unavailable server is tried once per call, with growing delays for each mail', async () => {
  const { db, clock } = await withMail(2)
  let asked = 0
  const send = async () => {
    asked += 1
    throw new Error('away')
  }
  expect(await drainOutbox(db, send, clock.now)).toMatchObject({ sent: 0, fault: { message: 'away' } })
  expect(asked).toBe(1)
  await drainOutbox(db, send, clock.now)
  await drainOutbox(db, send, clock.now)
  expect(asked).toBe(2)

  const start = clock.now()
  const waits: number[] = []
  while (waits.length < 5) {
    clock.advance(MINUTE / 2)
    const before = asked
    while ((await drainOutbox(db, send, clock.now)).fault !== undefined);
    if (asked > before) waits.push((clock.now() - start) / MINUTE)
  }
  expect(waits).toEqual([1, 3, 7, 15, 31])
})

test('a failing mail does not block the others', async () => {
  const { db, clock } = await withMail(3)
  const { url, received } = await startSmtpServer({
    refuse: (recipient) => (recipient.startsWith('0@') ? 550 : undefined),
  })
  const send = createMailer({ smtpUrl: url, from: 'svc@mail.example', dir: 'nowhere' })
  expect(await drainOutbox(db, send, clock.now)).toMatchObject({ sent: 0, fault: { code: 'EENVELOPE_550' } })
  expect(await drainOutbox(db, send, clock.now)).toEqual({ sent: 2 })
  expect(received.flatMap(({ to }) => to)).toEqual(['1@agency.example', '2@agency.example'])
})

test('a failed mail is sent when the server is back', async () => {
  const { db, clock } = await withMail(1)
  await drainOutbox(db, () => Promise.reject(new Error('away')), clock.now)
  clock.advance(MINUTE)
  const sent: string[] = []
  expect(await drainOutbox(db, async ({ recipient }) => void sent.push(recipient), clock.now)).toEqual({ sent: 1 })
  expect(sent).toEqual(recipients(1))
})

test('a mail is abandoned after three days', async () => {
  const { db, clock } = await withMail(1)
  const start = clock.now()
  let last = 0
  const send = async () => {
    last = clock.now()
    throw new Error('away')
  }
  for (let hour = 0; hour < 24 * 10; hour += 1) {
    await drainOutbox(db, send, clock.now)
    clock.advance(DAY / 24)
  }
  expect((last - start) / DAY).toBeGreaterThan(2.5)
  expect((last - start) / DAY).toBeLessThanOrEqual(3)
})

test('a mail whose sender was killed is sent again once its claim expires, and sent mail is not', async () => {
  const { db, clock } = await withMail(3)
  const sent: string[] = []
  // The sender never comes back, as after a kill.
  let reached: () => void = () => {}
  const underWay = new Promise<void>((resolve) => {
    reached = resolve
  })
  void drainOutbox(
    db,
    async ({ recipient }) => {
      if (sent.length > 0) {
        reached()
        await new Promise<void>(() => {})
      }
      sent.push(recipient)
    },
    clock.now,
  )
  await underWay
  expect(sent).toEqual(recipients(1))
  const send = async ({ recipient }: { recipient: string }) => void sent.push(recipient)
  clock.advance(MINUTE)
  expect(await drainOutbox(db, send, clock.now)).toEqual({ sent: 1 })
  expect(sent).toEqual(['0@agency.example', '2@agency.example'])
  clock.advance(MINUTE)
  expect(await drainOutbox(db, send, clock.now)).toEqual({ sent: 1 })
  expect(sent.sort()).toEqual(recipients(3))
})
