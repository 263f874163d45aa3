import { expect, test } from 'vitest'
import { joinTexts } from '../../pipeline/engines/reply-text.ts'

test.each([
  [[], ''],
  [['One.'], 'One.'],
  [['One', 'Two'], 'One\n\nTwo'],
  [['One.\n\n', 'Two.'], 'One.\n\nTwo.'],
  [['One', ' Two'], 'One Two'],
  [['', 'One', '', 'Two', ''], 'One\n\nTwo'],
])('%j becomes %j', (texts, text) => {
  expect(joinTexts(texts)).toBe(text)
})
