import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { expect } from 'vitest'
import { operations } from '../../../pipeline/contract/operations.ts'
import { describeApi } from '../../../server/openapi/document.ts'

/** The description of the API, to validate responses against. */
export const description = describeApi({ baseUrl: 'https://api.example', legacyBaseUrl: undefined })

const ajv = new Ajv2020({ strict: false, allErrors: true })
formats.default(ajv)
ajv.addSchema(description, 'openapi')

interface Header {
  readonly required?: boolean
  readonly schema: { readonly type?: string }
}

/** Asserts that a response has a described status, headers and body, and is an error at unknown API paths; ignores other paths. */
export async function assertDescribed(method: string, path: string, response: Response): Promise<void> {
  if (method === 'OPTIONS') return
  const [pathname = ''] = path.replace(/^\/api(?=\/v1\b)/, '').split(/[?#]/)
  const here = operations.filter((operation) => matches(operation.path, pathname))
  const [first] = here
  if (first === undefined) return
  const operation = here.find((each) => each.method === (method === 'HEAD' ? 'GET' : method)) ?? first
  const pointer = `${operation.path.replaceAll('/', '~1')}/${operation.method.toLowerCase()}/responses/${response.status}`
  const responses = Object(description.paths)[operation.path][operation.method.toLowerCase()].responses
  const described = responses[response.status]
  expect(described, `${operation.id} does not say that it answers ${response.status}`).toBeDefined()
  for (const [name, { required, schema }] of Object.entries<Header>(described.headers ?? {})) {
    const value = response.headers.get(name)
    if (value === null) expect(required, `${name} is missing`).not.toBe(true)
    else expect(ajv.validate(schema, schema.type === 'integer' ? Number(value) : value), name).toBe(true)
  }
  if (described.content === undefined || method === 'HEAD') return expect(await text(response)).toBe('')
  const valid = ajv.validate(
    { $ref: `openapi#/paths/${pointer}/content/application~1json/schema` },
    JSON.parse(await text(response)),
  )
  expect(ajv.errors, `${operation.id} ${response.status}`).toBeNull()
  expect(valid).toBe(true)
}

async function text(response: Response): Promise<string> {
  return response.clone().text()
}

function matches(template: string, pathname: string): boolean {
  return new RegExp(`^${template.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(pathname)
}
