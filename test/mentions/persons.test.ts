import { expect, test } from 'vitest'
import { judge } from '../../pipeline/mentions/judge.ts'

function named(brand: string, text: string): boolean {
  const product = { brand, domain: `${brand.toLowerCase()}.example`, aliases: [] }
  const { mentions } = judge({ answer: { text, question: '', citations: [] }, category: '', product, names: null })
  return mentions.some((mention) => mention.brand === brand)
}

test.each([
  ['Alan', 'Prenons un cas : Alan, graphiste de 34 ans. Avec elle, Alan paierait environ 42 euros.', false],
  ['Alan', 'Pour eux, Alan est la plus simple. Alan rembourse en un jour.', true],
  ['Quillsio', "I'd take Quillsio. A fair criticism of Quillsio's coverage is that it is small.", true],
  ['Churchill', 'Park it beneath Churchill Square or in a garage.', false],
  ['Quillsio', 'Choisissez bien.\n\n*Sources : UFC, rapport 2024 ; Quillsio Mutuelle, « Mon contrat ».*', false],
  ['Quillsio', 'Choisissez bien : Quillsio est bonne.\n\n*Sources : UFC, rapport 2024.*', true],
  ['Quillsio', 'Billing by the hour is offered by quillsio.com, which was founded there.', true],
  ['Quillsio', 'Lessons are given by teachers; it was founded by Quillsio, who left.', false],
  ['Emma', 'Simba is soft: Emma, the sleep editor at a big title, wrote so.', false],
  ['Emma', 'Simba is soft: Emma, the mattress maker from Frankfurt, is firmer.', true],
  ['Emma', 'Great news for your wife Emma: the gel gives way under Emma.', false],
  ['Emma', 'Für deine Frau, Emma: das Gel gibt nach. Emma liegt darauf weich.', true],
  ['Emma', 'Für deine Tochter ist Emma besser, für meine Frau Emma nicht.', false],
])('%s in "%s"', (brand, text, expected) => {
  expect(named(brand, text)).toBe(expected)
})

test.each([
  ['My wife Emma sleeps hot. Which bed?', false],
  ['Ma fille Emma a chaud. Quel lit ?', false],
  ['My wife wants Emma. Which bed?', true],
  ['Which bed?', true],
])('who somebody is to the one who asks: %s', (question, expected) => {
  const product = { brand: 'Emma', domain: 'emma.example', aliases: [] }
  const text = 'Good news: the gel gives way under Emma, and stays flat elsewhere.'
  const { mentions } = judge({ answer: { text, question, citations: [] }, category: '', product, names: null })
  expect(mentions.length > 0).toBe(expected)
})
