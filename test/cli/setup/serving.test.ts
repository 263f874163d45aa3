import { expect, onTestFinished, test } from 'vitest'
import { startSvc, svc } from '../../support/process/svc.ts'
import { freshFolder } from '../../support/store/store.ts'

const EMAIL = 'ada@agency.example'
const GERMAN = {
  ...{ domain: 'acme.example', category: 'CRM-Software', description: 'Ein CRM.', funding: 'credits' },
  ...{ country: 'DE', language: 'de' },
}

test.each([
  ['without a key', [], {}, 400],
  ['with a key', [], { GEMINI_API_KEY: 'AIza-none-0123456789' }, 202],
  ['without a key, whose workers may have one', ['--workers', '0'], {}, 202],
] as const)(
  'a server %s answers a start on a credit whose questions it would have to write in German',
  async (_, flags, keys, status) => {
    const cwd = freshFolder()
    const env = { ...keys, GEMINI_BASE_URL: 'http://127.0.0.1:1', SVC_LOG: 'silent' }
    await svc(['accounts', 'create', '--email', EMAIL, '--verified'], { cwd, env })
    await svc(['credits', 'grant', '--account', EMAIL, '--count', '1'], { cwd, env })
    const { key } = JSON.parse((await svc(['keys', 'create', '--account', EMAIL, '--json'], { cwd, env })).out)
    const server = startSvc(['serve', '--port', '0', ...flags], { cwd, env })
    onTestFinished(() => void server.child.kill('SIGKILL'))
    const url = (await server.line('listening on ')).replace('listening on ', '')
    const started = await fetch(`${url}/v1/reports`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(GERMAN),
    })
    const { fields } = JSON.parse(await started.text())
    expect([started.status, fields]).toEqual([status, status === 400 ? ['seedPrompts'] : undefined])
    // What a start spent may be back by now, as nothing answers at that address.
    const { out } = await svc(['credits', 'balance', '--account', EMAIL, '--json'], { cwd, env })
    if (status === 400) expect(JSON.parse(out)).toEqual({ balance: 1, held: 0 })
  },
)
