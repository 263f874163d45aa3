import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { escapeMarkdown, markdownLink } from '../../pipeline/render/markdown.ts'
import { hostileText } from './hostile.ts'
import { DIALECTS, elements, links, texts } from './markdown-tree.ts'

/** The places of a template where a text may stand, each with the elements that are there and the one that holds it. */
const PLACES: readonly (readonly [name: string, write: (escaped: string) => string, holder: string])[] = [
  ['a paragraph', (escaped) => escaped, 'paragraph'],
  ['the middle of a paragraph', (escaped) => `before ${escaped} after`, 'paragraph'],
  ['a heading', (escaped) => `## ${escaped}`, 'heading'],
  ['an item of a list', (escaped) => `- ${escaped}`, 'listItem'],
  ['a quotation', (escaped) => `> ${escaped}`, 'blockquote'],
  ['a line under another', (escaped) => `before\n${escaped}`, 'paragraph'],
]

/** What is left to read: no control character but the space, nothing that hides or turns, at most 1,000 characters. */
function readable(text: string): string {
  const kept = [
    ...text
      .toWellFormed()
      .replace(/[\p{Cf}--[\u200c\u200d]]/gv, '')
      .replace(/[\s\p{Cc}]+/gu, ' ')
      .trim(),
  ]
  return kept.length <= 1_000 ? kept.join('') || '–' : `${kept.slice(0, 999).join('').trimEnd()}…`
}

describe.each(Object.entries(DIALECTS))('in %s a text is read as itself', (_, features) => {
  test.each(PLACES)('in %s', (_name, write, holder) => {
    const plain = elements(write('word'), features)
    fc.assert(
      fc.property(hostileText(), (text) => {
        const markdown = write(escapeMarkdown(text))
        expect(markdown.isWellFormed()).toBe(true)
        expect(elements(markdown, features)).toEqual(plain)
        const around = texts(write('WORD'), holder, features)
        expect(texts(markdown, holder, features)).toEqual(
          around.map((line) => line.replace('WORD', () => readable(text))),
        )
      }),
      { numRuns: 400 },
    )
  })
})

test('in the cell of a table a text is read as itself', () => {
  fc.assert(
    fc.property(hostileText(), (text) => {
      const markdown = `| a | b |\n| --- | --- |\n| ${escapeMarkdown(text)} | 2 of 3 |`
      expect(texts(markdown, 'tableCell', DIALECTS.github)).toEqual(['a', 'b', readable(text), '2 of 3'])
    }),
    { numRuns: 400 },
  )
})

test('a link with any label and path leads only to the page', () => {
  fc.assert(
    fc.property(hostileText(), hostileText(), (label, path) => {
      const url = `https://a.example/${path}`
      const address = new URL(url).href.replace(/[<>\\|`\s]/g, (character) => encodeURIComponent(character))
      // A label that is the address itself can't be told from a bare address.
      fc.pre(readable(label) !== address)
      for (const features of Object.values(DIALECTS))
        expect(links(`- ${markdownLink(label, url)}, on a.example`, features)).toEqual([address])
    }),
    { numRuns: 400 },
  )
})

test('an address that is no web page is not linked', () => {
  expect(markdownLink('Click me', 'javascript:alert(1)')).toBe('Click me')
})

test('leaves plain words as they are', () => {
  const plain = 'What is the best CRM (for a small team), and why: 3.5 or 4? Acme-Pro’s AI_OVERVIEW!'
  expect(escapeMarkdown(plain)).toBe(plain)
})
