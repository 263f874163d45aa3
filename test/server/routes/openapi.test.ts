import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { operations } from '../../../pipeline/contract/operations.ts'
import { FIELD_NOTES } from '../../../server/openapi/describe-fields.ts'
import { describeApi } from '../../../server/openapi/document.ts'
import { freshApp, freshFolder } from '../fresh-app.ts'

const REDOCLY = fileURLToPath(new URL('../../../node_modules/@redocly/cli/bin/cli.js', import.meta.url))
const CONFIG = 'extends: [recommended-strict]\ntelemetry: off\n'

async function described(legacyBaseUrl?: string) {
  const { get } = await freshApp({ legacyBaseUrl })
  const response = await get('/v1/openapi.json')
  return { response, document: Object(await response.json()) }
}

describe('GET /v1/openapi.json', () => {
  test('is OpenAPI 3.1 and has every operation with every status §9.2', async () => {
    const { response, document } = await described()
    expect(response.status).toBe(200)
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(document.openapi).toMatch(/^3\.1\./)
    expect(document.servers).toEqual([{ url: 'https://api.example' }])
    expect(Object.keys(document.paths)).toHaveLength(new Set(operations.map(({ path }) => path)).size)
    for (const { id, method, path, auth, statuses } of operations) {
      const operation = document.paths[path][method.toLowerCase()]
      expect(operation.operationId).toBe(id)
      expect(operation.security).toEqual(auth === 'key' ? [{ key: [] }] : [])
      expect(Object.keys(operation.responses)).toEqual(Object.keys(statuses))
    }
  })

  test('describes the start: its body, its header and both of its successes §7.3', async () => {
    const { document } = await described()
    const { post } = document.paths['/v1/reports']
    expect(document.components.schemas.StartRequest.required).toEqual(['domain', 'category', 'description', 'funding'])
    expect(post.requestBody.content['application/json'].schema).toEqual({ $ref: '#/components/schemas/StartRequest' })
    expect(post.parameters).toMatchObject([{ in: 'header', name: 'Idempotency-Key' }])
    expect(post.responses[200].content).toEqual(post.responses[202].content)
    expect(Object.keys(post.responses[429].headers)).toEqual(
      expect.arrayContaining([
        'X-Request-Id',
        'Retry-After',
        'RateLimit-Limit',
        'RateLimit-Remaining',
        'RateLimit-Reset',
      ]),
    )
  })

  test('says of every field, parameter and header what it means, with an example', async () => {
    const { document } = await described()
    const silent: string[] = []
    const look = (name: string, described: Record<string, unknown>, schema: Record<string, unknown>) => {
      if (typeof described.description !== 'string') silent.push(`${name}: description`)
      const holdsFields = /"(properties|\$ref)":/.test(JSON.stringify(schema))
      if (!holdsFields && !Array.isArray(schema.examples)) silent.push(`${name}: example`)
    }
    const walk = (name: string, part: unknown): void => {
      if (typeof part !== 'object' || part === null) return
      for (const [key, value] of Object.entries(part)) {
        if (key === 'properties')
          for (const [field, schema] of Object.entries(value)) look(`${name}.${field}`, Object(schema), Object(schema))
        if (key === 'headers')
          for (const [header, each] of Object.entries<{ schema: object }>(value))
            look(`${name}.${header}`, Object(each), Object(each.schema))
        if (key === 'parameters') for (const each of value) look(`${name}.${each.name}`, each, each.schema)
        if (key !== 'examples') walk(`${name}.${key}`, value)
      }
    }
    walk('', document)
    expect(silent).toEqual([])
  })

  test('has no note on a field that doesn’t exist', async () => {
    const { document } = await described()
    const text = JSON.stringify(document)
    const unused = Object.entries(FIELD_NOTES).filter(([, [note]]) => !text.includes(JSON.stringify(note)))
    expect(unused).toEqual([])
  })

  test('closes no object, as fields may be added §9.3', async () => {
    const { document } = await described()
    expect(JSON.stringify(document)).not.toContain('"additionalProperties":false')
  })

  test('names the older base as deprecated if there is one', async () => {
    const { document } = await described('https://old.example')
    expect(document.servers).toEqual([
      { url: 'https://api.example' },
      { url: 'https://old.example/api', description: expect.stringContaining('Deprecated') },
    ])
  })

  test('passes the linter without a warning §9.2', async () => {
    const folder = await freshFolder()
    const [file, config] = [join(folder, 'openapi.json'), join(folder, 'redocly.yaml')]
    // The linter takes the reserved names for a forgotten placeholder.
    const document = describeApi({ baseUrl: 'https://api.svc.test', legacyBaseUrl: 'https://old.svc.test' })
    await writeFile(file, JSON.stringify(document))
    await writeFile(config, CONFIG)
    const env = { PATH: '/usr/bin:/bin', REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
    const args = [REDOCLY, 'lint', file, '--config', config, '--format', 'json']
    const { stdout } = await promisify(execFile)(process.execPath, args, { env, cwd: folder }).catch(Object)
    expect(JSON.parse(stdout)).toMatchObject({ totals: { errors: 0, warnings: 0, ignored: 0 }, problems: [] })
  })
})
