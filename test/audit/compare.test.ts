import { expect, test } from 'vitest'
import { Findings } from '../../pipeline/audit/compare.ts'

function compare(what: string, published: unknown, derived: unknown) {
  const findings = new Findings()
  findings.compare(what, published, derived)
  const { checked, differences } = findings
  return { checked, differences }
}

const BRANDS = [
  { name: 'Acme', mentions: 3, interval: { low: 0.1, high: 0.9 } },
  { name: 'Bolt', mentions: 1, interval: { low: 0, high: 0.5 } },
]

test('equal documents have no difference, in any order of their fields', () => {
  const derived = { brands: BRANDS.map(({ name, ...rest }) => ({ ...rest, name })), left: undefined }
  expect(compare('x', { brands: BRANDS }, derived)).toEqual({ checked: 8, differences: [] })
})

test('a value that differs is named by its path', () => {
  const [acme, bolt] = BRANDS
  const derived = { brands: [acme, { ...bolt, interval: { low: 0, high: 0.6 } }] }
  expect(compare('rankings/crm/2026-11', { brands: BRANDS }, derived).differences).toEqual([
    { what: 'rankings/crm/2026-11 brands/Bolt interval high', published: 0.5, derived: 0.6 },
  ])
})

test('a missing element is one difference, and not one for all that follow', () => {
  expect(compare('x', { brands: BRANDS }, { brands: BRANDS.slice(1) }).differences).toEqual([
    { what: 'x brands/Acme', published: JSON.stringify(BRANDS[0]), derived: null },
  ])
  expect(compare('x', { brands: BRANDS.slice(1) }, { brands: BRANDS }).differences).toMatchObject([
    { what: 'x brands/Acme', published: null },
  ])
  expect(compare('x', { tie: 1 }, {}).differences).toEqual([{ what: 'x tie', published: 1, derived: null }])
})

test('elements in another order differ only in their order', () => {
  expect(compare('x', { brands: BRANDS }, { brands: BRANDS.toReversed() }).differences).toEqual([
    { what: 'x brands order', published: 'Acme, Bolt', derived: 'Bolt, Acme' },
  ])
})

test.each([
  [[{ question: 1, engine: 'GROK', run: 2, text: 'a' }], 'x/q1 GROK r2 text'],
  [[{ engine: 'GROK', run: 2, text: 'a' }], 'x/GROK r2 text'],
  [[{ engine: 'GROK', text: 'a' }], 'x/GROK text'],
  [[{ index: 3, text: 'a' }], 'x/q3 text'],
  [[{ brand: 'Acme', text: 'a' }], 'x/Acme text'],
  [[{ domain: 'acme.example', text: 'a' }], 'x/acme.example text'],
  [[{ url: 'u', domain: 'd', text: 'a' }], 'x/u text'],
])('%j is named %s', (list, what) => {
  const derived = list.map((each) => ({ ...each, text: 'b' }))
  expect(compare('x', list, derived).differences).toEqual([{ what, published: 'a', derived: 'b' }])
})

test('elements without unique names are named by their index', () => {
  const list = [
    { brand: 'Acme', start: 1 },
    { brand: 'Acme', start: 2 },
  ]
  expect(compare('x', list, [list[0], { brand: 'Acme', start: 3 }]).differences).toEqual([
    { what: 'x/1 start', published: 2, derived: 3 },
  ])
  expect(compare('x', ['a', 'b'], ['a', 'c']).differences).toEqual([{ what: 'x/1', published: 'b', derived: 'c' }])
})

test('a number may differ only by rounding, and is never equal to another type', () => {
  expect(compare('x', 0.1 + 0.2, 0.3).differences).toEqual([])
  expect(compare('x', 0.3, 0.300001).differences).toHaveLength(1)
  expect(compare('x', 1, '1').differences).toHaveLength(1)
  expect(compare('x', null, 0).differences).toHaveLength(1)
})

test('for long texts only the part that differs is shown', () => {
  const text = 'word '.repeat(200)
  const [difference] = compare('x', text, `${text.slice(0, 500)}other${text.slice(505)}`).differences
  expect(difference?.published).toHaveLength(162)
  expect(difference?.derived).toMatch(/^….*other.*…$/)
})
