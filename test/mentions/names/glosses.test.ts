import { expect, test } from 'vitest'
import type { AnswerText } from '../../../pipeline/mentions/names/brand.ts'
import { readGlosses } from '../../../pipeline/mentions/names/glosses.ts'
import { nameKey } from '../../../pipeline/mentions/names/name-key.ts'
import { resolveBrands } from '../../../pipeline/mentions/resolve.ts'

const answer = (text: string): AnswerText => ({ text, question: '', citations: [] })

function glosses(names: readonly string[], ...texts: string[]): [string, string][] {
  return [...readGlosses(new Set(names.map(nameKey)), texts.map(answer))]
}

test.each([
  ['a former name', 'Kit (formerly ConvertKit) is good', ['Kit', 'ConvertKit'], 'ConvertKit', 'Kit'],
  [
    'a former name with more behind',
    '**BoursoBank** (ex-Boursorama Banque)',
    ['BoursoBank', 'Boursorama'],
    'Boursorama',
    'BoursoBank',
  ],
  ['another script', '1. **石头（Roborock）**：稳定', ['石头', 'Roborock'], 'Roborock', '石头'],
  ['the whole of a name', '1. **젤리(솜마켓젤리)** – 빠릅니다.', ['젤리', '솜마켓젤리'], '솜마켓젤리', '젤리'],
  ['Korean', '- **지라(Jira)**: 표준', ['지라', 'Jira'], 'Jira', '지라'],
  [
    'what letters are short for',
    'PIA (short for Private Internet Access)',
    ['PIA', 'Private Internet Access'],
    'Private Internet Access',
    'PIA',
  ],
])('%s counts as the name before it', (_, text, names, gloss, of) => {
  expect(glosses(names, text)).toEqual([[nameKey(gloss), nameKey(of)]])
})

test.each([
  ['a remark', 'Asana (unlike Trello) is good', ['Asana', 'Trello']],
  ['a product of the name', '젤리(젤리페이)가 좋습니다', ['젤리', '젤리페이']],
  ['a place', 'Miele (Gütersloh) is good', ['Miele', 'Gütersloh']],
  ['a name that is not known', 'Kit (formerly ConvertKit)', ['Kit']],
])('not %s', (_, text, names) => {
  expect(glosses(names, text)).toEqual([])
})

test('there are no circles, in any order', () => {
  const texts = ['슬랙(Slack)', 'Slack(슬랙)', '슬랙(Slack)']
  const expected = [[nameKey('Slack'), nameKey('슬랙')]]
  expect(glosses(['슬랙', 'Slack'], ...texts)).toEqual(expected)
  expect(glosses(['Slack', '슬랙'], ...texts.toReversed())).toEqual(expected)
})

test('one brand for both names', () => {
  const of = answer('1. **석두(Roborock)** 좋아요')
  const brands = resolveBrands(
    [
      { name: 'Roborock', domain: 'roborock.com' },
      { name: '석두', domain: null },
    ],
    [of],
  )
  expect(brands).toHaveLength(1)
  expect(brands[0]?.domain).toBe('roborock.com')
  expect(brands[0]?.spellings.toSorted()).toEqual(['Roborock', '석두'])
})
