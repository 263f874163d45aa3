import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Ruling } from '../../../pipeline/contract/terms.ts'
import { createCounter } from '../../../pipeline/mentions/count.ts'
import type { AnswerText } from '../../../pipeline/mentions/names/brand.ts'
import { rulingsThatMatter, takeRuling } from '../../../pipeline/mentions/names/rulings.ts'
import { createProductCounter } from '../../../pipeline/mentions/product-counter.ts'
import { resolveBrands } from '../../../pipeline/mentions/resolve.ts'

const merge = (name: string, into: string): Ruling => ({ kind: 'merge', name, into })
const split = (name: string): Ruling => ({ kind: 'split', name })
const alias = (name: string, spelling: string): Ruling => ({ kind: 'alias', name, spelling })
const ignore = (name: string): Ruling => ({ kind: 'ignore', name })

const answer = (text: string): AnswerText => ({ text, question: 'Which CRM is best?', citations: [] })
const names = (...list: string[]) => list.map((name) => ({ name, domain: null }))

/** The brands counted in a text, in order, with the text that stands for each. */
function counted(text: string, proposed: string[], rulings: readonly Ruling[]): string[] {
  const count = createCounter(resolveBrands(names(...proposed), [answer(text)], rulings))
  return count(answer(text)).map(({ brand, start, end, position }) => `${position} ${brand}: ${text.slice(start, end)}`)
}

describe('a name that is merged', () => {
  it('counts as the other brand, with all its spellings, and that keeps its name', () => {
    const text = 'Take Pardot CRM or pardot, then Pardot; Pacewell is cheap, Salesloom is not.'
    expect(counted(text, ['Pardot CRM', 'Pacewell', 'Salesloom'], [merge('Pardot', 'Salesloom')])).toEqual([
      '1 Salesloom: Pardot CRM',
      '2 Pacewell: Pacewell',
    ])
    expect(counted('Only Pardot.', ['Pardot', 'Salesloom'], [merge('pardot crm', 'SALESLOOM')])).toEqual([
      '1 Salesloom: Pardot',
    ])
  })

  it('is looked for though nobody proposes it, and so is the other', () => {
    expect(counted('Take Pardot.', [], [merge('Pardot', 'Salesloom')])).toEqual(['1 Salesloom: Pardot'])
  })

  it('is counted as what the other counts as in turn', () => {
    const rulings = [merge('Pardot', 'Quillmark'), merge('Quillmark', 'Salesloom')]
    expect(counted('Pardot and Quillmark.', ['Pardot', 'Quillmark'], rulings)).toEqual(['1 Salesloom: Pardot'])
  })

  it('leaves the other its domain, and is found by its own', () => {
    const proposed = [
      { name: 'Pardot', domain: 'pardotmail.com' },
      { name: 'Salesloom', domain: 'salesloom.com' },
    ]
    const brands = resolveBrands(proposed, [], [merge('Pardot', 'Salesloom')])
    expect(brands).toMatchObject([{ name: 'Salesloom', domain: 'salesloom.com' }])
    const text = 'See pardotmail.com for it.'
    expect(createCounter(brands)(answer(text))).toMatchObject([{ brand: 'Salesloom', start: 4, end: 18 }])
  })
})

describe('a name that is split', () => {
  it('is a brand of its own, and no spelling of the one that the rules take it for', () => {
    const text = 'Zentra CRM is good, and so is Zentra.'
    expect(counted(text, ['Zentra', 'Zentra CRM'], [])).toEqual(['1 Zentra: Zentra CRM'])
    expect(counted(text, ['Zentra', 'Zentra CRM'], [split('Zentra CRM')])).toEqual([
      '1 Zentra CRM: Zentra CRM',
      '2 Zentra: Zentra',
    ])
    expect(counted('Zentra CRM, Inc. is good.', ['Zentra', 'Zentra CRM, Inc.'], [split('Zentra CRM')])).toEqual([
      '1 Zentra CRM, Inc: Zentra CRM, Inc',
    ])
    expect(
      counted('Zentra CRM Suite, Zentra CRM, Zentra', ['Zentra CRM Suite', 'Zentra'], [split('Zentra CRM')]),
    ).toEqual(['1 Zentra CRM: Zentra CRM Suite', '2 Zentra: Zentra'])
  })

  it('is so in its very spelling, legal form and all', () => {
    expect(counted('Pacewell Co, Pacewell.', ['Pacewell', 'Pacewell Co'], [split('Pacewell Co')])).toEqual([
      '1 Pacewell Co: Pacewell Co',
      '2 Pacewell: Pacewell',
    ])
  })

  it('can be merged on its own', () => {
    const rulings = [split('Zentra CRM'), merge('Zentra CRM', 'Pacewell')]
    expect(counted('Zentra CRM, Zentra.', ['Zentra', 'Zentra CRM'], rulings)).toEqual([
      '1 Pacewell: Zentra CRM',
      '2 Zentra: Zentra',
    ])
  })
})

describe('a spelling that is an alias', () => {
  it('counts as the brand, alone, whatever the rules take it for', () => {
    expect(counted('ZTR is good.', ['Zentra'], [alias('Zentra', 'ZTR')])).toEqual(['1 Zentra: ZTR'])
    expect(counted('Zentra CRM, Zentra.', ['Zentra', 'Zentra CRM'], [alias('Pacewell', 'Zentra CRM')])).toEqual([
      '1 Pacewell: Zentra CRM',
      '2 Zentra: Zentra',
    ])
  })
})

describe('a name that is ignored', () => {
  it('is never counted, nor is a shorter name inside it, and takes no position', () => {
    const text = 'Quillmark Sheets, Pacewell and Zentra.'
    expect(
      counted(text, ['Quillmark', 'Quillmark Sheets', 'Pacewell', 'Zentra'], [ignore('quillmark sheets')]),
    ).toEqual(['1 Pacewell: Pacewell', '2 Zentra: Zentra'])
    expect(counted('Quillmark Sheets, Quillmark.', ['Quillmark'], [ignore('Quillmark Sheets')])).toEqual([
      '1 Quillmark: Quillmark',
    ])
  })

  it('takes along what counts as it', () => {
    const rulings = [merge('Pardot', 'Salesloom'), ignore('Salesloom')]
    expect(counted('Pardot, Salesloom, Zentra.', ['Pardot', 'Zentra'], rulings)).toEqual(['1 Zentra: Zentra'])
  })
})

const POOL = ['ztr', 'ZENTRA', 'Zentra', 'Zentra CRM', 'Pacewell', 'Quillmark', 'Quillmark Sheets', 'ZTR']
const anyRuling = fc
  .tuple(fc.constantFrom('merge', 'split', 'alias', 'ignore'), fc.constantFrom(...POOL), fc.constantFrom(...POOL))
  .map(([kind, name, other]): Ruling => {
    if (kind === 'merge') return merge(name, other)
    if (kind === 'alias') return alias(name, other)
    return kind === 'split' ? split(name) : ignore(name)
  })
const TEXT = 'Zentra CRM, Zentra, Pacewell. Quillmark Sheets and Quillmark; ZTR.'

it('any rulings, circles too, give the same brands in any order', () => {
  fc.assert(
    fc.property(
      fc
        .array(anyRuling, { maxLength: 6 })
        .chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }))),
      ([rulings, shuffled]) => {
        const resolve = (some: readonly Ruling[]) => resolveBrands(names('Zentra', 'Quillmark'), [answer(TEXT)], some)
        expect(resolve(shuffled)).toEqual(resolve(rulings))
        const all = resolve(rulings).map(({ name }) => name)
        expect(new Set(all).size).toBe(all.length)
      },
    ),
  )
})

it('rulings that matter give what all give, and are all that matter of themselves', () => {
  fc.assert(
    fc.property(fc.array(anyRuling, { maxLength: 6 }), (rulings) => {
      const derive = (some: readonly Ruling[]) => counted(TEXT, POOL, some)
      const { rulings: kept, result } = rulingsThatMatter(rulings, derive)
      expect(result).toEqual(derive(rulings))
      expect(derive(kept)).toEqual(result)
      expect(rulingsThatMatter(kept, derive).rulings).toEqual(kept)
      for (const ruling of kept) expect(derive(kept.filter((other) => other !== ruling))).not.toEqual(result)
    }),
    { numRuns: 60 },
  )
})

it('a ruling on what no answer holds does not matter', () => {
  const derive = (some: readonly Ruling[]) => counted(TEXT, POOL, some)
  const rulings = [ignore('Glavisko'), merge('Pacewell', 'Zentra'), split('Dromba')]
  expect(rulingsThatMatter(rulings, derive).rulings).toEqual([merge('Pacewell', 'Zentra')])
})

describe('a new ruling', () => {
  it('ends the one before on what the name counts as', () => {
    const held = [merge('Pardot', 'Salesloom'), split('Zentra CRM'), ignore('Gmail')]
    expect(takeRuling(held, ignore('PARDOT'))).toEqual({ ends: [held[0]], makes: true })
    expect(takeRuling(held, alias('Zentra', 'Par dot'))).toEqual({ ends: [held[0]], makes: true })
    expect(takeRuling(held, split('Gmail'))).toEqual({ ends: [held[2]], makes: true })
    expect(takeRuling(held, merge('Quillmark', 'Salesloom'))).toEqual({ ends: [], makes: true })
  })

  it('leaves a split as it is, and is not made twice', () => {
    const held = [split('Zentra CRM'), merge('Zentra CRM', 'Pacewell')]
    expect(takeRuling(held, merge('Zentra CRM', 'Salesloom'))).toEqual({ ends: [held[1]], makes: true })
    expect(takeRuling(held, merge('Zentra CRM', 'Pacewell'))).toEqual({ ends: [], makes: false })
    expect(takeRuling(held, split('Zentra CRM'))).toEqual({ ends: [held[1]], makes: false })
  })

  it('is refused where it would count a name as itself, or as one that is ignored', () => {
    const held = [merge('Pardot', 'Quillmark'), alias('Salesloom', 'Quillmark'), ignore('Gmail')]
    expect(takeRuling(held, merge('Pacewell', 'PACE-WELL'))).toEqual({ refusal: 'sameName' })
    expect(takeRuling(held, merge('Quillmark', 'Pardot'))).toEqual({ refusal: 'circle', by: held[0] })
    expect(takeRuling(held, merge('Salesloom', 'Pardot'))).toEqual({ refusal: 'circle', by: held[1] })
    expect(takeRuling(held, alias('Gmail', 'G Mail Pro'))).toEqual({ refusal: 'ignored', by: held[2] })
    expect(takeRuling([...held, merge('Zentra', 'Pacewell')], merge('Zentra', 'Quillmark'))).toMatchObject({
      makes: true,
    })
  })
})

describe('in a report, whatever is ruled, the product', () => {
  const product = { brand: 'Ridgeloom', domain: 'ridgeloom.example', aliases: [] }
  const inReport = (text: string, proposed: string[], rulings: readonly Ruling[]) =>
    createProductCounter(product, names(...proposed), [answer(text)], rulings)
      .count(answer(text))
      .map(({ brand, position }) => `${position} ${brand}`)

  it.each([
    ['ignored', [ignore('Ridgeloom')]],
    ['merged', [merge('Ridgeloom', 'Pacewell')]],
    ['merged under another spelling', [merge('Ridgeloom CRM', 'Pacewell')]],
    ['another’s alias', [alias('Pacewell', 'Ridgeloom')]],
  ])('is named where it is %s, and no rival for it', (_, rulings) => {
    expect(inReport('Take Ridgeloom, not Pacewell.', ['Pacewell', 'Ridgeloom'], rulings)).toEqual([
      '1 Ridgeloom',
      '2 Pacewell',
    ])
    expect(inReport('Take Ridgeloom.', ['Pacewell'], rulings)).toEqual(['1 Ridgeloom'])
  })

  it('is not named by a name that counts as it, which is no rival', () => {
    expect(inReport('Take Loomdesk or Pacewell.', ['Loomdesk', 'Pacewell'], [merge('Loomdesk', 'Ridgeloom')])).toEqual([
      '1 Pacewell',
    ])
  })

  it('has rivals as they are ruled', () => {
    const rulings = [merge('Pardot', 'Pacewell'), ignore('Gmail')]
    expect(inReport('Gmail, Pardot, Ridgeloom.', ['Pardot', 'Pacewell', 'Gmail'], rulings)).toEqual([
      '1 Pacewell',
      '2 Ridgeloom',
    ])
  })
})
