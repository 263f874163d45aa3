import { createCanvas, loadImage } from '@napi-rs/canvas'
import { expect, test } from 'vitest'
import { drawBadge } from '../../../templates/figures/badge.ts'
import { type BrandPicture, drawBrands } from '../../../templates/figures/brand-drawing.ts'
import { shortened, textWidth, wrapped } from '../../../templates/figures/drawing.ts'
import { indexedPng } from '../../../templates/figures/indexed-png.ts'
import { pngOf } from '../../../templates/figures/png.ts'
import { figures, HOSTILE, row, tagsOf } from './rows.ts'

const picture = (changed: Partial<BrandPicture> = {}): BrandPicture => ({
  rows: Array.from({ length: 40 }, (_, index) => row(`Brand ${index + 1}`, 90 - 2 * index)),
  heading: 'CRM software',
  lines: ['Named in n of 100 counted answers · November 2026', 'Asked: Claude, Gemini'],
  simulated: false,
  source: 'https://www.example/rankings/crm-software/2026-11/',
  ...changed,
})
const textsOf = (changed?: Partial<BrandPicture>) => drawBrands(picture(changed)).texts.map(({ text }) => text)

test('a picture says what is counted, of what, when, by whom, and where it is published', () => {
  const texts = textsOf()
  for (const expected of ['CRM software', 'Asked: Claude, Gemini', 'Brand 1', '90/100', '1–3', 'and 25 more there'])
    expect(texts).toContain(expected)
  expect(texts).toContain('https://www.example/rankings/crm-software/2026-11/')
  expect(texts).not.toContain('Brand 16')
})

test('only a picture of simulated answers says that they are', () => {
  expect(textsOf().join()).not.toMatch(/simulated/i)
  expect(textsOf({ simulated: true }).join()).toMatch(/Simulated data: these answers are made up/)
  expect(drawBrands(picture({ simulated: true })).title).toContain('Simulated data.')
})

test('a picture of a given height shows as many rows as fit into it', () => {
  const drawing = drawBrands(picture({ height: 378 }))
  expect(drawing.height).toBe(378)
  const names = drawing.texts.filter(({ text }) => /^Brand/.test(text))
  expect(names.length).toBeGreaterThanOrEqual(7)
  expect(drawing.texts.map(({ text }) => text)).toContain(`and ${40 - names.length} more there`)
  for (const { y } of drawing.texts) expect(y).toBeLessThan(378)
})

test('a dot stands at its share of the axis', () => {
  const { shapes } = drawBrands(picture({ rows: [row('Bolt', 50), row('Crane', 90)] }))
  const axis = shapes.find(({ stroke }) => stroke === '#dcd8d0')?.d ?? ''
  const [from = 0, ...rest] = [...axis.matchAll(/M([\d.]+)/g)].map(([, x]) => Number(x))
  const dots = shapes.filter(({ strokeWidth, fill }) => fill !== undefined && strokeWidth !== undefined)
  const middle = Number(/^M([\d.]+)/.exec(dots[0]?.d ?? '')?.[1]) + 5.5
  expect(middle).toBeCloseTo((from + (rest.at(-1) ?? 0)) / 2)
})

test('texts are shortened to the available width', () => {
  expect(shortened('Short', { size: 14 }, 200)).toBe('Short')
  const long = shortened('x'.repeat(80), { size: 14 }, 200)
  expect(long).toMatch(/^x+…$/)
  expect(textWidth(long, { size: 14 })).toBeLessThanOrEqual(200)
  expect(shortened('👩‍👩‍👧‍👦'.repeat(30), { size: 14 }, 100)).toMatch(/^(👩‍👩‍👧‍👦)+…$/u)
  expect(wrapped('one two three four', { size: 10 }, 50, 2)).toEqual(['one two', 'three fo…'])
  expect(wrapped('', { size: 10 }, 50, 2)).toEqual([])
})

test('a badge says the count with its denominator and the month, and that it is simulated', () => {
  const badge = { name: 'Bolt', mentions: 41, answers: 85, month: 'November 2026', simulated: false }
  expect(figures.svg(drawBadge(badge))).toContain('named in 41 of 85 answers · November 2026')
  expect(figures.svg(drawBadge({ ...badge, simulated: true }))).toContain('simulated: named in 41 of 85 answers')
  expect(figures.svg(drawBadge({ ...badge, mentions: undefined }))).toContain(
    'not among the brands named in 85 answers · November 2026',
  )
})

test('no text becomes markup or an invalid XML character in an SVG file', () => {
  const of = (names: readonly string[]) =>
    figures.svg(
      drawBrands(
        picture({ rows: names.map((name) => row(name, 9)), heading: names.join(' '), source: names[0] ?? '' }),
      ),
    )
  const svg = of(HOSTILE)
  expect(tagsOf(svg)).toEqual(tagsOf(of(HOSTILE.map((name) => name.replaceAll(/[^\s]/gu, 'n')))))
  expect(svg).not.toMatch(/[^\P{Cc}\t\n\r]|[\ufffe\uffff]/u)
  expect(svg.isWellFormed()).toBe(true)
  expect(
    tagsOf(figures.svg(drawBadge({ name: HOSTILE.join(''), mentions: 1, answers: 2, month: '<m>', simulated: true }))),
  ).toHaveLength(10)
})

test('bold text is measured as wider', () => {
  expect(textWidth('Bolt', { size: 10, bold: true })).toBeGreaterThan(textWidth('Bolt', { size: 10 }))
})

test('a drawing’s PNG has the colours of the drawing, and any program reads it', async () => {
  const square = { d: 'M0 0h10v10h-10z', fill: '#14507a' }
  const white = { d: 'M0 0h20v10h-20z', fill: '#ffffff' }
  const png = await pngOf({ width: 20, height: 10, title: '', shapes: [white, square], texts: [] }, 40)
  const canvas = createCanvas(40, 20)
  canvas.getContext('2d').drawImage(await loadImage(png), 0, 0)
  const at = (x: number, y: number) => [...canvas.getContext('2d').getImageData(x, y, 1, 1).data]
  expect([at(5, 5), at(39, 19)]).toEqual([
    [0x11, 0x55, 0x77, 255],
    [255, 255, 255, 255],
  ])
})

test('pixels of more colours than a palette has don’t make an indexed PNG', async () => {
  const pixels = new Uint8ClampedArray(4 * 64 * 64).map((_, at) =>
    at % 4 === 3 ? 255 : Math.abs(Math.floor(1e5 * Math.sin(at))) % 256,
  )
  expect(await indexedPng(pixels, { width: 64, height: 64 })).toBeUndefined()
})

test('a PNG has the asked width, and every name can be drawn', async () => {
  const png = await pngOf(drawBrands(picture({ rows: HOSTILE.map((name) => row(name, 9)), height: 378 })), 1200)
  expect(png.subarray(1, 4).toString()).toBe('PNG')
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630])
  expect(png.equals(await pngOf(drawBrands(picture({ rows: [], height: 378 })), 1200))).toBe(false)
})
