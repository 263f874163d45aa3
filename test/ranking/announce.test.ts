import { expect, test } from 'vitest'
import type { Change, FrozenRanking } from '../../pipeline/contract/ranking.ts'
import { announceMoves } from '../../pipeline/ranking/announce.ts'
import { frozenRanking } from '../support/rankings.ts'

const WIDE = { low: -0.1, high: 0.3 }
const compared: Change = {
  from: 0.2,
  to: 0.3,
  points: 0.1,
  interval: WIDE,
  moved: false,
  comparedCells: 10,
  leftOut: [],
}

/** A ranking of two brands that can be compared with the month before. */
function ranking(slug: string): FrozenRanking {
  const frozen = frozenRanking({ slug })
  const brands = frozen.brands.map((brand) => ({ ...brand, change: compared }))
  return { ...frozen, brands, comparedWith: { month: '2026-09', version: 1, newQuestions: 0, droppedQuestions: 0 } }
}

/** Which of the two brands moved. */
const moved = ({ brands }: FrozenRanking) => brands.map(({ change }) => change?.moved)

test('a move that its own ranking would announce is not announced among the brands of all rankings of the month', () => {
  const quiet = Array.from({ length: 8 }, (_, at): [string, number[]] => [`quiet-${at}`, [0.4, 0.9]])
  const crm = ranking('crm')
  expect(moved(announceMoves(new Map([['crm', [0.01, 0.8]]]))(crm))).toEqual([true, false])
  const among = announceMoves(new Map([['crm', [0.01, 0.8]], ...quiet]))(crm)
  expect(moved(among)).toEqual([false, false])
  expect(among.movesDecidedOver).toEqual({ rankings: 9, brands: 18, threshold: 0 })
})

test('a move that its own ranking would not announce is announced where many brands of the month move', () => {
  const moving = Array.from({ length: 8 }, (_, at): [string, number[]] => [`moving-${at}`, [0.001, 0.002]])
  const crm = ranking('crm')
  expect(moved(announceMoves(new Map([['crm', [0.04, 0.8]]]))(crm))).toEqual([false, false])
  expect(moved(announceMoves(new Map([['crm', [0.04, 0.8]], ...moving]))(crm))).toEqual([true, false])
})
