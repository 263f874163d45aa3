import { expect, test } from 'vitest'
import { isTechnicalTerm } from '../../../pipeline/mentions/words/technical.ts'

test('terms of computing of each list, however they are written', () => {
  expect(['Kanban', 'YAML', 'yaml', 'CSAT', 'RTSP'].filter((word) => !isTechnicalTerm(word))).toEqual([])
})

test('and nothing else that stands in the lists', () => {
  expect(['Quillpad', '', '# cspell-tools: keep-case no-split'].filter(isTechnicalTerm)).toEqual([])
})
