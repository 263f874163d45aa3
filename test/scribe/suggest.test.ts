import { expect, test } from 'vitest'
import { suggestQuestions } from '../../pipeline/scribe/suggest.ts'

test('gives as many questions as asked for, each about the category, none twice', () => {
  for (const count of [0, 1, 10, 30]) {
    const questions = suggestQuestions('CRM software', count)
    expect(questions).toHaveLength(count)
    expect(new Set(questions).size).toBe(count)
    for (const question of questions) expect(question).toMatch(/CRM software.*\?$|\bCRM software\..*\?$/)
  }
})

test('never gives more than the templates, nor any for a negative count', () => {
  const all = suggestQuestions('CRM software', Number.POSITIVE_INFINITY)
  expect(all.length).toBeGreaterThanOrEqual(30)
  expect(new Set(all).size).toBe(all.length)
  expect(suggestQuestions('CRM software', -3)).toEqual([])
})

test('is the same every time, and a shorter list begins a longer one', () => {
  expect(suggestQuestions('running shoes', 20).slice(0, 7)).toEqual(suggestQuestions('running shoes', 7))
})

test('takes the category as it is, whatever its characters', () => {
  expect(suggestQuestions('  trail\n running   shoes ', 1)[0]).toContain('for trail running shoes ')
  expect(suggestQuestions("R&D $& $1 tools' kits", 1)[0]).toContain("for R&D $& $1 tools' kits ")
})
