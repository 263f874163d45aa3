import { expect, test } from 'vitest'
import { createJudge } from '../../../pipeline/mentions/count.ts'
import { proposeNames } from '../../../pipeline/mentions/extract.ts'
import { judge } from '../../../pipeline/mentions/judge.ts'
import type { Brand } from '../../../pipeline/mentions/names/brand.ts'
import { resolveBrands } from '../../../pipeline/mentions/resolve.ts'

/** What is counted, refused and weighed of some names; `names` are those proposed, null for rules alone. */
function judged(text: string, names: readonly string[] | null, brand = 'Quillo') {
  return judge({
    answer: { text, question: 'Which trail shoes should I buy?', citations: [] },
    category: 'trail shoes',
    product: { brand, domain: 'quillo.com', aliases: [] },
    names: names?.map((name) => ({ name, domain: null })) ?? null,
  })
}

const LISTED = ['Ridgeloom', 'Nordivo', 'Vestrix', 'Kontix', 'Tarvek', 'Brindek', 'Pacewell', 'Vokirn']
const LIST = LISTED.map((name, at) => `${at + 1}. **${name}** is light and dries fast.`).join('\n')
const TIP = 'Try them on before you buy. **Strovik** is what most runners wear with them.'

test('a name of the last lines that rules alone propose is no choice where others were proposed', () => {
  const { mentions, refused, weighed } = judged(`${LIST}\n\n${TIP}`, LISTED)
  expect(mentions.map(({ brand }) => brand)).toEqual(LISTED)
  expect(refused).toEqual([expect.objectContaining({ brand: 'Strovik', reason: 'unlikely' })])
  expect(weighed).toEqual([expect.objectContaining({ brand: 'Strovik', doubt: 'added' })])
  expect(weighed[0]?.weight).toBeLessThan(0)
})

test('by rules alone nothing is weighed', () => {
  const { mentions, weighed } = judged(`${LIST}\n\n${TIP}`, null)
  expect(mentions.map(({ brand }) => brand)).toEqual([...LISTED, 'Strovik'])
  expect(weighed).toEqual([])
})

test('a proposed name that the rules refuse is counted where its place weighs more', () => {
  const three = LISTED.slice(0, 3).map((name) => `- **${name}** is light.\n`)
  const text = `Three lead the tests.\n\n${three.join('')}\nRunners also praise this. Strovik, with its wide toe box, dries faster.\n\nAll are sold widely.`
  const { mentions, weighed } = judged(text, [...LISTED, 'Strovik'])
  expect(weighed).toEqual([expect.objectContaining({ brand: 'Strovik', doubt: 'refused' })])
  expect(weighed[0]?.properties).toContain('why:passing')
  expect(mentions.at(-1)).toMatchObject({ brand: 'Strovik', rule: 'weighed', position: 4 })
})

test('a proposed word that the rules refuse as one is weighed by weights of its own', () => {
  const three = LISTED.slice(0, 3).map((name) => `- **${name}** is light.\n`)
  const text = `Three lead the tests.\n\n${three.join('')}\nThey are sold widely. A ladder is no shoe.`
  const { mentions, refused, weighed } = judged(text, [...LISTED, 'Ladder'])
  expect(weighed).toEqual([expect.objectContaining({ brand: 'Ladder', doubt: 'meant' })])
  expect(weighed[0]?.properties).toContain('why:ambiguous')
  expect(refused.map(({ brand }) => brand)).toEqual(['Ladder'])
  expect(mentions.map(({ brand }) => brand)).toEqual(LISTED.slice(0, 3))
})

test('whom a brand belongs to is never weighed', () => {
  expect(judged('Ridgeloom by Strovik is light.', [...LISTED, 'Strovik']).weighed).toEqual([])
})

test('a brand that a ruling ignores is never weighed', () => {
  const three = LISTED.slice(0, 3)
  const text = `${three.map((name) => `- **${name}** is light.`).join('\n')}\n\nAll three work with Strovik. They dry fast.`
  const brands = [...three, 'Strovik'].map(
    (name): Brand => ({ name, domain: null, spellings: [name], proposedBy: 'model', ignored: name === 'Strovik' }),
  )
  const ignoring = createJudge(brands)({ text, question: '', citations: [] })
  expect(ignoring.weighed).toEqual([])
  const counting = createJudge(brands.map((brand) => ({ ...brand, ignored: false })))
  expect(counting({ text, question: '', citations: [] }).weighed.map(({ brand }) => brand)).toEqual(['Strovik'])
})

test('a person’s ruling on one name puts no other in doubt', () => {
  const answer = { text: `${LIST}\n\n${TIP}`, question: '', citations: [] }
  const proposed = proposeNames([answer], 'running socks')
  const ignored = resolveBrands(proposed, [answer], [{ kind: 'ignore', name: 'Ridgeloom' }])
  const { mentions, weighed } = createJudge(ignored)(answer)
  expect(weighed).toEqual([])
  expect(mentions.map(({ brand }) => brand)).toEqual([...LISTED.filter((name) => name !== 'Ridgeloom'), 'Strovik'])
})
