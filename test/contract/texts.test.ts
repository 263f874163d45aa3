import { expect, test } from 'vitest'
import { visible, visibleTexts, webAddress } from '../../pipeline/contract/texts.ts'

test('only http(s) URLs may be linked', () => {
  expect(webAddress('https://a.example/b c')).toBe('https://a.example/b%20c')
  for (const url of ['javascript:alert(1)', 'data:text/html,x', 'not an address', '//a.example', ''])
    expect(webAddress(url)).toBeUndefined()
})

test('invisible characters become visible without changing offsets', () => {
  const shown = 'a\tb\r\nأ\u200fc'
  expect(visible(shown)).toBe(shown)
  const hidden = '\0\u0007\u001b[2J\u007f\u0085\u202a\u202e\u2066\u2069\ud800'
  expect(visible(hidden)).toBe('\ufffd\ufffd\ufffd[2J\ufffd\ufffd\ufffd\ufffd\ufffd\ufffd\ufffd')
  expect(visible(hidden)).toHaveLength(hidden.length)
  const still = '\u200b\u2060\u2064\ufeff\ufffe\uffff\u{e0001}\u{e0041}\u{e007f}'
  expect(visible(`a${still}b`)).toBe(`a${'\ufffd'.repeat(12)}b`)
  expect(visible('👩\u200d💻 می\u200cخواهم')).toBe('👩\u200d💻 می\u200cخواهم')
  expect(visibleTexts({ one: ['\u202e', 2, null] })).toEqual({ one: ['\ufffd', 2, null] })
})
