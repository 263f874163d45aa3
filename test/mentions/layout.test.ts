import { expect, test } from 'vitest'
import type { ReadAnswer } from '../../pipeline/mentions/answer.ts'
import { nameSurvey } from '../../pipeline/mentions/count.ts'

/** The brands counted in an answer that nobody read. */
function counted(text: string): string[] {
  const answer: ReadAnswer = { text, question: 'Which CRM?', citations: [], reading: null }
  const given = { category: 'CRM software', known: [], rulings: [], product: null }
  return nameSurvey([answer], given)
    .judge(answer)
    .mentions.map(({ brand }) => brand)
}

test.each([
  ['list items', '- Pipedrive: cheap\n- Zettelix – fine\n- Quillpad (new)'],
  ['numbers', '1. Pipedrive\n2. Zettelix\n3. Quillpad'],
  ['bold at the head of a line', '**Pipedrive** is cheap.\n**Zettelix** is fine.\n**Quillpad** is new.'],
  ['bold with a label', '**Best overall: Pipedrive**\n**Best value: Zettelix**\n**Newest: Quillpad**'],
  ['headings', '### 1. Pipedrive\nCheap.\n### 2. Zettelix\nFine.\n### 3. Quillpad\nNew.'],
  ['a table', '| Tool | Price |\n|---|---|\n| Pipedrive | 5 |\n| Zettelix | 6 |\n| Quillpad | 7 |'],
  ['links', '- [Pipedrive](https://a.example)\n- [Zettelix](https://b.example)\n- [Quillpad](https://c.example)'],
  [
    'links within sentences',
    'We like [Pipedrive](https://a.example) and also [Zettelix](https://b.example).\n[Quillpad](https://c.example) is new.',
  ],
  ['a row of names', 'Good ones are Pipedrive, Zettelix and Quillpad.'],
])('%s', (_, text) => {
  expect(counted(text)).toEqual(['Pipedrive', 'Zettelix', 'Quillpad'])
})

test('labels, sections and words that occur in lower case are no names', () => {
  const text =
    '## Pipedrive\n**Pros:** cheap\n**Cons:** slow\n\n## Key features\n- Reporting tools\n- Setup takes a day\n\nThe reporting is good.'
  expect(counted(text)).toEqual(['Pipedrive'])
})

test('a link after a sentence is a source', () => {
  expect(counted('**Pipedrive** is cheap. [Weekly Herald](https://herald.example/crm)')).toEqual(['Pipedrive'])
})

test('Chinese list items', () => {
  expect(counted('1. **石头科技**：好用\n2. **追觅**：便宜')).toEqual(['石头科技', '追觅'])
})
