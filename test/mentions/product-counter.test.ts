import { describe, expect, it } from 'vitest'
import type { AnswerText } from '../../pipeline/mentions/names/brand.ts'
import { createProductCounter, productDomain } from '../../pipeline/mentions/product-counter.ts'

const PRODUCT = { brand: 'Ridgeloom', domain: 'ridgeloom.example', aliases: [] as string[] }
const answer = (text: string): AnswerText => ({ text, question: 'Which CRM is best?', citations: [] })
const names = (...list: string[]) => list.map((name) => ({ name, domain: null }))

function named(text: string, proposed: string[], product = PRODUCT): string[] {
  return createProductCounter(product, names(...proposed), [answer(text)])
    .count(answer(text))
    .map(({ brand, position }) => `${position} ${brand}`)
}

describe('the counter of a product and its rivals', () => {
  it('names them in order of first appearance, each once', () => {
    expect(named('Pacewell beats Ridgeloom, and Ridgeloom beats Quillmark.', ['Pacewell', 'Quillmark'])).toEqual([
      '1 Pacewell',
      '2 Ridgeloom',
      '3 Quillmark',
    ])
  })

  it('finds the product whatever was proposed', () => {
    expect(named('Take Ridgeloom.', [])).toEqual(['1 Ridgeloom'])
    expect(named('Take ridge-loom or RIDGELOOM®.', [])).toEqual(['1 Ridgeloom'])
    expect(named('See ridgeloom.example for prices.', [])).toEqual(['1 Ridgeloom'])
    expect(named('Take Pacewell.', ['Pacewell'])).toEqual(['1 Pacewell'])
  })

  it.each([
    ['a host without its dots', 'quay.one', 'quay.one', ['Quay One'], '1. **Quay One**\n2. **Pacewell**', true],
    ['other dots', 'quay.one', 'quay.one', [], '1. **Quay One**\n2. **Pacewell**', false],
    ['the end of its domain', 'Motive', 'gomotive.com', [], '| Lumex | 1 |\n| GoMotive | 2 |', true],
    ['a sign of HTML', 'Nutri&Co', 'nutri.example', [], '- Nutri&amp;Co: mild', true],
    [
      'a Slavic ending',
      'Shark',
      'shark.example',
      [],
      'Wziąłbym też pod uwagę Sharka. Z Sharkiem łatwo wjedziesz.',
      true,
    ],
    ['an ending in English', 'Shark', 'shark.example', [], 'We met Sharka at the fair.', false],
  ])('finds the product under %s', (_, brand, domain, aliases, text, expected) => {
    expect(named(text, [], { brand, domain, aliases }).length > 0).toBe(expected)
  })

  it.each([
    ['with its number', '| **Quillo X4 by Ridgeloom** | 9 € |\n| **Pacewell** | 8 € |', ['1 Ridgeloom', '2 Pacewell']],
    ['in another language', 'El Quillo Evo de Ridgeloom es bueno. El Quillo pesa poco.', ['1 Ridgeloom']],
    [
      'somebody else’s',
      'The Quillo X4 by Pacewell is better than Ridgeloom.',
      ['1 Quillo', '2 Pacewell', '3 Ridgeloom'],
    ],
    ['behind more words', 'Quillo is liked by Ridgeloom.', ['1 Quillo', '2 Ridgeloom']],
  ])('a name that the product is said to make is no rival: %s', (_, text, expected) => {
    expect(named(text, ['Pacewell', 'Quillo'])).toEqual(expected)
  })

  it.each([
    ['another spelling', 'ridge loom'],
    ['a legal form', 'Ridgeloom Inc.'],
    ['its host name', 'ridgeloom.example'],
    ['a word of its kind', 'Ridgeloom CRM'],
  ])('takes %s of the product for no rival', (_, proposed) => {
    const counter = createProductCounter(PRODUCT, names(proposed), [answer('Ridgeloom CRM is good.')])
    expect(counter.rivals).toEqual([])
  })

  it('takes a name with the domain of the product for no rival', () => {
    const proposed = [
      { name: 'Loomdesk', domain: 'ridgeloom.example' },
      { name: 'Pacewell', domain: 'pacewell.example' },
    ]
    const counter = createProductCounter({ ...PRODUCT, domain: 'www.ridgeloom.example' }, proposed, [])
    expect(counter.rivals.map(({ name }) => name)).toEqual(['Pacewell'])
  })

  it('takes an alias for the product', () => {
    const product = { ...PRODUCT, aliases: ['Loomdesk'] }
    expect(named('We use Loomdesk daily.', ['Loomdesk', 'Pacewell'], product)).toEqual(['1 Ridgeloom'])
  })

  it('finds a product by the label of its domain where its name begins with it, and only there', () => {
    expect(named('We use Ridgeloom.', [], { ...PRODUCT, brand: 'Ridgeloom Sales Desk' })).toEqual([
      '1 Ridgeloom Sales Desk',
    ])
    expect(named('We use Ridgeloom.', [], { ...PRODUCT, brand: 'Pacewell' })).toEqual([])
  })

  it("finds no rival inside the product's longer name", () => {
    const product = { ...PRODUCT, brand: 'Ridgeloom Desk', domain: 'deskrl.example' }
    expect(named('Take Ridgeloom Desk.', ['Ridgeloom'], product)).toEqual(['1 Ridgeloom Desk'])
  })

  it('counts a longer name that holds the product for both, if that is a rival', () => {
    expect(named('Take Ridgeloom Harbor.', ['Ridgeloom Harbor'])).toEqual(['1 Ridgeloom', '2 Ridgeloom Harbor'])
  })

  it('counts the same whatever the order of the proposals', () => {
    const text = answer('1. **Quillmark** - a\n2. **Pacewell** - b\n3. **Ridgeloom** - c')
    const proposed = names('Pacewell', 'Quillmark', 'ridgeloom')
    const forward = createProductCounter(PRODUCT, proposed, [text])
    const backward = createProductCounter(PRODUCT, proposed.toReversed(), [text])
    expect(backward.rivals).toEqual(forward.rivals)
    expect(backward.count(text)).toEqual(forward.count(text))
  })
})

it('the word of a product that is called by its host has its capital letter', () => {
  const counted = (brand: string, text: string): number => {
    const answer = { text, question: '', citations: [] }
    return createProductCounter({ brand, domain: brand.toLowerCase(), aliases: [] }, [], [answer]).count(answer).length
  }
  expect(counted('Vokiro.io', 'A rough vokiro tells you more.')).toBe(0)
  expect(counted('Vokiro.io', 'With Vokiro you see more, and with vokiro.io, too.')).toBe(1)
  expect(counted('vokiro.io', 'A rough vokiro tells you more.')).toBe(1)
})

describe('the domain of a product', () => {
  it.each([
    ['ridgeloom.example', 'ridgeloom.example'],
    ['shop.ridgeloom.co.uk', 'ridgeloom.co.uk'],
    ['ridgeloom.github.io', 'ridgeloom.github.io'],
  ])('of %s is %s', (host, domain) => {
    expect(productDomain(host)).toBe(domain)
  })
})
