import { expect, test } from 'vitest'
import { axisOf } from '../../../templates/figures/axis.ts'
import { figures, HOSTILE, row, tagsOf } from './rows.ts'

const draw = (rows: Parameters<typeof figures.brands>[0]['rows']) => figures.brands({ rows, labelledBy: 'brands' })

test('an axis ends at a round share that holds every interval, and never beyond 100 %', () => {
  for (const [shares, end, ticks] of [
    [[0.93, 1], 1, '0 20 40 60 80 100'],
    [[0.07, 0.31], 0.35, '0 5 10 15 20 25 30 35'],
    [[0.031], 0.035, '0 0.5 1 1.5 2 2.5 3 3.5'],
    [[0.88], 1, '0 20 40 60 80 100'],
    [[], 0.01, '0 0.2 0.4 0.6 0.8 1'],
  ] as const) {
    const axis = axisOf(shares)
    expect(axis.end).toBeCloseTo(end)
    expect(axis.ticks.map(({ label }) => label).join(' ')).toBe(ticks.replaceAll(/(?= |$)/g, '\u00a0%'))
    expect([0, axis.end / 2, axis.end].map((share) => axis.at(share))).toEqual([0, 0.5, 1])
  }
})

test('a row has its count with its denominator, its dot at the share and its lines along its intervals', () => {
  const html = draw([row('Bolt', 60), row('Crane', 80)])
  expect(html).toContain('60/100')
  expect(html).toContain('<circle class="dot" cx="60%" cy="14" r="5"/>')
  expect(html).toContain('<line class="thin" x1="40%" x2="80%"')
  expect(html).toContain('<line class="thick" x1="50%" x2="70%"')
  expect(html).toContain(
    '<title>60\u00a0%; 40–80\u00a0% for other questions; 50–70\u00a0% for these questions again</title>',
  )
  expect(html).toContain('<td class="ranks">1–3</td>')
})

test('all rows share one axis, including those one click away', () => {
  const rows = Array.from({ length: 20 }, (_, index) => row(`Brand ${index}`, 5, index === 19 ? { mentions: 50 } : {}))
  const html = draw(rows)
  const [open = '', more = ''] = html.split('<details')
  expect(open.match(/<tr/g)).toHaveLength(1 + 15)
  expect(more.match(/<tr/g)).toHaveLength(1 + 5)
  expect(html).toContain('<summary id="brands-more">5 more brands</summary>')
  expect(open.match(/<text .*?<\/text>/gs)?.join()).toBe(more.match(/<text .*?<\/text>/gs)?.join())
})

test('the product is among the open rows, however rarely it is named', () => {
  const rows = Array.from({ length: 20 }, (_, index) => row(`Brand ${index}`, 50 - index, { own: index === 18 }))
  const [open = '', more = ''] = draw(rows).split('<details')
  expect([...open.matchAll(/<bdi>(.*?)<\/bdi>/g)].map(([, name]) => name).slice(-2)).toEqual(['Brand 13', 'Brand 18'])
  expect(more.match(/<bdi>(.*?)<\/bdi>/g)).toHaveLength(5)
  expect(more).not.toContain('Brand 18')
})

test('a rate without intervals has only a dot', () => {
  const html = figures.whisker({ mentions: 3, answers: 10 })
  expect(html).toContain('<title>30\u00a0%</title>')
  expect(html).toContain('cx="30%"')
  expect(html).not.toContain('thin')
})

test('a single row is not hidden behind a click', () => {
  expect(draw(Array.from({ length: 16 }, (_, index) => row(`Brand ${index}`, 5)))).not.toContain('<details')
})

test('an engine or brand without a counted answer has no dot', () => {
  const html = draw([row('Bolt', 0, { answers: 0, interval: { low: 0, high: 1 } })])
  expect(html).toContain('0/0')
  expect(html).toContain('<title>no answer counted</title>')
  expect(html.match(/class="dot"/g)).toHaveLength(1) // It is the key's.
})

test('a row links to its answers if an address is given, and the product stands out', () => {
  const html = draw([row('Bolt', 60, { href: '/a?b&c' }), row('Acme', 10, { own: true })])
  expect(html).toContain('<a href="/a?b&amp;c"><bdi>Bolt</bdi></a>')
  expect(html.match(/<a /g)).toHaveLength(1)
  expect(html).toMatch(/<tr class="own">\s*<td class="ranks">1–3<\/td>\s*<th scope="row" class="name" title="Acme">/)
})

test('without ranks there is no column for them', () => {
  expect(draw([row('Bolt', 60, { rankRange: undefined })])).not.toContain('ranks')
})

test('a small whisker has an axis up to 100 %', () => {
  const html = figures.whisker(row('Bolt', 30))
  expect(html).toContain('cx="30%"')
  expect(html).toContain('<title>30\u00a0%;')
})

test('no name becomes markup, and nothing is styled or run inline', () => {
  const names = (texts: readonly string[]) =>
    draw(texts.map((name) => row(name, 10, { href: `#${encodeURIComponent(name.toWellFormed())}` })))
  const html = names(HOSTILE)
  expect(tagsOf(html)).toEqual(tagsOf(names(HOSTILE.map(() => 'name'))))
  expect(html).not.toMatch(/[^\P{Cc}\t\n\r]/u)
  expect(tagsOf(html).join()).not.toMatch(/script|\b(on\w+|style)\b/i)
})
