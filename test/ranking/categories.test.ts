import { expect, test } from 'vitest'
import { parseCategories } from '../../pipeline/ranking/categories.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const faults = (of: Uint8Array) => {
  const parsed = parseCategories(of)
  return 'faults' in parsed ? parsed.faults : []
}

test('a file may have every field, and a byte order mark', () => {
  const yaml = `\uFEFFcategories:
  - slug: crm-software
    category: " CRM software "
  - slug: shoes
    category: trail shoes
    questions: &asked [Which trail shoes are best?, Which trail shoes are cheap?]
  - { slug: boots, category: boots, questions: *asked }
`
  const questions = ['Which trail shoes are best?', 'Which trail shoes are cheap?']
  expect(parseCategories(bytes(yaml))).toEqual([
    { slug: 'crm-software', category: 'CRM software' },
    { slug: 'shoes', category: 'trail shoes', questions },
    { slug: 'boots', category: 'boots', questions },
  ])
})

test('every fault of a file is reported at once, with its place, what was found and what is allowed', () => {
  const yaml = `categories:
  - slug: CRM Software
    category: CRM software
    questons: [Which CRM?]
  - slug: 2024
    category:
    questions:
      - ok
      - Which pen?
      - which Pen?
  - category: pens
    questions: Which pen?
`
  const found = faults(bytes(yaml))
  expect(found).toEqual([
    'Line 2, column 11: `slug` is “CRM Software” (12 characters); a slug is lower-case words with hyphens, such as crm-software.',
    'Line 4, column 5: `questons` is not a key here; a category has `slug`, `category` and optionally `country`, `language` and `questions`.',
    'Line 5, column 11: `slug` is the number 2024; in quotes it would be a text; a slug is lower-case words with hyphens, such as crm-software.',
    'Line 6, column 14: `category` is empty; a category is a name of 1 to 120 characters without control characters.',
    'Line 8, column 9: an entry of `questions` is “ok” (2 characters); a question is a text of 3 to 300 characters without control characters.',
    'Line 10, column 9: the question “which Pen?” is in the file twice; keep one.',
    'Line 11, column 5: `slug` is missing; a slug is lower-case words with hyphens, such as crm-software.',
    'Line 12, column 16: `questions` is “Which pen?” (10 characters); it is a list of 1 to 100 questions; if it is left out, they are written.',
  ])
})

test('a question with half of a surrogate pair, which no store can hold, is refused', () => {
  const yaml = 'categories:\n  - slug: crm\n    category: CRM\n    questions: ["Which \\uD83D CRM?"]\n'
  expect(faults(bytes(yaml))).toEqual([
    expect.stringMatching(/^Line 4, column 17: an entry of `questions` is .*without control characters\.$/),
  ])
})

test('two categories can’t share a slug, and one can’t have two', () => {
  const yaml = `categories:
  - { slug: crm, category: CRM software }
  - { slug: crm, category: fountain pens }
  - { slug: customers, category: crm  Software }
`
  expect(faults(bytes(yaml))).toEqual([
    'Line 3, column 13: the slug “crm” is in the file twice; each category needs its own.',
    'Line 4, column 34: the category “crm Software” is in the file twice; it has one slug.',
  ])
})

test('a category once for each market, each the ranking of its own slug', () => {
  const yaml = `categories:
  - { slug: crm, category: CRM software }
  - { slug: crm, category: CRM-Software, country: DE, language: de }
  - { slug: crm, category: CRM software, country: GB }
  - { slug: crm, category: CRM software, language: es, questions: ['¿Qué CRM?'] }
`
  expect(parseCategories(bytes(yaml))).toEqual([
    { slug: 'crm', category: 'CRM software' },
    { slug: 'crm-de-de', category: 'CRM-Software', country: 'DE', language: 'de' },
    { slug: 'crm-gb-en', category: 'CRM software', country: 'GB' },
    { slug: 'crm-us-es', category: 'CRM software', language: 'es', questions: ['¿Qué CRM?'] },
  ])
})

test('a market that does not exist, a category twice in one, and slugs that meet', () => {
  const yaml = `categories:
  - { slug: crm, category: CRM software, country: UK, language: english }
  - { slug: crm-de-de, category: Fountain pens }
  - { slug: crm, category: CRM software, country: DE, language: de }
  - { slug: crm, category: Help desks, country: DE, language: de }
  - { slug: desk, category: crm  software, country: DE, language: de }
  - { slug: ${'x'.repeat(78)}, category: Long, country: GB }
`
  expect(faults(bytes(yaml))).toEqual([
    'Line 2, column 51: `country` is “UK” (2 characters); a country is a two-letter code of ISO 3166-1, such as DE; the United Kingdom is GB.',
    'Line 2, column 65: `language` is “english” (7 characters); a language is a two-letter code of ISO 639-1, such as de.',
    'Line 4, column 13: the slug “crm” names the same ranking as “crm-de-de”, “crm-de-de”; change one of them.',
    'Line 5, column 13: the slug “crm” is in the file twice for Germany, German; each category needs its own.',
    'Line 6, column 29: the category “crm software” is in the file twice; it has one slug.',
    `Line 7, column 13: the slug “${'x'.repeat(39)}…” has more than 80 characters with its market, “-gb-en”; shorten it.`,
  ])
})

test.each([
  ['a tab', 'categories:\n\t- slug: crm\n', /^Line 2, column 1: a tab indents this line/],
  [
    'a text that is cut off',
    'categories:\n  - slug: "crm\n',
    /^Line 3, column 1: not valid YAML: Missing closing "quote/,
  ],
  [
    'a key twice',
    'categories:\n  - slug: a\n    slug: b\n',
    /^Line 3, column 5: not valid YAML: Map keys must be unique/,
  ],
  ['an alias of nothing', 'categories:\n  - *best\n', /^Line 2, column 5: the alias after \* is not defined/],
  ['nothing', '', /^Line 1, column 1: the file is empty; the file has only the key `categories`/],
  ['only a list', '- slug: crm\n', /^Line 1, column 1: the file is a list of 1; the file has only the key/],
  ['another key', 'category: []\n', /^Line 1, column 1: `category` is not a key here/],
  [
    'no category',
    'categories: []\n',
    /^Line 1, column 13: `categories` is an empty list; it is a list of at least one category/,
  ],
])('%s is a fault with its place', (_, yaml, fault) => {
  expect(faults(bytes(yaml)).join('\n')).toMatch(new RegExp(fault, 'm'))
})

test('an encoding other than UTF-8 is named', () => {
  const yaml = 'categories:\n  - slug: cafe\n    category: café\n'
  const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(yaml, 'utf16le')])
  expect(faults(utf16)).toEqual(['It is UTF-16, or not text; save it as UTF-8.'])
  expect(faults(Buffer.from(yaml, 'latin1'))).toEqual(['Line 3, column 18: this is not UTF-8; save the file as UTF-8.'])
})
