import { expect, test } from 'vitest'
import { createJudge } from '../../../pipeline/mentions/count.ts'

/** Whether the product's name counts in a text. */
function counts(name: string, text: string): boolean {
  const judge = createJudge([{ name, domain: null, spellings: [name], own: true }])
  return judge({ text, question: '', citations: [] }).mentions.length > 0
}

test.each([
  ['Wexmore', 'A club in Wexmore, New Hampshire, has one.', false],
  ['Wexmore', 'A club likes Wexmore, New Hampshire has none.', true],
  ['Wexmore', 'A club in Wexmore, Vokiro and others.', true],
  ['Wexmore', 'A walk to Wexmore Heath Nature Reserve is free.', false],
  ['Lantern', 'We saw Sabrine of Lantern there.', false],
  ['Lantern', 'We asked users of Lantern there.', true],
  ['Hurrah!', 'Rain in minutes. Hurrah! There are better ones.', false],
  ['Hurrah!', 'Rain in minutes. Hurrah! Pro is better.', true],
  ['Hurrah!', 'We chose Hurrah! There are better ones.', true],
  ['Lantern', "It is old. Pale Lantern isn't.", false],
  ['Lantern', "It is old. With Lantern it isn't.", true],
])('%s in: %s', (name, text, named) => {
  expect(counts(name, text)).toBe(named)
})
