import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { markText } from '../../pipeline/contract/highlight.ts'
import type { Evidence } from '../../pipeline/contract/terms.ts'
import { formatAnswer } from '../../templates/format-answer.ts'
import { faults, letters, seen } from './formatted.ts'

/** A text with the first place of each name marked; the first name is the product. */
function formatted(text: string, ...names: string[]): string | undefined {
  const evidence = names.map((brand) => {
    const start = text.indexOf(brand)
    return { brand, start, end: start + brand.length, rule: 'read' }
  })
  return formatAnswer(markText(text, evidence).stretches, new Set(names.slice(0, 1)))
}

const REL = 'rel="nofollow noopener noreferrer ugc"'

describe('an answer is formatted', () => {
  test.each([
    ['a heading as a bold line', '## Best CRMs', '<p><strong>Best CRMs</strong></p>'],
    [
      'lists, bold and a line break',
      '1. **Acme**: good\nand cheap\n2. *Bolt*\n   - x',
      '<ol start="1"><li><strong><mark class="product">Acme</mark></strong>: good<br>and cheap</li><li><em>Bolt</em><ul><li>x</li></ul></li></ol>',
    ],
    ['a list from its number', '3. c', '<ol start="3"><li>c</li></ol>'],
    [
      'a table',
      '| Name | Price |\n|---|:-:|\n| **Acme** | $5<br>6 |',
      '<div class="scroll" role="group" aria-label="Table in this answer" tabindex="0"><table class="plain"><thead><tr><th scope="col">Name</th><th scope="col">Price</th></tr></thead><tbody><tr><td><strong><mark class="product">Acme</mark></strong></td><td>$5&lt;br&gt;6</td></tr></tbody></table></div>',
    ],
    [
      'a link, marked within',
      'See [Acme Inc](https://acme.example/?a=1&b="2).',
      `<p>See <a href="https://acme.example/?a=1&amp;b=%222" ${REL}><mark class="product">Acme</mark> Inc</a>.</p>`,
    ],
    [
      'a bare address, a name within it',
      'See https://Acme.example/x, or www.acme.example or a@b.example',
      `<p>See <a href="https://acme.example/x" ${REL}>https://<mark class="product">Acme</mark>.example/x</a>, or www.acme.example or a@b.example</p>`,
    ],
    [
      'code',
      '`Acme` and\n\n```js\n<b>\n```',
      '<p><code><mark class="product">Acme</mark></code> and</p><pre><code>&lt;b&gt;\n</code></pre>',
    ],
    [
      'a picture as its words',
      '![Acme’s **logo**](https://acme.example/a.png)',
      '<p><mark class="product">Acme</mark>’s logo</p>',
    ],
    [
      'HTML and entities as text',
      '**a** <script>alert(1)</script> &amp; <b>',
      '<p><strong>a</strong> &lt;script&gt;alert(1)&lt;/script&gt; &amp;amp; &lt;b&gt;</p>',
    ],
    [
      'no link that leads elsewhere',
      '**a** [x](javascript:alert(1)) <data:text/html,x>',
      '<p><strong>a</strong> [x](javascript:alert(1)) &lt;data:text/html,x&gt;</p>',
    ],
    [
      'a definition as text',
      '[a]: https://a.example\n\n[a]',
      `<p>[a]: <a href="https://a.example/" ${REL}>https://a.example</a></p><p>[a]</p>`,
    ],
  ])('%s', (_, text, html) => {
    expect(formatted(text, ...(text.includes('Acme') ? ['Acme'] : []))).toBe(html)
  })

  test('with a mark for each part of a name that begins in one element and ends in another', () => {
    expect(formatted('Acme **CRM**', 'Acme **CRM')).toBe(
      '<p><mark class="product">Acme </mark><strong><mark class="product">CRM</mark></strong></p>',
    )
  })

  test('with a name that ends in a sign within bold', () => {
    expect(formatted('Try **Yahoo!**', 'x', 'Yahoo!')).toBe('<p>Try <strong><mark>Yahoo!</mark></strong></p>')
  })
})

describe('an answer is left as it came', () => {
  test.each([
    ['it has no Markdown', 'Acme is good.\n\nBolt is not.'],
    ['a cell of a table has no column', '| Acme |\n|---|\n| 1 | lost |'],
    ['the title of a link would be lost', '[Acme](https://acme.example "the best")'],
    ['a link has no words', 'Acme: [](https://acme.example)'],
    ['a link has no address', '**Acme**: [x]()'],
    ['the name is in an address that is not shown', '[here](https://Acme.example)'],
    ['quotations are nested too deep', `${'> '.repeat(300)}**Acme**`],
    ['it has the signs that stand around names while it is parsed', '**Acme** \ufdd0x\ufdd1'],
  ])('where %s', (_, text) => {
    expect(formatted(text, 'Acme')).toBeUndefined()
  })
})

const PIECES = [
  ...[
    '**',
    '*',
    '_',
    '__',
    '~~',
    '`',
    '```',
    '\n',
    '\n\n',
    '\n- ',
    '\n1. ',
    '\n> ',
    '\n# ',
    '\n    ',
    '\n| ',
    ' | ',
    '\n|-|-|\n',
    '\n---\n',
  ],
  ...[
    '[',
    '](',
    ')',
    '![',
    '<',
    '>',
    '](https://a.example/',
    '](javascript:',
    '<https://b.example>',
    'https://c.example/x',
    '"',
    "'",
    '\\',
    '&amp;',
    '&',
  ],
  ...[
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '" onclick="',
    '</p>',
    '<!--',
    ' [x]: y\n',
    ' style=',
    ' "t")',
  ],
  ...[
    'Acme',
    'Bolt CRM',
    'x',
    'word',
    ' ',
    'الأفضل',
    '北极星',
    '🚀',
    '\u202e',
    '\u0000',
    '\ud800',
    '\ufdd0',
    '\ufdd1',
    '\r\n',
    '\t',
    '9',
    '10) ',
  ],
]
const markdownText = fc
  .array(fc.oneof({ arbitrary: fc.constantFrom(...PIECES), weight: 8 }, fc.string({ unit: 'binary', maxLength: 2 })), {
    maxLength: 30,
  })
  .map((pieces) => pieces.join(''))
const spans = fc.array(fc.tuple(fc.nat(60), fc.integer({ min: 1, max: 12 })), { maxLength: 6 })

/** Whether all of one is in the other, in the same order. */
function isWithin(part: string, whole: string): boolean {
  let at = 0
  for (const letter of part) {
    at = whole.indexOf(letter, at) + 1
    if (at === 0) return false
  }
  return true
}

test('whatever a text holds, formatting writes only its own tags, links only to web pages, and keeps every counted name', () => {
  let count = 0
  fc.assert(
    fc.property(markdownText, spans, (text, places) => {
      const evidence: Evidence[] = places.map(([start, length]) => ({
        brand: 'b',
        start,
        end: start + length,
        rule: 'read',
      }))
      const { stretches } = markText(text, evidence)
      const html = formatAnswer(stretches, new Set())
      if (html === undefined) return
      count += 1
      expect(faults(html)).toEqual([])
      expect(html.isWellFormed()).toBe(true)
      expect(html).not.toMatch(/[^\P{Cc}\t\n]|[\ufdd0\ufdd1\u202e]/u)
      expect(isWithin(letters(seen(html)), letters(text))).toBe(true)
      const marked = [...html.matchAll(/<mark>(.*?)<\/mark>/gs)].map(([, inner = '']) => seen(inner))
      const names = stretches.flatMap(({ text: name, mark }) => (mark === undefined ? [] : [name]))
      expect(letters(marked.join(''))).toBe(letters(names.join('')))
    }),
    { numRuns: 3_000 },
  )
  expect(count).toBeGreaterThan(600)
})

const SIZE = 65_536
const REPEATED = [
  '[',
  '![',
  '[a](',
  '[a](b',
  '*a ',
  '**a*b ',
  'a_b_ ',
  '*_~~',
  '`a',
  '> ',
  '- ',
  '|\n',
  '<http://',
  'http://',
  'http://a.b/( ',
  'a@b.com\n',
  '~~a ',
  'a\n-\n',
  '[a]: b\n',
  '***a',
  '🚀**',
  '北*',
  '> - 1. ',
]

test.each([
  ...REPEATED.map((piece): [string, string] => [JSON.stringify(piece), piece.repeat(SIZE / piece.length)]),
  ['lines of a table', `|a|b|\n|-|-|\n${'|\n'.repeat(SIZE / 2)}`],
  ['columns of a table', `${'|a'.repeat(8_000)}\n${'|-'.repeat(8_000)}\n${'a\n'.repeat(16_000)}`],
  ['lines of a link', `[${'a\n'.repeat(SIZE / 2)}`],
  ['longer and longer code signs', Array.from({ length: 360 }, (_, index) => '`'.repeat(index)).join(' ')],
])('64 KB of %s are formatted before the test’s time is up', { timeout: 5_000 }, (_, text) => {
  expect(isWithin(letters(seen(formatAnswer(markText(text, []).stretches, new Set()) ?? '')), letters(text))).toBe(true)
})
