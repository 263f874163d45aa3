import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { operations } from '../../pipeline/contract/operations.ts'
import { reportProgress } from '../../pipeline/contract/report.ts'
import { idempotencyKey, startRequest, startResponse } from '../../pipeline/contract/start.ts'
import { frozenRanking } from '../support/rankings.ts'
import { frozenReport } from '../support/reports.ts'

const DOCS = join(import.meta.dirname, '../../docs')

interface Assigned {
  readonly name: string
  readonly type: string
  readonly value: string
}

interface Node {
  readonly name: string
  readonly type: string
  readonly parameters: {
    readonly method?: string
    readonly url?: string
    readonly jsonBody?: string
    readonly headerParameters?: { readonly parameters: readonly { readonly name: string; readonly value: string }[] }
    readonly assignments?: { readonly assignments: readonly Assigned[] }
  }
}

interface Workflow {
  readonly id: string
  readonly nodes: readonly Node[]
  readonly connections: Readonly<Record<string, { readonly main: readonly (readonly { readonly node: string }[])[] }>>
}

const workflows = globSync('n8n-*.json', { cwd: DOCS }).map(
  (name) => [name, JSON.parse(readFileSync(join(DOCS, name), 'utf8')) as Workflow] as const,
)

/** What an expression of n8n, `={{ … }}`, gives for an item. */
function evaluated(expression: string, $json: unknown): unknown {
  const [, code = ''] = /^=\{\{ (.*) \}\}$/s.exec(expression) ?? []
  const $now = { toFormat: () => '2026-11' }
  return new Function('$json', '$now', `return ${code}`)($json, $now)
}

function nodeOf({ nodes }: Workflow, name: string): Node {
  const node = nodes.find((each) => each.name === name)
  if (node === undefined) throw new Error(`no node ${name}`)
  return node
}

function assigned(workflow: Workflow, name: string, item: unknown): Record<string, unknown> {
  const fields = nodeOf(workflow, name).parameters.assignments?.assignments ?? []
  return Object.fromEntries(
    fields.map(({ name: field, type, value }) => {
      const cell = value.startsWith('=') ? evaluated(value, item) : value
      expect([field, typeof cell]).toEqual([field, type])
      return [field, cell]
    }),
  )
}

test.each(workflows)('%s leads from node to node, and calls operations that the API has', (_, workflow) => {
  const names = workflow.nodes.map(({ name }) => name)
  const led = Object.values(workflow.connections).flatMap(({ main }) => main.flat().map(({ node }) => node))
  expect([...led, ...Object.keys(workflow.connections)].filter((name) => !names.includes(name))).toEqual([])
  expect(names.filter((name) => !led.includes(name) && !/^(Once|By hand)/.test(name))).toEqual([])
  const called = workflow.nodes.flatMap(({ parameters: { method = 'GET', url } }) =>
    url === undefined ? [] : [`${method} ${url.replace(/^=?.*?(?=\/v1\/)/, '').replace(/\{\{[^}]*\}\}/, '{slug}')}`],
  )
  expect(called.length).toBeGreaterThan(0)
  const known = operations.map(({ method, path }) => `${method.toUpperCase()} ${path}`)
  expect(called.filter((each) => !known.includes(each))).toEqual([])
})

test.each(workflows)('the page says how to run %s', (name, { id }) => {
  const page = readFileSync(join(DOCS, 'export.md'), 'utf8')
  expect(page).toContain(`n8n import:workflow --input=docs/${name} && n8n execute --id ${id}`)
})

const named = Object.fromEntries(workflows)

test('the workflow of a report sends a start that the API takes, with a key that never pays twice', () => {
  const workflow = named['n8n-report.json']
  if (workflow === undefined) throw new Error('no workflow')
  const product = assigned(workflow, 'Product', {})
  const { jsonBody = '', headerParameters } = nodeOf(workflow, 'Start').parameters
  expect(startRequest.parse(JSON.parse(String(evaluated(jsonBody, product))))).toMatchObject({ funding: 'credits' })
  const [header] = headerParameters?.parameters ?? []
  expect(header?.name).toBe('Idempotency-Key')
  for (const domain of ['a.co', 'shop.acme.example'])
    expect(idempotencyKey.safeParse(evaluated(header?.value ?? '', { ...product, domain })).success).toBe(true)
})

test('the workflows read fields that the API has', () => {
  const { 'n8n-report.json': report, 'n8n-rankings.json': rankings } = named
  if (report === undefined || rankings === undefined) throw new Error('no workflow')
  expect(assigned(report, 'Named in', { report: { ...frozenReport(), url: 'https://a.example/r/b' } })).toMatchObject({
    ...{ brand: 'Acme', simulated: false, mentions: 4, answers: 10, low: 0.1, high: 0.8 },
  })
  const { answersCounted: answers, ...entry } = frozenRanking()
  expect(assigned(rankings, 'Named most', { ...entry, answers })).toMatchObject({
    brand: 'Acme',
    mentions: 3,
    answers: 3,
  })
  expect(assigned(rankings, 'Named most', { ...entry, answers, top: [] })).toMatchObject({ brand: '', mentions: 0 })
  const read = JSON.stringify(report)
  expect(Object.keys(startResponse.shape)).toContain('slug')
  expect(read).toContain("$('Start').first().json.slug")
  expect(Object.keys(reportProgress.shape)).toEqual(expect.arrayContaining(['status', 'error']))
  for (const path of read.match(/\$json\.status\.\w+/g) ?? [])
    expect(['$json.status.status', '$json.status.error']).toContain(path)
})
