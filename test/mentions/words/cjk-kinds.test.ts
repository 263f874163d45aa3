import { expect, test } from 'vitest'
import { kindsOf } from '../../../pipeline/mentions/words/cjk-kinds.ts'

test.each([
  ['租车平台', '租车'],
  ['租车预订平台', '租车'],
  ['ふるさと納税サイト', 'ふるさと納税'],
  ['증권 앱', '증권'],
  ['会計ソフト', '会計'],
])('%s: %s is what is asked for', (category, kind) => {
  expect([...kindsOf(category)].map((each) => each.normalize('NFC'))).toContain(kind)
})

test('what any category has is no kind', () => {
  expect(kindsOf('租车平台').has('平台')).toBe(false)
})
