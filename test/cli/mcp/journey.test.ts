import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { someQuotes } from '../../../pipeline/contract/said/said-words.ts'
import { startResponse } from '../../../pipeline/contract/start.ts'
import { DEFAULT_LIMITS } from '../../../pipeline/contract/words.ts'
import { suggestQuestions } from '../../../pipeline/scribe/suggest.ts'
import { createAccount } from '../../../pipeline/store/accounts/accounts.ts'
import { creditBalance, grantCredits } from '../../../pipeline/store/accounts/credits.ts'
import { createKey } from '../../../pipeline/store/accounts/keys.ts'
import { activatePlan } from '../../../pipeline/store/accounts/plans.ts'
import { openStore, type Store } from '../../../pipeline/store/driver/open.ts'
import { findMarkerIn } from '../../support/marker.ts'
import { startSvc, svc } from '../../support/process/svc.ts'
import { freshFolder } from '../../support/store/store.ts'
import { startVendorServer } from '../../support/vendors/vendor-server.ts'
import { agentInProcess, agentOverStdio } from './agent.ts'

const START = { domain: 'acme.example', category: 'CRM software', description: 'A CRM for small teams.' }

let cwd: string
let db: Store
let apiKey: string
let accountId: string

beforeEach(async () => {
  cwd = freshFolder()
  db = await openStore(join(cwd, 'data', 'svc.db'), Date.now())
  const account = await createAccount(db, { email: 'ada@agency.example', verified: true }, Date.now())
  if (account === 'taken') throw new Error('taken')
  accountId = account.id
  const made = await createKey(db, account.id, null, Date.now())
  if (made === 'tooMany') throw new Error('too many')
  apiKey = made.key
  onTestFinished(() => db.destroy())
})

/** A real server in its own process; its address. */
async function serve(flags: string[], env: Record<string, string> = {}): Promise<string> {
  const server = startSvc(['serve', '--port', '0', ...flags], { cwd, env: { SVC_LOG: 'silent', ...env } })
  onTestFinished(async () => {
    server.child.kill('SIGTERM')
    await server.ended
  })
  return (await server.line('listening on ')).replace('listening on ', '')
}

/** Waits until a report has this status. */
async function ended(slug: string, status = 'COMPLETE'): Promise<void> {
  const now = () => db.selectFrom('reports').select('status').where('slug', '=', slug).executeTakeFirst()
  await expect.poll(now, { timeout: 20_000 }).toEqual({ status })
}

interface Searched {
  readonly question: number
}

/** A brand without the quotes of what is said of it. */
function withoutQuotes({ said, ...brand }: { readonly said?: { readonly quotes: readonly object[] } }): object {
  if (said === undefined) return brand
  const { quotes: _, ...counts } = said
  return { ...brand, said: counts }
}

/** The first three searches of each question. */
function firstThree(searches: readonly Searched[]): Searched[] {
  return [...Map.groupBy(searches, ({ question }) => question).values()].flatMap((own) => own.slice(0, 3))
}

test('an agent lists the tools, reads rankings, starts a report on a credit, polls it and reads it with its kit §1.8', async () => {
  writeFileSync(join(cwd, 'categories.yaml'), 'categories:\n  - slug: crm\n    category: CRM software\n')
  const run = ['rankings', 'run', '--categories', 'categories.yaml', '--month', '2026-11', '--engines', 'OPENAI,GROK']
  const month = await svc([...run, '--runs', '1', '--no-site', '--simulate'], { cwd })
  expect(month.code).toBe(0)
  await grantCredits(db, accountId, 1, Date.now())
  const url = await serve(['--simulate'])
  const api = async (path: string) =>
    JSON.parse(await (await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${apiKey}` } })).text())
  const agent = await agentOverStdio({ SVC_BASE_URL: `${url}/`, SVC_API_KEY: apiKey }, cwd)

  const { tools } = await agent.client.listTools()
  expect(tools.map(({ name }) => name).sort()).toEqual(
    ['prompts_suggest', 'rankings_get', 'rankings_list', 'report_get', 'report_kit', 'report_start', 'report_status']
      .concat('reports_list')
      .sort(),
  )
  for (const { name, annotations } of tools)
    expect(annotations).toMatchObject({ readOnlyHint: name !== 'report_start', destructiveHint: false })

  const list = await agent.call('rankings_list')
  expect(list.json).toEqual({ ...(await api('/v1/rankings')), rules: expect.any(Array) })
  expect(list.text).toContain('SIMULATED')
  const { ranking } = await api('/v1/rankings/crm')
  const counts = await agent.call('rankings_get', { slug: 'crm', month: '2026-11' })
  const { searches } = ranking
  expect(counts.json).toEqual({
    ranking: { ...ranking, brands: ranking.brands.map(withoutQuotes), answers: [], searches: firstThree(searches) },
    rules: expect.any(Array),
  })
  expect(firstThree(searches).length).toBeLessThan(searches.length)
  expect(counts.text).toContain('The first 3 to each question are included; answersTo selects all.')
  expect(counts.text).toContain(`quote the date, checkedAt ${ranking.checkedAt}`)
  const few = await agent.call('rankings_get', { slug: 'crm', answersTo: [2] })
  const answers = ranking.answers.filter(({ question }: { question: number }) => question === 2)
  expect(answers).toHaveLength(2)
  const ofFew = searches.filter((search: Searched) => search.question === 2 || firstThree(searches).includes(search))
  expect(few.json).toEqual({
    ranking: { ...ranking, brands: ranking.brands.map(withoutQuotes), answers, searches: ofFew },
    rules: expect.any(Array),
  })
  expect(few.text).toContain('Only the answers to questions 2 are included')

  const { json: suggested } = await agent.call('prompts_suggest', { category: 'CRM software', count: 3 })
  expect(suggested).toEqual({ prompts: suggestQuestions('CRM software', 3) })

  const started = await agent.call('report_start', { ...START, funding: 'credits', seedPrompts: suggested.prompts })
  expect(started).toMatchObject({ isError: false, json: { status: 'PENDING', reused: false } })
  const { idempotencyKey } = started.json
  const { slug } = startResponse.parse(started.json)
  const again = { ...START, funding: 'credits', seedPrompts: suggested.prompts, idempotencyKey }
  const replayed = await agent.call('report_start', again)
  expect(replayed.json).toMatchObject({ slug, reused: true, idempotencyKey })
  expect(replayed.text).toContain('nothing was spent')
  expect(await creditBalance(db, accountId)).toEqual({ balance: 0, held: 0 })

  await ended(slug)
  const status = await agent.call('report_status', { slug })
  expect(status.json).toEqual({
    ...(await api(`/v1/reports/${slug}/status`)),
    rules: [expect.stringContaining('SIMULATED'), expect.stringContaining('completedAt')],
  })
  const { report } = await api(`/v1/reports/${slug}`)
  const summary = await agent.call('report_get', { slug })
  const questions = report.questions.map((question: { searches: object[] }) => ({
    ...question,
    answers: [],
    searches: question.searches.slice(0, 3),
  }))
  const said = { ...report.said, quotes: someQuotes(report.said) }
  const counted = { said, competitors: report.competitors.map(withoutQuotes) }
  expect(summary.json).toEqual({ report: { ...report, ...counted, questions }, rules: expect.any(Array) })
  expect(summary.json.rules).toContainEqual(expect.stringContaining('whose reader gave one'))
  expect(summary.text).toContain(`quote the date, completedAt ${report.completedAt}`)
  expect(Buffer.byteLength(summary.text)).toBeLessThan(30_000)
  const read = await agent.call('report_get', { slug, answersTo: questions.map((_: object, index: number) => index) })
  expect(read.json).toEqual({ report: { ...report, ...counted }, rules: expect.any(Array) })
  const kit = await agent.call('report_kit', { slug })
  expect(kit.json).toEqual({ ...(await api(`/v1/reports/${slug}/kit`)), rules: expect.any(Array) })
  expect(kit.text).toContain('promise no traffic')
  const one = await agent.call('report_kit', { slug, file: '05-channel-plan.md' })
  expect(one.json.kit).toMatchObject({ files: [{ path: '05-channel-plan.md' }] })
  expect((await agent.call('report_kit', { slug, file: 'plan.md' })).text).toContain('05-channel-plan.md')
  expect((await agent.call('reports_list')).json).toEqual({
    ...(await api('/v1/reports')),
    rules: expect.arrayContaining([expect.stringContaining('never compare or add up two of them')]),
  })
  expect(findMarkerIn(agent.said(), apiKey)).toBeUndefined()
})

test('own keys come only from the environment, only those needed are sent, and none is ever shown §1.9', async () => {
  await activatePlan(db, accountId, { limits: DEFAULT_LIMITS }, Date.now())
  const vendors = await startVendorServer()
  onTestFinished(() => vendors.close())
  const marker = () => `test-${randomBytes(18).toString('base64url')}`
  const keys = {
    OPENAI_API_KEY: marker(),
    ANTHROPIC_API_KEY: marker(),
    PERPLEXITY_API_KEY: marker(),
    GEMINI_API_KEY: marker(),
    XAI_API_KEY: marker(),
    DATAFORSEO_API_KEY: `ada@agency.example:${marker()}`,
  }
  const bases = Object.fromEntries(Object.entries(vendors.env).filter(([name]) => name.endsWith('_BASE_URL')))
  const url = await serve([], { ...bases, SVC_SECRET: randomBytes(32).toString('base64') })
  const agent = await agentOverStdio({ SVC_BASE_URL: url, SVC_API_KEY: apiKey, ...keys }, cwd)

  const asked = { ...START, funding: 'byok', plan: 'QUICK', engines: ['OPENAI', 'GEMINI'] }
  const started = await agent.call('report_start', asked)
  expect(started.json.keysSent).toEqual(['OPENAI_API_KEY', 'GEMINI_API_KEY'])
  const { slug } = startResponse.parse(started.json)
  await ended(slug)
  const read = await agent.call('report_get', { slug })
  expect(read.json).toMatchObject({ report: { funding: 'BYOK', simulated: false } })
  expect(new Set(vendors.requests.map(({ key }) => key))).toEqual(new Set([keys.OPENAI_API_KEY, keys.GEMINI_API_KEY]))

  // Where none of the engines can be the scribe, the key of one that can is sent too.
  const grok = await agent.call('report_start', {
    ...START,
    domain: 'other.example',
    funding: 'byok',
    engines: ['GROK'],
  })
  expect(grok.json.keysSent).toEqual(['OPENAI_API_KEY', 'XAI_API_KEY'])
  await ended(startResponse.parse(grok.json).slug)

  const wrong = await agent.call('report_start', {
    ...asked,
    domain: 'no host',
    idempotencyKey: 'mine-0123456789abcdef',
  })
  expect(wrong.json.failure).toMatchObject({ fields: ['domain'], idempotencyKey: 'mine-0123456789abcdef' })
  for (const key of [apiKey, ...Object.values(keys).map((key) => key.replace(/^.*:/, ''))])
    expect(findMarkerIn(agent.said(), key)).toBeUndefined()
})

test("the API's own refusals arrive as tool errors with what to do", async () => {
  const url = await serve(['--simulate'], { SVC_SECRET: randomBytes(32).toString('base64') })
  const agent = await agentInProcess({ baseUrl: url, apiKey, providerKeys: { OPENAI: 'test-0123456789abcdef' } })
  const failure = async (name: string, args: Record<string, unknown>) => {
    const told = await agent.call(name, args)
    expect(told.isError).toBe(true)
    expect(told.text).toMatch(/^[A-Z].*[.)]$/)
    return told.json.failure
  }
  const start = (more: object) => failure('report_start', { ...START, funding: 'credits', ...more })
  expect(await start({})).toMatchObject({ httpStatus: 402, error: 'No credit is left; nothing was started.' })
  expect(await start({ seedPrompts: ['Is Acme any good?'] })).toMatchObject({
    httpStatus: 400,
    fields: ['seedPrompts'],
  })
  expect(await start({ funding: 'byok' })).toMatchObject({ httpStatus: 402, limit: 'plan' })
  expect(await failure('report_get', { slug: 'nothing' })).toMatchObject({ httpStatus: 404 })
  expect(await failure('rankings_get', { slug: 'nothing' })).toMatchObject({ httpStatus: 404 })

  await activatePlan(db, accountId, { limits: { ...DEFAULT_LIMITS, projects: 1, perDay: 3 } }, Date.now())
  const first = await agent.call('report_start', { ...START, funding: 'byok', plan: 'QUICK' })
  const { slug } = startResponse.parse(first.json)
  await ended(slug)
  const projects = await start({ funding: 'byok', domain: 'other.example' })
  expect(projects).toMatchObject({ httpStatus: 429, limit: 'projects' })
  await db.updateTable('reports').set({ status: 'RUNNING' }).where('slug', '=', slug).execute()
  expect(await failure('report_kit', { slug })).toMatchObject({ httpStatus: 409, status: 'RUNNING' })
  await db.updateTable('reports').set({ status: 'COMPLETE', funding: 'FREE' }).where('slug', '=', slug).execute()
  expect(await failure('report_kit', { slug })).toMatchObject({ httpStatus: 403 })

  let limited = await agent.call('reports_list')
  while (!limited.isError) limited = await agent.call('reports_list')
  expect(limited.json.failure).toMatchObject({ httpStatus: 429, retryAfterSeconds: expect.any(Number) })
  expect(limited.text).toMatch(/Wait \d+ seconds before the next call \(retryAfterSeconds: \d+\)\.$/)

  const stranger = await agentInProcess({ baseUrl: url, apiKey: 'svc_000000000000000000000000000000' })
  const unknown = await stranger.call('reports_list')
  expect(unknown.json.failure).toMatchObject({ httpStatus: 401 })
  expect(unknown.text).toContain('Check SVC_API_KEY')
})
