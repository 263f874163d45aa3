import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { checkMail, checkSecret, checkSite, checkStoreAccess } from '../../../cli/doctor/local.ts'
import { readConfig } from '../../../pipeline/config/config.ts'
import { sealKeys } from '../../../pipeline/report/seal.ts'
import { openStore } from '../../../pipeline/store/driver/open.ts'
import { keepSealed } from '../../../pipeline/store/report/sealed-keys.ts'
import { newAccount } from '../../support/accounts.ts'
import { queueReport } from '../../support/job.ts'
import { startSmtpServer } from '../../support/smtp-server.ts'
import { freshFolder, freshStore } from '../../support/store/store.ts'
import { newWebhook, SERVICE_SECRET } from '../../support/webhooks.ts'

const settings = (env: Record<string, string>) => readConfig({ SVC_DATABASE: join(freshFolder(), 'svc.db'), ...env })
const now = () => Date.UTC(2026, 10, 20)

describe('the store', () => {
  test('works if it opens and is writable', async () => {
    const { database } = await freshStore()
    const found = await checkStoreAccess(settings({ SVC_DATABASE: database }))
    expect(found).toMatchObject({ name: 'store', ok: true, sentence: expect.stringContaining('its schema is current') })
    expect(found.sentence).toMatch(/\d+ MB are left/)
  })

  test.each(['', '-wal', '-shm'])('fails if others may read its file ending in %j', async (end) => {
    const { database } = await freshStore()
    const config = settings({ SVC_DATABASE: database })
    expect(await checkStoreAccess(config)).toMatchObject({ ok: true })
    chmodSync(database + end, 0o640)
    expect(await checkStoreAccess(config)).toMatchObject({ ok: false, sentence: expect.stringContaining('chmod 600') })
  })

  test('is no failure if there is none yet, and none is created', async () => {
    const config = settings({})
    expect(await checkStoreAccess(config)).toMatchObject({ ok: null })
    expect(await checkStoreAccess(config)).toMatchObject({ ok: null })
  })

  test('is not checked any further if it cannot be opened', async () => {
    const letter = join(freshFolder(), 'letter')
    writeFileSync(letter, 'Dear reader, this is a letter and nothing that any database has written.')
    expect(await checkStoreAccess(settings({ SVC_DATABASE: letter }))).toMatchObject({
      ok: false,
      sentence: 'The file is damaged; replace it with a backup.',
    })
    const inside = settings({ SVC_DATABASE: join(letter, 'svc.db') })
    expect(await checkStoreAccess(inside)).toMatchObject({
      ok: false,
      sentence: expect.stringContaining('SVC_DATABASE'),
    })
  })

  test('says if the next command will bring its schema up to date', async () => {
    const { db, database } = await freshStore()
    await db.deleteFrom('migrations').where('name', '=', '0002-accounts').execute()
    expect(await checkStoreAccess(settings({ SVC_DATABASE: database }))).toMatchObject({
      ok: true,
      sentence: expect.stringContaining('the next command brings its schema up to date'),
    })
  })

  test('of a newer version is refused', async () => {
    const { db, database } = await freshStore()
    await db.insertInto('migrations').values({ name: '9999-later', applied_at: 0 }).execute()
    expect(await checkStoreAccess(settings({ SVC_DATABASE: database }))).toMatchObject({
      ok: false,
      sentence: expect.stringContaining('newer version'),
    })
  })
})

describe('mail', () => {
  test('works if the server accepts the login, and sends nothing', async () => {
    const { url, received } = await startSmtpServer({ login: { user: 'svc', password: 'right' } })
    const address = (password: string) => ({ SVC_SMTP_URL: url.replace('//', `//svc:${password}@`) })
    expect(await checkMail(settings(address('right')))).toMatchObject({ name: 'mail', ok: true })
    const refused = await checkMail(settings(address('wrong')))
    expect(refused).toMatchObject({ ok: false, sentence: expect.stringContaining('rejects the user or the password') })
    expect(refused.sentence).not.toContain('wrong')
    expect(received).toEqual([])
  })

  test('does not work if no server listens', async () => {
    expect(await checkMail(settings({ SVC_SMTP_URL: 'smtp://127.0.0.1:9' }))).toMatchObject({
      ok: false,
      sentence: expect.stringContaining('cannot be reached'),
    })
  })

  test('goes into the folder if no server is set and the folder is writable', async () => {
    const folder = freshFolder()
    writeFileSync(join(folder, 'file'), '')
    expect(await checkMail(settings({ SVC_MAIL_DIR: join(folder, 'new', 'mail') }))).toMatchObject({ ok: true })
    expect(await checkMail(settings({ SVC_MAIL_DIR: join(folder, 'file') }))).toMatchObject({ ok: false })
  })
})

describe('the secret', () => {
  const SECRET = Buffer.alloc(32, 7).toString('base64')

  test.each([
    [{ SVC_SECRET: SECRET }, true, 'SVC_SECRET is set'],
    [{}, null, 'openssl rand -base64 32'],
    [{ SVC_SECRET: SECRET, SVC_BYOK: 'off' }, null, 'SVC_BYOK is off'],
  ])('with %o', async (env, ok, sentence) => {
    expect(await checkSecret(settings(env), now)).toMatchObject({ ok, sentence: expect.stringContaining(sentence) })
  })

  test('opens the keys of waiting reports, or is reported as the wrong one', async () => {
    const { db, database } = await freshStore()
    const { id } = await newAccount(db)
    const slug = await queueReport(db, { accountId: id, funding: 'BYOK', byokEngines: ['OPENAI'] })
    const keys = sealKeys(Buffer.alloc(32, 7), { slug, sealedAt: now() }, { OPENAI: 'sk-none-0123456789' })
    await keepSealed(db, slug, keys, now())
    const other = Buffer.alloc(32, 8).toString('base64')
    expect(await checkSecret(settings({ SVC_DATABASE: database, SVC_SECRET: SECRET }), now)).toMatchObject({ ok: true })
    expect(await checkSecret(settings({ SVC_DATABASE: database, SVC_SECRET: other }), now)).toMatchObject({
      ok: false,
      sentence: expect.stringContaining('1 waiting report'),
    })
  })
})

test('a secret that does not sign for the webhooks is reported as the wrong one', async () => {
  const { db, database } = await freshStore()
  await newWebhook(db, { url: 'https://hooks.example/' })
  const own = SERVICE_SECRET.toString('base64')
  expect(await checkSecret(settings({ SVC_DATABASE: database, SVC_SECRET: own }), now)).toMatchObject({ ok: true })
  for (const SVC_SECRET of ['', Buffer.alloc(32, 8).toString('base64')])
    expect(await checkSecret(settings({ SVC_DATABASE: database, SVC_SECRET }), now)).toMatchObject({
      ok: false,
      sentence: '1 webhook was added under another SVC_SECRET; restore that one, or add them again.',
    })
})

test('the site is published, not yet published, or cannot be', async () => {
  const folder = freshFolder()
  const config = settings({ SVC_SITE_DIR: join(folder, 'site') })
  expect(await checkSite(config)).toMatchObject({ ok: null })
  mkdirSync(config.siteDir)
  writeFileSync(join(config.siteDir, 'index.html'), '')
  expect(await checkSite(config)).toMatchObject({ ok: true })
  expect(await checkSite({ ...config, siteDir: join(config.siteDir, 'index.html') })).toMatchObject({ ok: false })
})

test('a store that another process keeps locked is reported as in use', async () => {
  const { db, database } = await freshStore()
  const other = await openStore(database, 0)
  await db.transaction().execute(async (trx) => {
    await trx.insertInto('leases').values({ name: 'a', holder: 'b', expires_at: 0 }).execute()
    expect(await checkStoreAccess(settings({ SVC_DATABASE: database }))).toMatchObject({
      ok: false,
      sentence: expect.stringContaining('Another process is using it'),
    })
  })
  await other.destroy()
})
