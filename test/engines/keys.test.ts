import { expect, test } from 'vitest'
import { isUsableKey } from '../../pipeline/engines/keys.ts'

test.each([
  ['an ordinary key', 'sk-proj-0123456789', true],
  ['eight characters', '12345678', true],
  ['512 characters', 'k'.repeat(512), true],
  ['seven characters', '1234567', false],
  ['513 characters', 'k'.repeat(513), false],
  ['nothing', '', false],
  ['a blank around it', ' sk-0123456789', false],
  ['a line break in it', 'sk-01234\n56789', false],
  ['a line break after it', 'sk-0123456789\n', false],
  ['a curly quote', 'sk-0123456789\u201d', false],
  ['a control character', 'sk-0123456789\u007f', false],
])('%s', (_, key, usable) => {
  expect(isUsableKey('OPENAI', key)).toBe(usable)
})

test.each([
  ['login and password', 'me@example.com:secret', true],
  ['a password with colons', 'me@example.com:a:b', true],
  ['no colon', 'me@example.com', false],
  ['no login', ':secret-secret', false],
  ['no password', 'me@example.com:', false],
])('AI_OVERVIEW: %s §2.1.14', (_, key, usable) => {
  expect(isUsableKey('AI_OVERVIEW', key)).toBe(usable)
})
