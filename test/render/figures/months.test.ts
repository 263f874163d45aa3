import { expect, test } from 'vitest'
import type { MonthRate } from '../../../templates/figures/months.ts'
import { figures, HOSTILE, tagsOf } from './rows.ts'

const MONTHS = ['July', 'August', 'September', 'October', 'November']
const rate = (month: number, mentions: number, apart = false): MonthRate => ({
  ...{ month, mentions, answers: 100, apart },
  interval: { low: Math.max(0, mentions / 100 - 0.2), high: mentions / 100 + 0.2 },
  intervalSameQuestions: { low: Math.max(0, mentions / 100 - 0.1), high: mentions / 100 + 0.1 },
})
const draw = (rates: readonly MonthRate[], months = MONTHS) =>
  figures.months({ months, series: [{ name: 'Bolt', rates }] })
const paths = (html: string, name: string) =>
  [...html.matchAll(new RegExp(`<path class="${name}" d="(.*?)"`, 'g'))].map((match) => match[1])

test('a line joins the months, from 0 to the end of an axis that all brands share', () => {
  const html = draw([rate(0, 80), rate(1, 40), rate(2, 0), rate(3, 40), rate(4, 80)])
  expect(html).toContain('100\u00a0%')
  expect(paths(html, 'line')).toEqual(['M0,12L25,36L50,60L75,36L100,12'])
  expect(paths(html, 'ribbon')).toHaveLength(1)
  expect(html).toContain('July: 80 of 100, 80\u00a0%; 60–100\u00a0% for other questions')
  expect(html).toContain('80/100')
})

test('no line joins months that can’t be compared or aren’t consecutive', () => {
  expect(paths(draw([rate(0, 80), rate(1, 40), rate(2, 0, true), rate(3, 40), rate(4, 80)]), 'line')).toEqual([
    'M0,12L25,36',
    'M50,60L75,36L100,12',
  ])
  expect(paths(draw([rate(0, 80), rate(1, 40), rate(3, 40), rate(4, 80)]), 'line')).toEqual([
    'M0,12L25,36',
    'M75,36L100,12',
  ])
})

test('a single month shows its interval as a line', () => {
  const html = draw([rate(0, 80)], ['November'])
  expect(html).toContain('class="ribbon single"')
  expect(paths(html, 'point')).toEqual(['M50.0 12.0h0'])
})

test('six brands are shown', () => {
  const series = Array.from({ length: 9 }, (_, index) => ({ name: `Brand ${index}`, rates: [rate(4, 50)] }))
  expect(figures.months({ months: MONTHS, series }).match(/<figure>/g)).toHaveLength(6)
})

test('a brand that the latest month doesn’t list says so', () => {
  expect(draw([rate(0, 50)])).toContain('not in the latest month')
})

test('no name becomes markup', () => {
  const of = (names: readonly string[]) =>
    figures.months({ months: names, series: names.map((name) => ({ name, href: '#', rates: [rate(0, 5)] })) })
  expect(tagsOf(of(HOSTILE))).toEqual(tagsOf(of(HOSTILE.map(() => 'name'))))
})
