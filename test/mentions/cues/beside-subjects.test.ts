import { expect, test } from 'vitest'
import { createJudge } from '../../../pipeline/mentions/count.ts'

/** The rule by which the product's name counts, or why it doesn't. */
function outcome(name: string, text: string, question = ''): string {
  const judge = createJudge([{ name, domain: null, spellings: [name], own: true }])
  const { mentions, refused } = judge({ text, question, citations: [] })
  return mentions[0]?.rule ?? `not: ${refused[0]?.reason ?? 'found'}`
}

test.each([
  ['Vokiro is the simplest. Lantern has two plans.', 'subject'],
  ['Vokiro is the simplest. Lantern charges $4 for each user.', 'subject'],
  ['Vokiro’s app is free. Lantern lets you share boards.', 'subject'],
  // No sentence beside it is about a name.
  ['Both are simple. Lantern has two plans.', 'not: ambiguous'],
  // The word stands as one.
  ['Vokiro is a lantern. Lantern has two plans.', 'not: ambiguous'],
  ['Vokiro is the simplest. Lantern light has two plans.', 'not: ambiguous'],
  ['Vokiro is the simplest. Lantern lights cost more.', 'not: ambiguous'],
  ['Vokiro is the simplest. Lantern runs build up.', 'not: ambiguous'],
  // Somebody else's name ends with it.
  ['Vokiro is the simplest of Sabrine Lantern. Lantern has two plans.', 'not: ambiguous'],
])('a sentence speaks of it beside sentences about names: %s', (text, rule) => {
  expect(outcome('Lantern', text)).toBe(rule)
})

test.each([
  ['Ours is free; Lantern bundles chat; the rest is dear.', 'subject'],
  ['Ours is free; lantern bundles are dear.', 'not: ambiguous'],
  ['Ours is free; Lantern bundles are dear.', 'not: ambiguous'],
])('behind a semicolon a capital letter is its own: %s', (text, rule) => {
  expect(outcome('Lantern', text)).toBe(rule)
})

test('what a sentence says that it is may be what is asked for', () => {
  const question = 'Which newsletter tool should I use?'
  expect(outcome('Lantern', 'There are many. Lantern is the nicest newsletter tool for writers.', question)).toBe(
    'subject',
  )
  expect(outcome('Lantern', 'There are many. Lantern is the nicest light for writers.', question)).toBe(
    'not: ambiguous',
  )
})

test.each([
  ['Look at the maps. **Lantern:** two are enough for us.', 'not: ambiguous'],
  ['Look at the maps. **Lantern:** for two. **Vokiro:** for more.', 'bold'],
])('a label in bold within a line is a name beside names: %s', (text, rule) => {
  expect(outcome('Lantern', text)).toBe(rule)
})

test('an answer that begins with a word that it has small elsewhere names nobody', () => {
  expect(outcome('Gladly', 'Gladly. There are three.')).toBe('list-head')
  expect(outcome('Gladly', 'Gladly. There are three, and all will gladly help.')).toBe('not: ambiguous')
})

test('who was renamed in brackets is the longer name', () => {
  expect(outcome('Calendar', 'Lantern Calendar (formerly Vokiro) is fast.')).toBe('not: ambiguous')
  expect(outcome('Calendar', 'Calendar (formerly Vokiro) is fast.')).toBe('case')
})
