import { describe, expect, test } from 'vitest'
import { proposeNames } from '../../../pipeline/mentions/extract.ts'
import { readSmallSubjects } from '../../../pipeline/mentions/prose/english.ts'

/** The names proposed from one English answer; `anchors` are known already. */
function names(text: string, anchors: readonly string[] = []): string[] {
  return proposeNames([{ text, question: '', citations: [] }], 'gadgets', anchors).map(({ name }) => name)
}

const KNOWN = ['Asana', 'Trello', 'Wrike', 'Notion', 'ClickUp', 'Jira']

test('an adverb before a sentence is in no row with the name behind its comma', () => {
  expect(names('It depends on you. Honestly, Quillpad is the best of all.')).toEqual(['Quillpad'])
  expect(names('It depends on you. Zettelly, Quillpad and Nordivo are free.')).toContain('Zettelly')
})

describe('an English text names', () => {
  test.each([
    [
      'several words in capitals that a sentence speaks of',
      'It is cheap. NKU Pet Care is the better choice.',
      ['NKU Pet Care'],
    ],
    ['two words and a sign', 'It is cheap. Tables & Chairs sells the lightest.', ['Tables & Chairs']],
    ['what begins with letters for words', 'It is on one page. US Mobile also lists the fees.', ['US Mobile']],
    ['letters with a sign', 'It is on one page. D&B Anchors is the better choice.', ['D&B Anchors']],
    ['an abbreviation that is praised', 'It is old, while QNAB is the better fit.', ['QNAB']],
    ['a word written small at the head of a sentence', 'It is good. zettelmonk is free.', ['zettelmonk']],
    ['what a sentence advises first', 'Too dear? Use Kit; it is simple.', ['Kit']],
    ['what one leans towards', 'Big firms lean towards Ferry, as it is safe.', ['Ferry']],
    ['what is so, too', 'It has a report. So does Tim Zettelboe, whose box is cheap.', ['Tim Zettelboe']],
    ['who is subject behind where it is', 'In England, Zettelmatic turns out a lot.', ['Zettelmatic']],
    [
      'whom a sentence in bold leads to',
      '- **Make it faster.** Zettelix and Quillpad both store it.',
      ['Quillpad', 'Zettelix'],
    ],
    ['both sides of a comparison in bold', 'It is **Zettelix vs. Quillia** here.', ['Quillia', 'Zettelix']],
    [
      'names in their own script, too',
      `${'It has been the best of all the others for many years now. '.repeat(4)}Zettelix (ガジア) is good.`,
      ['Zettelix'],
    ],
    [
      'heads before a full stop or a condition',
      '- Zettelix. Free.\n- Quillpad if you like forms.\n- Notizy, when it rains',
      ['Notizy', 'Quillpad', 'Zettelix'],
    ],
    [
      'lines that lead with a name and a colon',
      'Zettelix: recipes for all.\n\nQuillpad: best of the lot.',
      ['Quillpad', 'Zettelix'],
    ],
    ['what has its host in brackets', 'It is the same. Bulk (bulk.com) has nicer bags.', ['Bulk']],
    [
      'what has its name in another script',
      `${'It has been the best of all the others for many years now. '.repeat(4)}QACE (エース) is good.`,
      ['QACE'],
    ],
    ['what others swear by', 'Others swear by “Zettelika” for drills.', ['Zettelika']],
    ['what looks like more than one and is one', 'It pays. Riders offers it to firms.', ['Riders']],
    [
      'what has its former name in brackets',
      'It is old. Zettelix (formerly Zettel Care) connects to all.',
      ['Zettelix'],
    ],
    [
      'who is subject behind who founded it',
      'Few remain. Daily Harvest, whose first investors are known, is one.',
      ['Daily Harvest'],
    ],
    ['hosts at the head of a sentence', 'It is fine. zettel.to remains free.', ['zettel.to']],
    ['what a label in bold announces', '**Best on a budget: Zettelix (~$250)**\nGood.', ['Zettelix']],
    [
      'what an arrow leads to, with a full stop',
      '- **The nerd → Zettelix.** Good.\n- **The lazy → Quillpad.** Fine.',
      ['Quillpad', 'Zettelix'],
    ],
    [
      'what is said by its place',
      '### Also good: Lemonade\nCheap.\n\n### Second: Embrace\nFine.',
      ['Embrace', 'Lemonade'],
    ],
  ])('%s', (_, text, expected) => {
    expect(names(text)).toEqual(expected)
  })

  test('a full row beside the known ones', () => {
    expect(names('For this it would be Zettelix, Quillpadix and Notizy.', KNOWN)).toEqual([
      'Notizy',
      'Quillpadix',
      'Zettelix',
    ])
    expect(names('For this it would be Zettelix and price.', KNOWN)).toEqual([])
  })

  test.each([
    ['numbers and models by themselves', 'It is true. Model 8 disappears there. Below 20 it has no use.'],
    [
      'what another has or needs',
      'It needs Zettel.js to run. It speaks Quillog well. It takes the brand’s own Quillpa.',
    ],
    ['what stands before a noun of its own', 'They love the Quillian one in May. It is made with Zettelay latex.'],
    ['exclamations', 'Ooh, fun question! It is for less. Plasticky, but it works.'],
    ['abbreviations that are not praised', 'It is old, while QNAB is required.'],
    ['terms of computing that are praised', 'It is old, while DRAM is the better fit.'],
    ['words that lead a sentence in bold', '1. **Methodology.** Zettel and Quillban teams need it.'],
    ['words that end as English words do, written small', 'It is good. preboarding is free.'],
    ['more than one that a sentence speaks of', 'It pays. Riders offer it to firms.'],
    ['what has its measure in brackets', 'It is old. Zettelflow (in litres per second) carries it.'],
    ['what something was called', 'It is the former ZettelFx, bought in 2019.'],
    ['more than one that something was', 'It is good, which grew out of ZETT Software and QuillPad and sells.'],
    ['what it used to be called', 'It used to be called ZettelFx, and sells.'],
    ['holidays', 'Wait for the sales around Quill Day and Zettel Friday.'],
    ['words of two that begin a sentence', 'Design-conscious SaaS teams want more.'],
    ['section labels', '- Fast\n- Downsides: small\n\n**Takeaway:** it is good.\n\n### Our Advice\nWait.'],
    ['where a name is from', 'It is flexible. Zettel, from Quillvern, is not.'.replace('Zettel', 'ZETT')],
  ])('but not %s', (_, text) => {
    expect(names(text)).toEqual([])
  })
})

test('the first word of the product’s name is the product', () => {
  const text = 'You rate them. Zettelix is good for beginners.'
  const propose = (own: readonly string[]) =>
    proposeNames([{ text, question: '', citations: [] }], 'gadgets', own, own).map(({ name }) => name)
  expect(propose(['Zettelix Coffee Club'])).toEqual([])
  expect(propose(['Quillpad Coffee Club'])).toEqual(['Zettelix'])
})

test('names written small are read where a sentence begins with them', () => {
  expect(readSmallSubjects('It works. zettelmonk is free, and other is not.')).toEqual([{ name: 'zettelmonk', at: 10 }])
  expect(readSmallSubjects('e.g. the tool is free. chatbots are free.')).toEqual([])
})
