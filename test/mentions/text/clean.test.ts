import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanText, hiddenSpans, isHost } from '../../../pipeline/mentions/text/clean.ts'

/** What is left of a text, with the runs of spaces made one. */
function prose(text: string): string {
  return cleanText(text).replace(/ +/g, ' ').trim()
}

test.each([
  ['a https://x.com/y?z=(1) b', 'a b'],
  ['(https://x.com/a).', '( ).'],
  ['see www.x.com, then', 'see , then'],
  ['see x.com/a then', 'see then'],
  ['see x.com then', 'see x.com then'],
  ['and/or 24/7 Node.js/Deno', 'and/or 24/7 Node.js/Deno'],
  ['me@x.com here', 'here'],
  ['[Label](https://x.com "t") b', '[Label b'],
  ['[a](u) then www.x.com', '[a then'],
  ['[**Label** x](u_(v))', '[**Label** x'],
  ['good [1][2, 3][^4] b', 'good b'],
  ['good [[1]](https://x.com) b', 'good b'],
  ['good ([x.com](https://x.com/a)) b', 'good b'],
  ['good ([x.example](https://www.x.example/a)) b', 'good b'],
  ['good ([Label](https://x.com/a)) b', 'good ([Label ) b'],
  ['good ([x.com](https://x.com/a), [y.org](https://y.org/b), [z.net](https://z.net)) b', 'good ( , , ) b'],
  ['good, see [x.com](https://x.com/a), [y.org](https://y.org/b) b', 'good, see [x.com , [y.org b'],
  ['It is good. [x.com](https://x.com/a)', 'It is good.'],
  ['It is good. ([A title](https://x.com/a)) b', 'It is good. b'],
  ['It is good. [A title](https://x.com/a) b', 'It is good. [A title b'],
  ['It is at [x.com](https://x.com/a)', 'It is at [x.com'],
  ['a\n1. [x.com](https://x.com/a) is good', 'a\n1. [x.com is good'],
  ['good. [[x.com](https://x.com/a)] b', 'good. b'],
  ['good [x.com] and [y.org +2] b [Label]', 'good and b [Label]'],
  ['good. See also [y.org](https://y.org/a) and [x.com](https://x.com/a).', 'good. See also and .'],
  ['See also y.org. Go to [x.com](https://x.com/a).', 'See also y.org. Go to [x.com .'],
  ['![alt](u) b', 'b'],
  ['[![alt](u)](v) b', '[ b'],
  ['a<br/>b <b class="x">c</b>', 'a b c'],
  ['a < b > c', 'a < b > c'],
  ['```js\nx\n```', 'x'],
  ['a `code` b', 'a `code` b'],
  ['a \ue200cite\ue202turn0search1\ue201 b \ue203 c', 'a b c'],
  ['a 【1†x】【12:3】 b【重要】', 'a b【重要】'],
  ['a\n[^1]: Title of a page\nb', 'a\n \nb'],
  ['a\n## Sources\n- b\n# c', 'a\n \n \n# c'],
  ['a¹\n¹ After the blog of X.\nb', 'a¹\n \nb'],
  ['a²\n*² Source: X*\nb', 'a²\n \nb'],
  ['a\n1 Adapted\n10² is 100\n¹', 'a\n1 Adapted\n10² is 100\n¹'],
  ['a¹\n\n*¹ Poids : Acme 2024*\nb', 'a¹\n\n \nb'],
  ['a†\n† Acme\nb', 'a†\n \nb'],
  ['a\n*Acme* ¹ b', 'a\n*Acme* ¹ b'],
  ['a\n1 Acme\nb', 'a\n1 Acme\nb'],
  ['a [b\n\nc](d)', 'a [b\n\nc](d)'],
  ['a [1]\n\n[1] Best of – Acme\n[2] Borel – the test\nb', 'a \n\n \n \nb'],
  ['a\n[1] Acme is first.\nb', 'a\n Acme is first.\nb'],
  ['a [1] b\n\n[1] Acme – the test\n', 'a b'],
  ['a [1]\n[1] Acme is first.\nb', 'a \n Acme is first.\nb'],
  ['a [2] b\n\n[1] Acme – the test\n', 'a b\n\n Acme – the test'],
  ['[1] Acme – the test\n', 'Acme – the test'],
  ['a (Source: Acme, Borel) b', 'a ( ) b'],
  ['a. Quellen: Acme', 'a.'],
  ['a（数据来源：Acme）b', 'a（ ）b'],
  ['a (**Źródła: Acme) b', 'a ( ) b'],
  ['a **Sources:** b', 'a **Sources:** b'],
])('%j keeps %j', (text, expected) => {
  expect(prose(text)).toBe(expected)
})

test('the copy has the length and the lines of the text', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.constantFrom(
          '[',
          ']',
          '(',
          ')',
          '![',
          'https://',
          '/',
          'x.co',
          '<',
          '>',
          '\n',
          '```',
          '@',
          '\ue200',
          '\ue201',
          'a ',
          'Sources',
        ),
      ),
      (parts) => {
        const text = parts.join('')
        const clean = cleanText(text)
        const spans = hiddenSpans(text)
        expect(clean.length).toBe(text.length)
        expect(clean.split('\n').length).toBe(text.split('\n').length)
        expect([...spans]).toEqual([...new Set(spans)].sort((a, b) => a - b))
        expect(spans.every((at) => at >= 0 && at <= text.length)).toBe(true)
      },
    ),
  )
})

test.each([
  ['cal.com', true],
  ['Booking.com', true],
  ['Node.js', false],
  ['3.5', false],
  ['com', false],
])('%s is a host: %s', (text, expected) => {
  expect(isHost(text)).toBe(expected)
})
