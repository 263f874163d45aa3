import { describe, expect, it } from 'vitest'
import { judge } from '../../../pipeline/mentions/judge.ts'
import { partedSpellings } from '../../../pipeline/mentions/names/parted.ts'
import { resolveBrands } from '../../../pipeline/mentions/resolve.ts'

const answer = (text: string) => ({ text, question: '', citations: [] })

describe('a name written in parts', () => {
  it.each([
    ['Fellgang', '- **Fell-Gang** – a workshop', ['Fell-Gang']],
    ['Vandebron', '## Van de Bron\nGroen.', ['Van de Bron']],
    ['Storyblok', 'With story blok you get a free seat.', ['story blok']],
    ['Livestorm', 'Live Storm is fine.', ['Live Storm']],
    ['Ride1Up', 'The Ride 1 Up Roadster is quick.', ['Ride 1 Up']],
    ['Bett1', 'das Modell von Bett 1 vorn', ['Bett 1']],
    ['8BitDo', 'the 8 Bit Do keyboard', ['8 Bit Do']],
    ['모두싸인', '| 모두 싸인 | 월 9,900원 |', ['모두 싸인']],
    ['삼분의일', '국산으로는 **삼분의 일**이 있고 삼분의 일, 하나', ['삼분의 일']],
    ['楽々精算', 'おすすめは「楽々 精算」です。', ['楽々 精算']],
    ['모두싸', '| 모두 싸 |', []],
    ['모두싸인', '모두 싸인을 마친 뒤', []],
    ['Livestorm', 'We had a live storm here.', []],
    ['Vandebron', 'Het is de stroom van de bron, en die is niet duur voor wie het weet.', []],
    ['Storyblok', 'The storyblok itself.', []],
    ['Tide', 'Ti-de', []],
    ['石头科技公司', '石头 科技公司', []],
  ])('%s in "%s"', (name, text, expected) => {
    expect(partedSpellings(name, [answer(text)])).toEqual(expected)
  })

  it('counts as the product', () => {
    const product = { brand: 'Fellgang', domain: 'fellgang.example', aliases: [] }
    const text = 'A few: Altberg, Fell-Gang and Anatom.'
    const { mentions } = judge({ answer: answer(text), category: '', product, names: null })
    expect(mentions.map(({ brand }) => brand)).toContain('Fellgang')
  })
})

describe('a product that is called like a place', () => {
  const product = { brand: 'Zurich', domain: 'zurich.example', aliases: [] }
  it.each([
    ['It is based in Zurich, like many.', false],
    ['We like Zurich for its service.', true],
  ])('%s', (text, named) => {
    const { mentions } = judge({ answer: answer(text), category: '', product, names: null })
    expect(mentions.some(({ brand }) => brand === 'Zurich')).toBe(named)
  })
})

it.each([
  [null, 0],
  ['jordan.example', 1],
])('a place that is proposed is a brand by its domain alone: %s', (domain, brands) => {
  expect(resolveBrands([{ name: 'Jordan', domain }], [])).toHaveLength(brands)
})
